import type { Values } from '../page';
import { computingPart } from '../recipe';
import { powersOfTen } from '../statistics';
import type { Run, Sized } from '../study';
import { type FoundKernel, type KernelFamily, searchKernel } from './kernelSearch';
import { foldsOf, imagesIn, type MnistRows, shuffledRows, standardisedSplit, takeRows, without } from './mnistRows';

/** The fixed lambda of hard thresholding (CKRR section 6). */
export const FIXED_LAMBDA = 0.01;
const LAMBDAS = powersOfTen(-8, 0, 33);

/** Rows, folds, and rows that choose the scale of a kernel: as published, and for a quick look. */
export const MNIST_SIZES = {
  rows: [Number.POSITIVE_INFINITY, 1500, 90],
  folds: [10, 3],
  searchRows: [1000, 400, 60],
} as const satisfies Record<string, Sized<number>>;

/** Share of the time that the search of the kernels' scales takes. */
export const MNIST_SHARES = { prepare: 0.05 };

/** A kernel with the scale that was found for it. */
export interface ScaledMnistKernel {
  readonly family: KernelFamily;
  readonly kernel: FoundKernel;
}

/** What is computed for each kernel, and how much of the file it takes. */
export type MnistPlan = ReturnType<typeof mnistPlan>;

/** The rows, and each kernel with the scale found on those that come first. */
export function mnistPlan(
  families: readonly KernelFamily[],
  run: Run<{ readonly [K in keyof typeof MNIST_SIZES]: number }, unknown>,
) {
  const { size, request } = run;
  const images = imagesIn(run);
  const rows = shuffledRows(images, size.rows, request.seed);
  const folds = Math.min(size.folds, rows.length);
  const searchRows = Math.min(size.searchRows, rows.length);
  const least = rows.length - Math.ceil(rows.length / folds);
  const few = takeRows(images, rows.subarray(0, searchRows));
  const [sample] = standardisedSplit(few, few, true);
  const kernels = families.map((family, f) => {
    const part = computingPart(run, f / families.length, (f + 1) / families.length);
    return { family, kernel: searchKernel(family, sample, LAMBDAS, part) };
  });
  const grid = { lambdas: LAMBDAS, fixedLambda: FIXED_LAMBDA, counts: countsUpTo(least) };
  return { images, rows, folds, searchRows, grid, kernels };
}

/** 0, 1, 2, 3, … with about twelve to a factor of ten, and the last itself. */
function countsUpTo(last: number): number[] {
  const counts = new Set([0, last]);
  for (let v = 1; v < last; v *= 10 ** (1 / 12)) counts.add(Math.round(v));
  return [...counts].filter((k) => k <= last).sort((a, b) => a - b);
}

/** Training and test rows of one fold, standardised by the former. */
export function foldRows(
  { images, rows, folds }: MnistPlan,
  fold: number,
): readonly [train: MnistRows, test: MnistRows] {
  const test = foldsOf(rows, folds)[fold];
  return standardisedSplit(takeRows(images, without(rows, test)), takeRows(images, test), true);
}

/** How many rows a fold trains on. */
export const trainingRows = ({ rows, folds }: MnistPlan, fold: number): number =>
  rows.length - foldsOf(rows, folds)[fold].length;

/** "Gaussian (RBF): length scale 12; …" */
export const eachKernel = <T extends ScaledMnistKernel>(all: readonly T[], words: (kernel: T) => string): string =>
  all.map((kernel) => `${kernel.family.name}: ${words(kernel)}`).join('; ');

/** For the pages of figure 4 and Table 1; `count` folds are computed. */
export function mnistValues({ images, rows, folds, searchRows, kernels }: MnistPlan, count = folds): Values {
  return {
    fixedLambda: FIXED_LAMBDA,
    rows: rows.length,
    all: images.n,
    some: count < folds ? `the first ${count} of ${folds} folds` : `${count} folds`,
    searchRows,
    scales: eachKernel(kernels, ({ kernel }) => kernel.words),
  };
}
