import type { Approximation } from '../../contract/approximation';
import { featureCount } from '../../contract/kernel';
import { kernelError } from '../../features/recoveredKernel';
import { kernelDiagonal } from '../../kernels/kernelMatrix';
import { asked } from '../../parameters/asked';
import { indexOfLeast } from '../../spectrum/indexOfLeast';
import type { FitSession } from '../session';
import type { ChosenFilter } from './choose';
import { type CurveTask, errorsByCount, exactOnSample, peerCurve, testedRows } from './compare';
import { comparable, PEER_COUNT } from './cost';
import { leverageDimensions } from './dimensions';
import type { IteratedFit } from './iterate';
import { recommendedCount } from './recommend';
import type { FeatureWork } from './rowSource';

/** The most rows whose pairs show how well the features recover the kernel. */
const ERROR_ROWS = 200;

/**
 * The parts of a fit by which its approximation is judged: the filter of each target, and the rows (0-based) left out
 * to choose it.
 */
export interface FittedRows {
  readonly looRows: Uint32Array;
  readonly chosen: readonly ChosenFilter[];
  readonly iterated?: IteratedFit;
}

/** The quality of the features as an approximation of the kernel, and the effect of more, fewer or other ones. */
export function approximate(
  work: FeatureWork,
  { looRows, chosen, iterated }: FittedRows,
  session: FitSession,
): Approximation {
  const { family, design, parameters, drawn, scale, facts, map, spectrum, sums, seconds, decomposing } = work;
  const { problem, seed } = session;
  const { kernel } = scale;
  const { x } = problem;
  const n = x.rows;
  const heldOut = design.holdout && testedRows(design.holdout.x, problem.outputs[0].heldOut ?? design.holdout.y, seed);
  // The rows that chose the lambda of the fit: on other rows chance would make its number of features differ from
  // fewer.
  const task: CurveTask = { ...work, leftOut: looRows, ...(heldOut && { heldOut }) };
  const decomposed = decomposing === undefined ? undefined : { spectrum, seconds: decomposing };
  const [{ filter, paths }] = chosen;
  const path = paths.find(({ axis }) => axis === 'lambda');
  // Shrunk along all directions, as the fits with fewer features are.
  const whole = 'k' in filter && filter.k === 0 && filter.r === spectrum.spectra[0].mu.length;
  const lambda = whole && path?.loo ? path.values[indexOfLeast(path.loo)] : undefined;
  const summed = { kind: family.kind, map, sums, seconds, decomposed, lambda };
  const curve = errorsByCount(task, summed, session.part(0, 0.4));
  // Sums over more rows than are at hand have nothing to be compared with.
  const compares = (asked(parameters).compare ?? true) && facts.n === n && comparable(n, sums.count);
  const other =
    compares && scale.usesKernel
      ? family.peer({ design, x, kernel, parameters, seed }, Math.min(sums.count, PEER_COUNT), session.silent())
      : undefined;
  const otherKind = family.kind === 'landmarks' ? 'randomFeatures' : 'landmarks';
  const peer = other && peerCurve(task, otherKind, other.map, session.part(0.4, 0.8));
  const exact = compares && scale.usesKernel ? exactOnSample(task, kernel, session.part(0.8, 1)) : undefined;
  const error = kernelError(map, x, ERROR_ROWS, seed, session.silent());
  const dimensions =
    scale.usesKernel || family.kind === 'randomFeatures' ? leverageDimensions(work, session) : undefined;
  return {
    kind: family.kind,
    count: iterated ? family.count(parameters, n) : featureCount(map),
    title: drawn.title,
    ...(error && { kernelError: error }),
    ...(family.kind === 'landmarks' && { traceLeft: traceLeft(work, session) }),
    curve,
    ...(peer && { peer }),
    ...(exact && { exact }),
    recommended: recommendedCount(spectrum.spectra[0], drawn.drawn, dimensions),
    ...(dimensions && { dimensions }),
    ...(drawn.sampling && { sampling: drawn.sampling }),
    solver: iterated
      ? { kind: 'conjugateGradient', residuals: iterated.residuals, spectrumCount: featureCount(map) }
      : { kind: 'spectrum' },
    looRows: looRows.length,
  };
}

/** 1 − trace(Z'Z)/trace(K), both with the row weights: the fraction of the kernel that the landmarks do not span. */
function traceLeft({ scale: { kernel }, facts, sums }: FeatureWork, session: FitSession): number {
  const { x, rootWeights } = session.problem;
  let captured = 0;
  for (let j = 0; j < sums.count; j++) captured += sums.squares[j * (sums.count + 1)];
  const diagonal = kernelDiagonal(kernel, x, session.silent());
  let whole = 0;
  for (let i = 0; i < diagonal.length; i++) whole += diagonal[i] * (rootWeights ? rootWeights[i] ** 2 : 1);
  return Math.max(0, 1 - captured / (whole * (facts.n / diagonal.length)));
}
