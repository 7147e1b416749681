import { cut } from '../engine/contract/cut';
import type { Dialect, Inspection, TargetCandidate } from '../engine/contract/data';
import { ENCODINGS } from '../engine/contract/encodings';
import { delimiterName, FORMAT_NAMES } from '../engine/words/dataWords';
import { count } from '../engine/words/numbers';
import { columnRange } from '../figures/view/columnRange';
import { calloutParts } from './calloutParts';
import { printed } from './text/parts';

/** Characters of a name in the table. */
const NAME = 60;

/** "UTF-8, separated by semicolons, with a header, decimal comma" */
function dialectText(dialect: Dialect): string {
  const compression = dialect.compression === 'none' ? '' : dialect.compression;
  if (dialect.format) return [compression, FORMAT_NAMES[dialect.format]].filter(Boolean).join(', ');
  const parts = [
    compression,
    `${ENCODINGS[dialect.encoding].title}${dialect.byteOrderMark ? ' with a byte-order mark' : ''}`,
    `separated by ${delimiterName(dialect.delimiter, "''")}`,
    dialect.quote === '' ? 'no quotes' : dialect.quote === '"' ? 'double quotes' : 'single quotes',
    `lines end in ${dialect.lineEnd.toUpperCase().replace(/CR(?=CR|LF)/g, 'CR ')}`,
    dialect.header ? 'with a header' : 'without a header',
    dialect.decimal === ',' ? 'decimal comma' : '',
    dialect.thousands === '' ? '' : `thousands separated by '${dialect.thousands}'`,
  ];
  return parts.filter((p) => p !== '').join(', ');
}

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
