import { partOf, silently } from '../../engine/contract/context';
import { formOf, type ScaledShape } from '../../engine/kernels/formOf';
import { type Computing, full } from '../../engine/linalg/linalg';
import { plain } from '../../engine/words/numbers';
import type { Values } from '../page';
import type { LabelledRows } from '../readData';
import { powersOfTen } from '../statistics';
import type { Run, Sized } from '../study';
import { imagesIn, mnistFolds, rowsLeft, shuffledRows, standardisedSplit, takeRows } from './mnistRows';
/** A kernel of Table 1 up to the scale that the paper leaves open. */
export interface KernelFamily {
  readonly name: string;
  /** Forms to try on rows of d columns whose median distance is `median`, and each one's scale in words. */
  readonly candidates: (median: number, d: number) => readonly KernelCandidate[];
}

export interface KernelCandidate {
  readonly form: ScaledShape;
  readonly words: string;
}

/** Length scales: the median distance times powers of sqrt 2. */
const byLength = (name: string, kind: 'gaussian' | 'laplace' | 'matern32'): KernelFamily => ({
  name,
  candidates: (median) =>
    Array.from({ length: 13 }, (_, i) => {
      const lengthScale = median * 2 ** ((i - 6) / 2);
      return { form: { kind, lengthScale }, words: `length scale ${plain(lengthScale)}` };
    }),
});

export const GAUSSIAN = byLength('Gaussian (RBF)', 'gaussian');
export const LAPLACE = byLength('Laplace', 'laplace');
export const MATERN = byLength('Matérn (ν = 1.5)', 'matern32');
/** Weight variances w²/d with w² from 1/64 to 64, beside each bias variance. */
const network = (biases: readonly number[]): KernelFamily => ({
  name: 'NNGP (erf)',
  candidates: (_, d) =>
    biases.flatMap((bias) =>
      Array.from({ length: 13 }, (__, i) => {
        const scale = 2 ** (i - 6);
        const form = { kind: 'network', activation: 'erf', weight: scale / d, bias } as const;
        return { form, words: `weight variance ${plain(scale)}/d${bias > 0 ? `, bias variance ${plain(bias)}` : ''}` };
      }),
    ),
});
export const NNGP = network([0]);
/** The paper states neither variance. */
export const NNGP_BIASES = [0, 0.1, 0.3, 1, 3, 10];
export const NNGP_ANY_BIAS = network(NNGP_BIASES);

export interface FoundKernel extends KernelCandidate {
  readonly looError: number;
  readonly lambda: number;
}

/** The candidate with the least leave-one-out error over lambda on the rows given: one decomposition for each. */
function searchKernel(
  family: KernelFamily,
  rows: LabelledRows,
  lambdas: Float64Array,
  context: Computing,
): FoundKernel {
  const { linalg } = context;
  const { n, d, x, y } = rows;
  const inner = silently(context);
  const candidates = family.candidates(medianDistance(rows), d);
  let best: FoundKernel | undefined;
  candidates.forEach((candidate, i) => {
    context.check();
    context.progress(i / candidates.length, `choosing the scale of the ${family.name} kernel`);
    linalg.scope(() => {
      const form = formOf(candidate.form);
      const gram = linalg.kernelMatrix(form, x, n, x, n, d, true, inner, linalg.allocate(n * n));
      const { values: v, vectors: u } = linalg.symmetricEigen(gram, n, inner);
      const scores = new Float64Array(n);
      linalg.gemv(true, n, n, 1, full(u, n), y, 0, scores, inner);
      for (const lambda of lambdas) {
        const looError = leaveOneOut(v, u, scores, n, lambda);
        if (best === undefined || looError < best.looError) best = { ...candidate, looError, lambda };
      }
    });
  });
  if (best === undefined) throw new RangeError('a kernel family needs candidates');
  return best;
}

/** Mean squared leave-one-out error of ridge: the residual is h·y over h = sum u²·n·lambda/(v + n·lambda), both by rows. */
function leaveOneOut(v: Float64Array, u: Float64Array, scores: Float64Array, n: number, lambda: number): number {
  const residual = new Float64Array(n);
  const free = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    const left = (n * lambda) / (Math.max(0, v[j]) + n * lambda);
    for (let i = 0, o = j * n; i < n; i++, o++) {
      residual[i] += u[o] * left * scores[j];
      free[i] += u[o] * u[o] * left;
    }
  }
  return residual.reduce((sum, r, i) => sum + (r / free[i]) ** 2, 0) / n;
}

/** The median distance between neighbours in the order given, which is random: n − 1 pairs are enough for a scale. */
function medianDistance({ n, d, x }: LabelledRows): number {
  const squares = new Float64Array(n - 1);
  for (let j = 0; j < d; j++) for (let i = 0; i + 1 < n; i++) squares[i] += (x[i + j * n] - x[i + 1 + j * n]) ** 2;
  return Math.sqrt(squares.sort()[(n - 1) >> 1]);
}

/** The fixed lambda of hard thresholding (CKRR section 6). */
const FIXED_LAMBDA = 0.01;
const LAMBDAS = powersOfTen(-8, 0, 33);

/** Rows, folds, and rows that choose the scale of a kernel: as published, and for a quick look. */
export const MNIST_SIZES = {
  rows: [Number.POSITIVE_INFINITY, 1500, 90],
  folds: [10, 3],
  searchRows: [1000, 400, 60],
} as const satisfies Record<string, Sized<number>>;

/** Fraction of the time that the search of the kernels' scales takes. */
export const MNIST_SHARES = { prepare: 0.05 };

/** A kernel with the scale that was found for it. */
export interface ScaledMnistKernel {
  readonly family: KernelFamily;
  readonly kernel: FoundKernel;
}

/** The computation for each kernel, and the part of the file that it takes. */
export type MnistPlan = ReturnType<typeof mnistPlan>;

/** The rows, and each kernel with the scale found on those that come first. */
export function mnistPlan(
  families: readonly KernelFamily[],
  run: Run<{ readonly [K in keyof typeof MNIST_SIZES]: number }, unknown>,
) {
  const { size, seed } = run;
  const images = imagesIn(run);
  const rows = shuffledRows(images, size.rows, seed);
  const folds = Math.min(size.folds, rows.length);
  const searchRows = Math.min(size.searchRows, rows.length);
  const least = rows.length - Math.ceil(rows.length / folds);
  const few = takeRows(images, rows.subarray(0, searchRows));
  const [sample] = standardisedSplit(few, few, true);
  const kernels = families.map((family, f) => {
    const part = partOf(run, f / families.length, (f + 1) / families.length);
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
): readonly [train: LabelledRows, test: LabelledRows] {
  const test = mnistFolds(rows, folds)[fold];
  return standardisedSplit(takeRows(images, rowsLeft(rows, test)), takeRows(images, test), true);
}

/** How many rows a fold trains on. */
export const trainingRows = ({ rows, folds }: MnistPlan, fold: number): number =>
  rows.length - mnistFolds(rows, folds)[fold].length;

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
