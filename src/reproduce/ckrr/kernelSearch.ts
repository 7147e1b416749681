import { formOf, type ScaledShape } from '../../engine/kernels/formOf';
import { whole } from '../../engine/linalg/linalg';
import { plain } from '../../engine/words/numbers';
import { type Computing, quietly } from '../recipe';
import type { MnistRows } from './mnistRows';

/** A kernel of Table 1 up to the scale that the paper leaves open. */
export interface KernelFamily {
  /** As in published.json. */
  readonly id: string;
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
  id: kind,
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
/** Weight variances w²/d with w² from 1/64 to 64, without bias. */
export const NNGP: KernelFamily = {
  id: 'nngp',
  name: 'NNGP (erf)',
  candidates: (_, d) =>
    Array.from({ length: 13 }, (__, i) => {
      const scale = 2 ** (i - 6);
      const form = { kind: 'network', activation: 'erf', weight: scale / d, bias: 0 } as const;
      return { form, words: `weight variance ${plain(scale)}/d` };
    }),
};

export interface FoundKernel extends KernelCandidate {
  readonly looError: number;
  readonly lambda: number;
}

/** The candidate with the least leave-one-out error over lambda on the rows given: one decomposition for each. */
export function searchKernel(
  family: KernelFamily,
  rows: MnistRows,
  lambdas: Float64Array,
  context: Computing,
): FoundKernel {
  const { linalg } = context;
  const { n, d, values, labels } = rows;
  const inner = quietly(context);
  const candidates = family.candidates(medianDistance(rows), d);
  let best: FoundKernel | undefined;
  candidates.forEach((candidate, i) => {
    context.check();
    context.progress(i / candidates.length, `choosing the scale of the ${family.name} kernel`);
    linalg.scope(() => {
      const form = formOf(candidate.form);
      const gram = linalg.kernelMatrix(form, values, n, values, n, d, true, inner, linalg.allocate(n * n));
      const { values: v, vectors: u } = linalg.symmetricEigen(gram, n, inner);
      const scores = new Float64Array(n);
      linalg.gemv(true, n, n, 1, whole(u, n), labels, 0, scores, inner);
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
function medianDistance({ n, d, values }: MnistRows): number {
  const squares = new Float64Array(n - 1);
  for (let j = 0; j < d; j++)
    for (let i = 0; i + 1 < n; i++) squares[i] += (values[i + j * n] - values[i + 1 + j * n]) ** 2;
  return Math.sqrt(squares.sort()[(n - 1) >> 1]);
}
