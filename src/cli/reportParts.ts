import type { DataReport } from '../engine/contract/data';
import type { AnyRun } from '../engine/contract/run';
import { ruleText } from '../engine/words/methodWords';
import { fixed } from '../engine/words/numbers';
import type { Overview } from '../figures/fit/overview';
import type { TableSpec } from '../figures/tableSpec';
import { dataLines } from '../figures/words/dataSummary';
import { backEndOf, coreText } from '../figures/words/runWords';
import type { Part } from './text/parts';

/** The numbers and the parameters of an overview, a table each. */
export function overviewTables({ numbers, parameters }: Overview): Part[][] {
  const measured = numbers.map((n) => [n.name, `${n.value}${n.unit === '' ? '' : ` ${n.unit}`}`, n.note]);
  return [[{ rows: measured }], [{ rows: parameters.map((p) => [p.name, p.value, ruleText(p.rule)]) }]];
}

/** A table of numbers under its title; empty without rows. */
export const headedTable = (table: TableSpec): Part[] =>
  table.rows.length === 0 ? [] : [{ line: table.title }, tablePart(table)];

/** The rows of a table under their headings. */
export const tablePart = ({ columns, rows }: TableSpec): Part => ({
  rows: [columns.map(({ title }) => title), ...rows.map(({ cells }) => cells)],
  right: columns.flatMap(({ numeric }, j) => (numeric ? [j] : [])),
});

/** The finding of a figure, in a sentence after its name. */
export const figurePart = (title: string, sentence: string): Part => ({
  prose: sentence,
  mark: /[.?!]$/.test(title) ? `${title} ` : `${title}. `,
});

export const notesParts = (notes: Overview['notes']): Part[] =>
  notes.map(({ severity, text }) => ({ prose: text, mark: severity === 'warning' ? '! ' : '· ', indent: '  ' }));

/** Sentences on the rows and columns that were changed or left out. */
export const dataParts = (data: DataReport): Part[] => dataLines(data).map((line) => ({ prose: line, indent: '  ' }));

export const computedPart = ({ timings, backend }: Pick<AnyRun, 'timings' | 'backend'>): Part => ({
  line: `${fixed(timings.total ?? 0, 2)} s; linear algebra: ${backEndOf(backend)}, ${coreText(backend)}`,
});
