import { partOf, silently } from '../../contract/context';
import type { FeatureBlock, FeatureMap, KernelSpec, LeafKernel } from '../../contract/kernel';
import type { Note } from '../../contract/note';
import { Random } from '../../data/random';
import { firstFeatures } from '../../features/featureMaps';
import { randomFeatures } from '../../features/randomFeatures';
import { filterAt } from '../../filters/anyFilter';
import { lambdaScale } from '../../filters/grids';
import { ridgeFilter } from '../../filters/zones';
import { SPECTRAL_NAMES } from '../../kernels/leafNames';
import { mixtureOf } from '../../kernels/table';
import { type Computing, full } from '../../linalg/linalg';
import { asked, invalid } from '../../parameters/asked';
import { conditionedDiagonal } from '../../spectrum/conditionedDiagonal';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import { leaveOneOut, leaveOneOutPath } from '../../spectrum/leaveOneOut';
import { kappaOf } from '../../spectrum/softThresholding';
import type { Eigenbasis, ResidualKernel } from '../../spectrum/spectrum';
import { pairedStandardError } from '../../statistics/sufficientCounts';
import { plural } from '../../words/sentence';
import { info } from '../notes';
import { coarseLambdaGrid } from './axisGrid';
import type { Conditioning, ConditioningInput } from './family';
import { DEFAULT_FEATURES, FEATURES_K, SOFT_FEATURE_MAP, TRIED_STRENGTHS } from './softParameters';

/** Draws k unpenalised features; if k is not set, as few as leave-one-out errors do not tell from the best (CKRR section 5.2). */
export function softConditioning(input: ConditioningInput, context: Computing): Conditioning {
  const { settings, problem } = input;
  const { given } = settings;
  const { x, rootWeights } = problem;
  const choice = choiceOf(input);
  const units = (activation: Exclude<Choice, 'field'>, count: number, seed: number) =>
    randomFeatures(
      {
        activation,
        count,
        inputs: x.columns,
        lengthScale: scaleOf(input.kernel, activation, x.columns),
        ...(activation === 'cos' && { mixture: mixtureOf(input.kernel) }),
        seed,
      },
      context,
    );
  const kernel: KernelSpec =
    given.form === 'randomFeatures' && choice !== 'field'
      ? {
          kind: 'features',
          map: units(choice, asked(given).features ?? DEFAULT_FEATURES, settings.seed + 1),
          lengthScale: [1],
        }
      : input.kernel;
  const most = Math.floor(x.rows / 2);
  const set = settings.filter.k;
  if (set !== undefined && set > most)
    throw invalid('k', set, `k must be at most ${most}, half of the ${x.rows} training rows; it is ${set}.`);
  const without = input.decompose(input.blocks, partOf(context, 0, 0.2), kernel);
  const drawn = Math.max(1, set ?? TRIED_STRENGTHS[TRIED_STRENGTHS.length - 1]);
  const all: FeatureMap =
    choice === 'field'
      ? {
          kind: 'field',
          inputs: x.columns,
          kernel,
          points: x.values,
          coefficients: fieldDraws(without.basis, rootWeights, drawn, settings.seed, silently(context)),
        }
      : units(choice, drawn, settings.seed);
  const blocksWith = (k: number): readonly FeatureBlock[] =>
    k === 0 ? input.blocks : [...input.blocks, { kind: 'units', map: firstFeatures(all, k), name: NAMES[choice] }];
  const decompose = (k: number, part: Computing) => input.decompose(blocksWith(k), part, kernel);

  const candidates = TRIED_STRENGTHS.filter((k) => k <= Math.min(most, x.rows / 4));
  const tried = set === undefined ? tryAll(input, candidates, without, decompose, partOf(context, 0.2, 1)) : undefined;
  const k = set ?? tried?.best ?? 0;
  const before = without.basis.mu.slice(0, without.basis.rank);
  const conditioned = k === 0 ? without : decompose(k, silently(context));
  return {
    kernel,
    blocks: blocksWith(k),
    soft: {
      k,
      kappa: k === 0 ? Number.NaN : kappaOf(before, k),
      before,
      after: conditionedDiagonal(
        without.basis,
        conditioned.basis.free,
        conditioned.basis.unpenalised,
        silently(context),
      ),
      ...(tried && { tried: { k: Float64Array.from(candidates), loo: Float64Array.from(tried.loo) } }),
    },
    chosen: [
      { name: 'k', title: FEATURES_K.title, value: k, rule: set === undefined ? (FEATURES_K.rule ?? '') : 'set' },
      { name: 'featureMap', title: SOFT_FEATURE_MAP.title, value: choice, rule: SOFT_FEATURE_MAP.rule ?? '' },
    ],
    notes: [...notesOf(conditioned, k), ...(choice === 'field' && k > 0 ? [HELD] : [])],
  };
}

