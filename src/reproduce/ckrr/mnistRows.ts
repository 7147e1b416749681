import { KernelscopeError } from '../../engine/contract/failure';
import { permutation } from '../../engine/data/random';
import { gatherRows } from '../../engine/linalg/gatherRows';
import type { LabelledRows } from '../readData';
import type { RecipeContext } from '../recipe';
import type { Run } from '../study';
import type { Labelled } from './conditionalPath';

/** The images that a recipe was given. Throws `file/not-found` when none was named. */
export function imagesIn({ images }: RecipeContext): LabelledRows {
  if (images) return images;
  throw new KernelscopeError('file/not-found', 'This reproduction needs a file of MNIST digits 7 and 9.');
}

export function takeRows({ n, d, x, y }: LabelledRows, rows: ArrayLike<number>): LabelledRows {
  const m = rows.length;
  return { n: m, d, x: gatherRows(x, n, rows, new Float64Array(m * d)), y: Float64Array.from(rows, (i) => y[i]) };
}

/**
 * Both sets with the training rows' column means taken off and, where `scaled`, divided by their standard deviations
 * (ddof 0); pixels that are constant in the training rows become 0 in both, as they carry nothing.
 */
export function standardisedSplit(
  train: LabelledRows,
  test: LabelledRows,
  scaled: boolean,
): readonly [LabelledRows, LabelledRows] {
  const { n, d } = train;
  const m = test.n;
  const [a, b] = [train.x.slice(), test.x.slice()];
  for (let j = 0; j < d; j++) {
    let mean = 0;
    for (let i = j * n; i < (j + 1) * n; i++) mean += a[i] / n;
    let squares = 0;
    for (let i = j * n; i < (j + 1) * n; i++) squares += (a[i] - mean) ** 2;
    const deviation = Math.sqrt(squares / n);
    const factor = deviation < 1e-12 ? 0 : scaled ? 1 / deviation : 1;
    for (let i = j * n; i < (j + 1) * n; i++) a[i] = (a[i] - mean) * factor;
    for (let i = j * m; i < (j + 1) * m; i++) b[i] = (b[i] - mean) * factor;
  }
  return [
    { ...train, x: a },
    { ...test, x: b },
  ];
}

/** `count` of the images, at random, in random order. */
export function shuffledRows(images: LabelledRows, count: number, seed: number): Uint32Array {
  return permutation(images.n, seed).subarray(0, Math.min(count, images.n));
}

/** Splits shuffled rows into `folds` runs of nearly equal length: the test rows of each fold. */
export function mnistFolds(rows: Uint32Array, folds: number): readonly Uint32Array[] {
  return Array.from({ length: folds }, (_, f) =>
    rows.subarray(Math.round((f * rows.length) / folds), Math.round(((f + 1) * rows.length) / folds)),
  );
}

export function rowsLeft(rows: Uint32Array, left: Uint32Array): Uint32Array {
  const out = new Set(left);
  return rows.filter((row) => !out.has(row));
}

/** Fraction of each digit that figures 8 and 9 test on, as in the authors' program. */
const TEST_SHARE = 0.3;

/** `count` images at most, 30 % of each digit to test and the rest to train on, with the training rows' means taken off. */
export function centredSplit(
  run: Run<object, unknown>,
  count: number,
): { readonly train: Labelled; readonly test: Labelled } {
  const images = imagesIn(run);
  const rows = shuffledRows(images, count, run.seed);
  const split = stratifiedSplit(images, rows, TEST_SHARE);
  const [train, test] = standardisedSplit(takeRows(images, split.train), takeRows(images, split.test), false);
  return { train: labelled(train), test: labelled(test) };
}

const labelled = ({ n, d, x, y }: LabelledRows): Labelled => ({ x: { rows: n, columns: d, values: x }, y });

/** About `share` of each class as test rows, the rest to train on, at random. */
function stratifiedSplit(
  images: LabelledRows,
  rows: Uint32Array,
  share: number,
): { readonly train: Uint32Array; readonly test: Uint32Array } {
  const test: number[] = [];
  for (const label of [1, -1]) {
    const ofLabel = rows.filter((row) => images.y[row] === label);
    test.push(...ofLabel.subarray(0, Math.round(share * ofLabel.length)));
  }
  const taken = Uint32Array.from(test).sort();
  return { train: rowsLeft(rows, taken), test: taken };
}
