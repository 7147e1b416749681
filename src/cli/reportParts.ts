import { cut } from '../engine/contract/cut';
import type { DataReport } from '../engine/contract/data';
import type { AnyRun } from '../engine/contract/run';
import { ruleText } from '../engine/words/methodWords';
import { fixed } from '../engine/words/numbers';
import type { Overview } from '../figures/fit/overview';
import type { TableSpec } from '../figures/tableSpec';
import { dataLines } from '../figures/words/dataSummary';
import { backEndOf, coreText } from '../figures/words/runWords';
import type { TextPart } from './text/parts';

/** The most characters of a setting's value: a length scale for each of many columns. JSON has all. */
const VALUE = 40;

/** The numbers and the parameters of an overview, a table each. */
export function overviewTables({ numbers, parameters }: Overview): TextPart[][] {
  const measured = numbers.map((n) => [n.name, `${n.value}${n.unit === '' ? '' : ` ${n.unit}`}`, n.note]);
  return [[{ rows: measured }], [{ rows: parameters.map((p) => [p.name, cut(p.value, VALUE), ruleText(p.rule)]) }]];
}

/** A table of numbers under its title; empty without rows. */
export const headedTable = (table: TableSpec): TextPart[] =>
  table.rows.length === 0 ? [] : [{ line: table.title }, tableTextPart(table)];

/** The rows of a table under their headings. */
export const tableTextPart = ({ columns, rows }: TableSpec): TextPart => ({
  rows: [columns.map(({ title }) => title), ...rows.map(({ cells }) => cells)],
  right: columns.flatMap(({ numeric }, j) => (numeric ? [j] : [])),
});

/** The finding of a figure, in a sentence after its name. */
export const figurePart = (title: string, sentence: string): TextPart => ({
  prose: sentence,
  mark: /[.?!]$/.test(title) ? `${title} ` : `${title}. `,
});

export const notesParts = (notes: Overview['notes']): TextPart[] =>
  notes.map(({ severity, text }) => ({ prose: text, mark: severity === 'warning' ? '! ' : '· ', indent: '  ' }));

/** Sentences on the rows and columns that were changed or left out. */
export const dataParts = (data: DataReport): TextPart[] =>
  dataLines(data).map((line) => ({ prose: line, indent: '  ' }));

export const computedPart = ({ timings, backend }: Pick<AnyRun, 'timings' | 'backend'>): TextPart => ({
  line: `${fixed(timings.total ?? 0, 2)} s; linear algebra: ${backEndOf(backend)}, ${coreText(backend)}`,
});
