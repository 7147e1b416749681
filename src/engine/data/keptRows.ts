import { inBlocks, type RunContext } from '../contract/context';

/**
 * The rows for which `keep` is true, in their order, of the rows 0 … count − 1 or of those given. `cost`: the cost of a
 * row, in simple steps.
 */
export function keptRows(
  all: number | Uint32Array,
  keep: (row: number) => boolean,
  context: RunContext,
  cost = 4,
): Uint32Array {
  const count = typeof all === 'number' ? all : all.length;
  const kept = new Uint32Array(count);
  let size = 0;
  inBlocks(count, context, cost, (from, to) => {
    for (let i = from; i < to; i++) {
      const row = typeof all === 'number' ? i : all[i];
      if (keep(row)) kept[size++] = row;
    }
  });
  return size === count ? kept : kept.slice(0, size);
}

/** The values of these rows (0-based), of numbers or of codes. */
export function valuesAt<T extends Float64Array | Int32Array>(values: T, rows: Uint32Array, context: RunContext): T {
  const picked = new (values.constructor as new (length: number) => T)(rows.length);
  inBlocks(rows.length, context, 1, (from, to) => {
    for (let i = from; i < to; i++) picked[i] = values[rows[i]];
  });
  return picked;
}

/** True when `holds` is true for every row given. */
export function everyRow(rows: Uint32Array, holds: (row: number) => boolean, context: RunContext): boolean {
  let all = true;
  inBlocks(rows.length, context, 1, (from, to) => {
    for (let i = from; all && i < to; i++) all = holds(rows[i]);
  });
  return all;
}
