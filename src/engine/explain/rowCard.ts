import type { RunContext } from '../contract/context';
import type { ColumnSummary, Design } from '../contract/data';
import type { CellPlace, RowCard } from '../contract/explain';
import { KernelscopeError } from '../contract/failure';
import type { KernelSpec } from '../contract/kernel';
import { applyTransform } from '../data/applyTransform';
import { labelling } from '../data/classes';
import { stepCounts } from '../data/profile/bars';
import type { Column, Table } from '../data/table';
import { count } from '../words/numbers';
import { counted } from '../words/sentence';

/** The most columns of a card, and the number of steps of a histogram. */
const MOST_CELLS = 100;
const STEPS = 24;
const NEAREST = 5;
const MOST_LEVELS = 200;

/**
 * A row of a file compared with all others, and the training rows nearest to it. Throws `parameter/invalid` for a row
 * that the file lacks.
 */
export function rowCard(
  table: Table,
  design: Design,
  kernel: KernelSpec | undefined,
  row: number,
  context: RunContext,
): RowCard {
  const at = checkedRow(table, row);
  const targets = new Set([design.target, ...design.moreTargets]);
  const features = new Set(design.report.columns);
  const roleOf = ({ name }: ColumnSummary): CellPlace['role'] =>
    targets.has(name) ? 'target' : features.has(name) ? 'feature' : 'other';
  const ORDER: Readonly<Record<CellPlace['role'], number>> = { target: 0, feature: 1, other: 2 };
  const columns = table.inspection.columns.toSorted((a, b) => ORDER[roleOf(a)] - ORDER[roleOf(b)]);
  const { train, holdout } = design;
  return {
    row,
    line: table.lines[at],
    part: train.rows.includes(row) ? 'training' : holdout?.rows.includes(row) ? 'held out' : 'neither',
    cells: columns.slice(0, MOST_CELLS).map((summary) => {
      context.check();
      return cellPlace(summary, table.columns[summary.index], at, roleOf(summary), context);
    }),
    more: Math.max(0, columns.length - MOST_CELLS),
    nearest: nearestRows(table, design, kernel, row, context),
  };
}

/** 0-based. */
export function checkedRow({ inspection: { rows, file } }: Table, row: number): number {
  if (Number.isInteger(row) && row >= 1 && row <= rows) return row - 1;
  const message = `${file.name} has no row ${count(row)}: it has ${counted(rows, 'row')}, counted from 1.`;
  throw new KernelscopeError('parameter/invalid', message, { name: 'row' });
}

function cellPlace(
  { name, levels }: ColumnSummary,
  column: Column,
  at: number,
  role: CellPlace['role'],
  context: RunContext,
): CellPlace {
  const cell = { column: name, kind: column.kind, role };
  if (column.kind === 'empty') return { ...cell, text: '' };
  const text = cellText(column, at);
  if ('codes' in column || column.kind === 'boolean') {
    const known = column.kind === 'boolean' ? [...column.words] : (levels?.map(({ label }) => label) ?? column.levels);
    const label = labelling(column);
    const own = label(at);
    const [present, same] = counts(('codes' in column ? column.codes : column.values).length, (i) => {
      const other = label(i);
      return other === undefined ? undefined : other === own;
    });
    return { ...cell, text, levels: known.slice(0, MOST_LEVELS), ...(own !== undefined && { same: same / present }) };
  }
  const { values } = column;
  const own = values[at];
  const [least, greatest] = rangeOf(values);
  const width = greatest - least;
  const histogram = stepCounts(values, [least, greatest], STEPS, context);
  if (Number.isNaN(own)) return { ...cell, text, histogram };
  const [present, below] = counts(values.length, (i) => (Number.isNaN(values[i]) ? undefined : values[i] < own));
  const [, same] = counts(values.length, (i) => (Number.isNaN(values[i]) ? undefined : values[i] === own));
  const placed = { below: below / present, same: same / present, at: width > 0 ? (own - least) / width : 0.5 };
  return { ...cell, text, histogram, ...placed };
}

/** The text of a cell as a file would spell it. */
function cellText(column: Column, at: number): string {
  if (column.kind !== 'date') return labelling(column)(at) ?? '';
  const days = column.values[at];
  if (Number.isNaN(days)) return '';
  const text = new Date(Math.round(days * 86_400_000)).toISOString();
  if (days >= 0 && days < 1) return text.slice(11, 19);
  return Number.isInteger(days) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

/** The number of rows with a value, and of those for which `holds` is true. */
function counts(rows: number, holds: (row: number) => boolean | undefined): [number, number] {
  let [present, yes] = [0, 0];
  for (let i = 0; i < rows; i++) {
    const is = holds(i);
    if (is === undefined) continue;
    present++;
    if (is) yes++;
  }
  return [present, yes];
}

function rangeOf(values: Float64Array): [number, number] {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const v of values) {
    if (v < least) least = v;
    if (v > greatest) greatest = v;
  }
  return [least, greatest];
}

/** The nearest rows in the encoded columns, each divided by its length scale if the kernel has one for each. */
function nearestRows(
  table: Table,
  { train, transform, target, classes }: Design,
  kernel: KernelSpec | undefined,
  row: number,
  context: RunContext,
): RowCard['nearest'] {
  const { x } = applyTransform(table, transform, Uint32Array.of(row - 1), context);
  const { rows: n, columns: d, values } = train.x;
  const scales = kernel && 'lengthScale' in kernel && kernel.lengthScale.length === d ? kernel.lengthScale : undefined;
  const squares = new Float64Array(n);
  for (let j = 0; j < d; j++) {
    context.check();
    const scale = scales?.[j] ?? 1;
    for (let i = 0; i < n; i++) squares[i] += ((values[j * n + i] - x.values[j]) / scale) ** 2;
  }
  const order = Uint32Array.from({ length: n }, (_, i) => i).filter((i) => train.rows[i] !== row);
  const near = smallest(order, squares, NEAREST);
  const column = table.columns[table.inspection.columns.findIndex(({ name }) => name === target)];
  return near.map((i) => ({
    row: train.rows[i],
    line: train.lines[i],
    distance: Math.sqrt(squares[i]),
    observed: classes ? classes[train.y[i]] : column ? cellText(column, train.rows[i] - 1) : '',
  }));
}

/** The positions with the lowest values, in order. */
function smallest(positions: Uint32Array, values: Float64Array, most: number): number[] {
  const best: number[] = [];
  for (const i of positions) {
    if (best.length === most && values[i] >= values[best[most - 1]]) continue;
    let at = best.length;
    while (at > 0 && values[best[at - 1]] > values[i]) at--;
    best.splice(at, 0, i);
    if (best.length > most) best.pop();
  }
  return best;
}
