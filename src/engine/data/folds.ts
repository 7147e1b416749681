import type { Folds, RowDivision } from '../contract/data';
import { permutation } from './random';

/**
 * n rows in k folds at random, of sizes that are equal or one apart. With the classes' codes (n of them) the rows of
 * every class are spread in the same way: their numbers in two folds are equal or one apart too. Rows that are to stay
 * together are dealt as one unit, the larger units first, each to the smallest fold; k is then at most the number of
 * units. A division that is given, or into blocks of consecutive rows, draws nothing.
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

/** The same division for some of the rows. */
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
