import type { RunContext } from '../../contract/context';
import type { ColumnSummary, Inspection, TargetCandidate } from '../../contract/data';
import { KernelscopeError } from '../../contract/failure';
import { SAME_VALUE } from '../../data/columnSummary';
import { ELSEWHERE } from '../../data/decoration';
import { canBeTarget, undecided } from '../../data/proposeTarget';
import type { Table } from '../../data/table';
import { count, fixed, NARROW, percent } from '../../words/numbers';
import { listed, quoted } from '../../words/sentence';
import { explainedByOthers } from './explainedByOthers';
import { nearCopies } from './nearCopy';
import { pilotColumns } from './pilotColumns';

type Standing = TargetCandidate['standing'];

const ORDER: Readonly<Record<Standing, number>> = { named: 0, explained: 1, unmeasured: 2, copy: 3, unfit: 4 };
/** Gaps are reported from this fraction on. */
const GAPS = 0.05;
/** Below this fraction a linear fit on the other columns explains next to nothing. */
const LITTLE = 0.01;
/** The most candidates that a refusal names. */
const NAMED = 5;

/**
 * All columns as targets, each with the reason for its place: first the one whose name decides, then by the fraction
 * that the other columns explain, near copies of others and columns that cannot be predicted last; equal ones in the
 * order of the file. Measured on a seeded sample of bounded size.
 */
export function targetCandidates(table: Table, context: RunContext): readonly TargetCandidate[] {
  context.progress(0, 'looking for a target');
  const { columns, defaultTarget } = table.inspection;
  const pilot = pilotColumns(table, defaultTarget, context);
  const explained = explainedByOthers(pilot, context);
  const copies = nearCopies(pilot.columns, context);
  const measured = new Map(
    pilot.columns.map(({ summary }, j) => [summary.index, { explained: explained[j], copy: copies[j] }]),
  );
  const few =
    pilot.all > pilot.columns.length ? `, ${count(pilot.columns.length)} of ${count(pilot.all)} columns were` : '';
  const candidates = columns.map((summary): TargetCandidate => {
    const { index, name } = summary;
    const of = (standing: Standing, reason: string, share?: number): TargetCandidate => ({
      index,
      name,
      standing: index === defaultTarget ? 'named' : standing,
      ...(share !== undefined && { explained: share }),
      reason: index === defaultTarget ? `its name says so; ${reason}` : reason,
    });
    if (!canBeTarget(summary)) return of('unfit', whyNot(summary));
    const found = measured.get(index);
    if (found?.copy)
      return of('copy', `${quoted([found.copy.by])} alone explains ${nearly(found.copy.explained)}`, found.explained);
    if (found?.explained === undefined) return of('unmeasured', `not measured${found ? '' : few}${gapsOf(summary)}`);
    return of('explained', `${explainedText(found.explained)}${gapsOf(summary)}`, found.explained);
  });
  return candidates.sort(
    (a, b) => ORDER[a.standing] - ORDER[b.standing] || (b.explained ?? 0) - (a.explained ?? 0) || a.index - b.index,
  );
}

/** The failure of a request without a target for a file in which no name decides. */
export function noTarget(inspection: Inspection, candidates: readonly TargetCandidate[]): KernelscopeError {
  const best = candidates.filter(({ standing }) => ORDER[standing] < ORDER.copy).slice(0, NAMED);
  const measured = best.flatMap(({ name, explained = 0 }) =>
    explained < LITTLE ? [] : [`${about(explained)} of ${quoted([name])}`],
  );
  const others = best.filter(({ explained = 0 }) => explained < LITTLE).map(({ name }) => quoted([name]));
  const message = [
    undecided(inspection),
    measured.length > 0 ? `The other columns explain ${listed(measured)}.` : '',
    others.length > 0 ? `${measured.length > 0 ? 'It can also be' : 'It can be'} ${either(others)}.` : '',
  ];
  return new KernelscopeError('data/no-target', message.filter(Boolean).join(' '), {
    columns: best.map(({ name }) => name),
  });
}

const either = (names: readonly string[]): string => listed(names).replace(/ and (?="[^"]*"$)/, ' or ');

/** "about 84 %" */
const about = (share: number): string => `${share > 0.995 ? '' : 'about '}${percent(share)}`;

const explainedText = (share: number): string =>
  share < LITTLE
    ? 'a linear fit on the other columns explains next to nothing of it'
    : `the other columns explain ${about(share)}`;

const nearly = (share: number) => (share > 0.9995 ? `over 99.9${NARROW}%` : `${fixed(100 * share, 1)}${NARROW}%`);

function gapsOf({ missing, count: present }: ColumnSummary): string {
  const share = missing / (missing + present);
  return share >= GAPS ? `; ${percent(share)} of its cells are missing` : '';
}

/** The reason why a column cannot be the target, without the text of any cell. */
function whyNot({ kind, reason, constant, distinct, distinctCapped }: ColumnSummary): string {
  if (reason.startsWith('mostly')) return 'mostly numbers, with a few words';
  if (reason.startsWith(ELSEWHERE)) return 'numbers with signs that are not read';
  if (reason !== '' && !constant) return reason;
  if (constant) return kind === 'empty' ? 'no cell has a value' : SAME_VALUE;
  if (kind === 'date') return 'a date';
  return `${distinctCapped ? 'over ' : ''}${count(distinct)} different values`;
}
