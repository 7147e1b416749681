import { inBlocks, quietContext, type RunContext } from '../contract/context';
import type { Folds, Matrix, RowDivision } from '../contract/data';
import { permutation, Random } from './random';

/**
 * n rows in k folds at random, sizes equal or one apart. With the classes' codes (n of them) the rows of
 * every class are spread in the same way: their numbers in two folds are equal or one apart too. Rows that are to stay together
 * are dealt as one, the larger first, each to the smallest fold; k is then at most the number of units. A division that is given, or into
 * blocks of rows that follow each other, draws nothing.
 */
export function divide(
  n: number,
  k: number,
  seed: number,
  { codes, division }: { readonly codes?: ArrayLike<number>; readonly division?: RowDivision } = {},
): Folds {
  switch (division?.kind) {
    case 'given':
      return { of: division.fold, count: division.count };
    case 'blocks':
      return blocks(division.order, Math.min(k, n));
    case 'together':
    case undefined:
      return dealt(n, k, seed, codes, division?.unit);
  }
}

function blocks(order: Uint32Array, count: number): Folds {
  const of = new Uint16Array(order.length);
  order.forEach((row, i) => {
    of[row] = Math.floor((i * count) / order.length);
  });
  return { of, count };
}

function dealt(n: number, k: number, seed: number, codes?: ArrayLike<number>, unit?: Int32Array): Folds {
  const units = unitsOf(n, seed, unit);
  // A stable sort: rows stay in random order within their class, and dealing goes on from one class to the next.
  const code = ([row]: readonly number[]) => (codes ? codes[row] : 0);
  units.sort((a, b) => code(a) - code(b) || b.length - a.length);
  const count = Math.min(k, units.length);
  const of = new Uint16Array(n);
  const sizes = new Uint32Array(count);
  for (const rows of units) {
    const smallest = sizes.indexOf(sizes.reduce((a, b) => Math.min(a, b)));
    for (const row of rows) of[row] = smallest;
    sizes[smallest] += rows.length;
  }
  return { of, count };
}

/** The rows of each unit, units and rows in random order. */
function unitsOf(n: number, seed: number, unit: Int32Array | undefined): number[][] {
  const units = new Map<number, number[]>();
  for (const row of permutation(n, seed)) {
    const key = unit ? unit[row] : row;
    const rows = units.get(key);
    if (rows) rows.push(row);
    else units.set(key, [row]);
  }
  return [...units.values()];
}

/** The division of some of the rows. */
export function divisionOn(division: RowDivision | undefined, rows: Uint32Array): RowDivision | undefined {
  switch (division?.kind) {
    case undefined:
      return undefined;
    case 'together':
      return { kind: 'together', unit: Int32Array.from(rows, (i) => division.unit[i]) };
    case 'given':
      return { ...division, fold: Uint16Array.from(rows, (i) => division.fold[i]) };
    case 'blocks': {
      const place = new Uint32Array(division.order.length);
      division.order.forEach((row, i) => {
        place[row] = i;
      });
      const order = Uint32Array.from(rows.keys()).sort((a, b) => place[rows[a]] - place[rows[b]]);
      return { kind: 'blocks', order };
    }
  }
}

/** The halves of a number in memory, mixed so that the low bits depend on all of them. */
function hashOf(low: number, high: number): number {
  let hash = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * Rows with the same features as one unit; undefined where none repeat. In two folds they would tell each other's target. Found by two
 * sums of each row, weighted at random by column, which rows that differ share with a probability below 2^-90. `order`: of these rows
 * (0-based) alone, a unit being the place there of the first of its rows.
 */
export function repeatedRows(
  { rows, columns, values }: Matrix,
  order?: Uint32Array,
  context: RunContext = quietContext,
): RowDivision | undefined {
  const n = order?.length ?? rows;
  const random = new Random(0);
  const first = new Float64Array(n);
  const second = new Float64Array(n);
  for (let c = 0; c < columns; c++) {
    const a = random.uniform() - 0.5;
    const b = random.uniform() - 0.5;
    inBlocks(n, context, (from, to) => {
      for (let i = from; i < to; i++) {
        const v = values[c * rows + (order ? order[i] : i)];
        first[i] += a * v;
        second[i] += b * v;
      }
    });
  }
  // A hash table with linear probing, as one of JavaScript's own grows by copying all of it at once.
  const table = new Int32Array(2 ** Math.ceil(Math.log2(2 * n + 1))).fill(-1);
  const bits = new Uint32Array(first.buffer);
  const unit = new Int32Array(n);
  let repeated = false;
  inBlocks(n, context, (from, to) => {
    for (let i = from; i < to; i++) {
      let slot = hashOf(bits[2 * i], bits[2 * i + 1]) & (table.length - 1);
      while (table[slot] >= 0 && (first[table[slot]] !== first[i] || second[table[slot]] !== second[i]))
        slot = (slot + 1) & (table.length - 1);
      if (table[slot] >= 0) repeated = true;
      else table[slot] = i;
      unit[i] = table[slot];
    }
  });
  return repeated ? { kind: 'together', unit } : undefined;
}