const NAMES = {
  cos: 'random cosine feature',
  relu: 'random ReLU feature',
  tanh: 'random tanh feature',
  field: 'Gaussian field draw',
} as const;
type Choice = keyof typeof NAMES;

function choiceOf({ settings, kernel }: ConditioningInput): Choice {
  const set = settings.given.featureMap as Choice | undefined;
  if (set === 'field' && settings.given.form === 'randomFeatures')
    throw invalid(
      'featureMap',
      set,
      'featureMap field needs form exact: its draws are functions of all training rows. Set form to exact, or featureMap to cos, relu or tanh.',
    );
  const spectral = mixtureOf(kernel) !== undefined;
  if (set === 'cos' && !spectral)
    throw invalid(
      'featureMap',
      'cos',
      `featureMap cos needs a kernel with a spectral density (${SPECTRAL_NAMES.join(', ')}). Set featureMap to field, relu or tanh, or choose one of these kernels.`,
    );
  return set ?? (spectral ? 'cos' : 'relu');
}

/** The kernel's own for cosines; neurons see rows of norm about 1. */
function scaleOf(kernel: KernelSpec, activation: string, columns: number): readonly number[] {
  return activation === 'cos' ? (kernel as LeafKernel).lengthScale : [Math.sqrt(columns)];
}

/**
 * The lowest leave-one-out error over lambda for each k, and the fewest features whose error is within one standard error
 * of the lowest, for all targets together, each relative to its variance. The lowest of several errors may be so by chance
 * alone, and features without penalty that are not needed add their noise in full.
 */
function tryAll(
  { problem }: ConditioningInput,
  candidates: readonly number[],
  without: ResidualKernel,
  decompose: (k: number, context: Computing) => ResidualKernel,
  context: Computing,
): { readonly best: number; readonly loo: readonly number[] } {
  const loo: number[] = [];
  const squares = candidates.map((k, i) => {
    const part = partOf(context, i / candidates.length, (i + 1) / candidates.length);
    part.progress(0, `trying ${k} unpenalised random features`);
    const { basis } = k === 0 ? without : decompose(k, silently(part));
    const filter = ridgeFilter(1, basis.mu.length);
    const grid = coarseLambdaGrid(lambdaScale(basis.mu.reduce((sum, v) => sum + v, 0)));
    const shared = new Float64Array(basis.n);
    problem.outputs.forEach(({ weighted, variance }, o) => {
      const path = leaveOneOutPath(basis, weighted, filter, 'lambda', grid, silently(part));
      const at = indexOfLeast(path);
      if (o === 0) loo.push(path[at]);
      const { residuals } = leaveOneOut(basis, weighted, filterAt(filter, 'lambda', grid[at]));
      residuals.forEach((r, row) => {
        shared[row] += r ** 2 / variance;
      });
    });
    return shared;
  });
  const means = squares.map((ofRows) => ofRows.reduce((sum, v) => sum + v, 0) / ofRows.length);
  const lowest = indexOfLeast(means);
  const fewest = means.findIndex(
    (mean, i) => !(mean - means[lowest] > pairedStandardError(squares[i], squares[lowest])),
  );
  return { best: candidates[Math.max(0, fewest)], loo };
}

const HELD = info(
  'features/held',
  'Errors on rows left out hold the draws of the Gaussian field on all training rows; with a rough kernel, such as laplace, they are somewhat too high.',
);

function notesOf({ dropped }: ResidualKernel, k: number): Note[] {
  if (dropped.length === 0) return [];
  return [
    info(
      'features/dropped',
      `${dropped.length} of the ${k} unpenalised random features ${plural(dropped.length, 'is a linear combination', 'are linear combinations')} of the others on these rows and left out.`,
    ),
  ];
}

/**
 * Coefficients a (n×count) of functions k(x, X)·a that are draws of the Gaussian field with covariance k at the rows of
 * a basis (CKRR section 5.2): a = S·U·diag(n·mu)^-1/2·z with standard normal z, S being the roots of the row weights.
 * Up to the span of the directions that the basis leaves unpenalised, the values at the rows are U·diag(n·mu)^1/2·z,
 * whose covariance is the residual kernel matrix; at other rows such a function is the field's conditional mean.
 * Directions below the numerical rank are left out. Fewer draws are the first ones of more.
 */
export function fieldDraws(
  { n, mu, rank, vectors }: Eigenbasis,
  rootWeights: Float64Array | undefined,
  count: number,
  seed: number,
  context: Computing,
): Float64Array {
  const random = new Random(seed, context);
  const z = Float64Array.from({ length: rank * count }, (_, o) => random.normal() / Math.sqrt(n * mu[o % rank]));
  const drawn = new Float64Array(n * count);
  if (rank > 0)
    context.linalg.gemm(false, false, n, count, rank, 1, full(vectors, n), full(z, rank), 0, full(drawn, n), context);
  return rootWeights ? drawn.map((v, o) => v * rootWeights[o % n]) : drawn;
}
