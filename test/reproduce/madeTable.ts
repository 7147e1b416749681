import { Random } from '../../src/engine/data/random';
import type { LabelledRows } from '../../src/reproduce/readData';

/** Rows of three features on different scales, one of them idle, and a smooth target with a little noise far from 0. */
export function madeTable(rows: number, seed: number): LabelledRows {
  const random = new Random(seed);
  const columns = 3;
  const x = new Float64Array(rows * columns);
  const y = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    const [a, b, c] = [random.normal(), random.normal(), random.normal()];
    x[i] = 100 + 30 * a;
    x[i + rows] = 0.01 * b;
    x[i + 2 * rows] = c;
    y[i] = 120 + 5 * Math.sin(1.5 * a) + 3 * b + 0.3 * random.normal();
  }
  return { n: rows, d: columns, x, y };
}
