import { changedArguments, isSettling, NOTHING_ASKED, settledRequest } from '../../choices/settled';
import { bareText, type Callout } from '../../engine/contract/callout';
import type { Note } from '../../engine/contract/note';
import type { FitRequest } from '../../engine/contract/run';
import { WITHOUT_CELLS } from '../../engine/words/withoutCells';

/** Longer arguments are left out: cut off, they would be no JSON. */
const LONGEST_ARGUMENT = 80;

/** The sentence of a callout without any text of a cell, followed by the arguments that settle it in a fit of this request. */
export function withArgument(callout: Callout, request: FitRequest = NOTHING_ASKED): string {
  const said = bareText(callout);
  const act = callout.act?.change;
  // A condition on rows quotes a cell.
  if (act === undefined || !isSettling(act) || act.kind === 'where') return said;
  const changed = Object.entries(changedArguments(request, settledRequest(request, act)) ?? {});
  const text = changed.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ');
  return text === '' || text.length > LONGEST_ARGUMENT ? said : `${said} (${text})`;
}

const MOST = 6;

/**
 * The code of a note in runs of earlier versions. It is no warning, but it matters for reading every number of the run.
 */
const LAST_ROWS = 'split/last-rows';

/** The callouts, and the warnings among notes, without any text of a cell. `request`: the fit that they are about. */
export function warningsWithoutCells(
  notes: readonly Note[],
  callouts: readonly Callout[] = [],
  request?: FitRequest,
): readonly string[] {
  const texts = notes
    .filter(({ severity, code }) => severity === 'warning' || code === LAST_ROWS)
    .map(({ code, text }) => (Object.hasOwn(WITHOUT_CELLS, code) ? WITHOUT_CELLS[code] : text));
  return [...new Set([...callouts.map((callout) => withArgument(callout, request)), ...texts])].slice(0, MOST);
}
