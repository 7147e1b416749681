import { cut } from '../engine/contract/cut';
import type { Inspection, TargetCandidate } from '../engine/contract/data';
import { dialectText } from '../engine/words/dataWords';
import { count } from '../engine/words/numbers';
import { columnRange } from '../figures/view/columnRange';
import { calloutParts } from './calloutParts';
import { printed } from './text/parts';

/** Characters of a name in the table. */
const NAME = 60;

/** Columns that are listed as targets. */
const TARGETS = 5;

/** What `inspect` prints: the file, how it is written, the findings in words, one line a column, and what could be predicted. */
export function inspectionText(inspection: Inspection, targets: readonly TargetCandidate[], width?: number): string {
  const { file, rows, columns, notes, callouts } = inspection;
  const body = columns.map((c) => [
    String(c.index + 1),
    cut(c.name, NAME),
    c.kind,
    count(c.missing),
    columnRange(c),
    c.reason,
  ]);
  const title = { line: `${file.name}: ${count(rows)} rows, ${count(columns.length)} columns` };
  const findings = notes.map(({ severity, text }) => ({ line: `${severity === 'warning' ? '!' : '·'} ${text}` }));
  const first = calloutParts(callouts);
  if (columns.length === 0) return printed([[title], first, findings], width);
  const table = { rows: [['#', 'column', 'kind', 'missing', 'values', ''], ...body], right: [0, 3] };
  const possible = targets.filter(({ standing }) => standing !== 'unfit').slice(0, TARGETS);
  const head =
    inspection.defaultTarget === undefined
      ? 'No name says which column is the target, so that a fit needs --target:'
      : `A fit without --target predicts ${cut(columns[inspection.defaultTarget].name, NAME)}:`;
  const choices = { rows: possible.map(({ name, reason }) => [cut(name, NAME), reason]) };
  return printed(
    [
      [title, { line: dialectText(inspection.dialect) }],
      first,
      findings,
      [table],
      possible.length > 0 ? [{ line: head }, choices] : [],
    ],
    width,
  );
}
