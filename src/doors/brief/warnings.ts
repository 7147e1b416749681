import { bareText, type Callout } from '../../engine/contract/callout';
import type { Note } from '../../engine/contract/note';
import { WITHOUT_CELLS } from '../../engine/words/withoutCells';

const MOST = 6;

/** The code of a note of earlier versions that is no warning but matters for reading every number of the run. */
const LAST_ROWS = 'split/last-rows';

/** The callouts, and the warnings among notes, without any text of a cell. */
export function warningsWithoutCells(notes: readonly Note[], callouts: readonly Callout[] = []): readonly string[] {
  const texts = notes
    .filter(({ severity, code }) => severity === 'warning' || code === LAST_ROWS)
    .map(({ code, text }) => (Object.hasOwn(WITHOUT_CELLS, code) ? WITHOUT_CELLS[code] : text));
  return [...new Set([...callouts.map(bareText), ...texts])].slice(0, MOST);
}
