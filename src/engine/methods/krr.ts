import { partOf, silently } from '../contract/context';
import type { Design } from '../contract/data';
import type { Parameters } from '../contract/method';
import type { ChosenParameter, FitOutcome, SpectrumData } from '../contract/run';
import { assignFolds } from '../data/folds';
import { permutation } from '../data/random';
import { fingerprint, SpectrumCache } from '../spectrum/cache';
import { foldErrors } from '../spectrum/folds';
import { gaussianBasis } from '../spectrum/gaussianBasis';
import { leaveOneOut } from '../spectrum/leaveOneOut';
import { riskAt } from '../spectrum/risk';
import { type Eigenbasis, spectrumOf } from '../spectrum/spectrum';
import { checkDesign } from './checkDesign';
import { type ChosenScale, chooseLengthScale } from './chooseLengthScale';
import { curveFit } from './curveFit';
import { predictHoldout, type SpectralFit } from './holdout';
import { intervalWidth } from './interval';
import { type KrrSettings, krrParameters, krrSettings, LAMBDA_RULES } from './krrParameters';
import { lambdaGrid } from './lambdaGrid';
import { type FullPath, lambdaPath } from './lambdaPath';
import type { FitContext, Method } from './method';
import { fitNotes } from './notes';
import { partialDependence } from './partialDependence';

export const krr: Method = {
  id: 'krr',
  title: 'Kernel ridge regression',
  summary:
    'Fits a smooth function of the features by least squares with a Gaussian kernel and a ridge penalty. The first thing to try: one decomposition shows every penalty at once.',
  source: 'TKRR §2, eq. (3)',
  parameters: krrParameters,
  run,
};

function run(design: Design, parameters: Parameters, context: FitContext): FitOutcome {
  checkDesign(design);
  const { train } = design;
  const { x } = train;
  const n = x.rows;
  const { linalg } = context;
  const settings = krrSettings(parameters, n);
  const cache = context.cache ?? new SpectrumCache();
  const clock = stopwatch();
  const mean = meanOf(train.y);
  const centre = settings.intercept ? mean : 0;
  const y = train.y.map((v) => v - centre);
  const rowsKey = `${n}×${x.columns} ${fingerprint(x.values)}`;
  cache.retain(rowsKey);

  const scale = chooseLengthScale(x, y, settings, cache, rowsKey, linalg, partOf(context, 0, 0.45));
  clock.lap('search');
  const { lengthScale } = scale;
  const decomposition = partOf(context, scale.search ? 0.45 : 0, 0.7);
  const basis = cache.recall('basis', `${rowsKey} ${lengthScale}`, () => {
    if (scale.basis) return scale.basis;
    return gaussianBasis(x, lengthScale, linalg, decomposition);
  });
  clock.lap('eigen');

  const spectrum = spectrumOf(basis, y);
  const { folds, seed } = settings;
  const pathKey = `${rowsKey} ${lengthScale} ${fingerprint(y)} ${folds} ${seed}`;
  const full = cache.recall('path', pathKey, () =>
    lambdaPath(basis, spectrum, y, lambdaGrid(), folds, seed, linalg, partOf(context, 0.7, 0.9)),
  );
  const { path, noise } = full;
  const chosen = path.least[settings.lambdaRule];
  const lambda = settings.lambda ?? path.lambda[chosen];
  const looAtLambda = leaveOneOut(basis, y, lambda);
  const cv = foldsAt(full, basis, y, lambda, settings, context);
  const width = intervalWidth(looAtLambda, lambda);
  const risk = riskAt(spectrum, noise.sigma2, lambda);
  clock.lap('path');

  const alpha = coefficients(basis, spectrum, lambda);
  const fit: SpectralFit = { x, alpha, basis, lengthScale, lambda, centre, width };
  const holdout = design.holdout
    ? predictHoldout(fit, design.holdout, seed, linalg, partOf(context, 0.9, 0.95))
    : undefined;
  const order = permutation(n, seed);
  const shown = partialDependence(
    x,
    design.transform,
    basis,
    alpha,
    lengthScale,
    order,
    linalg,
    partOf(context, 0.95, 1),
  );
  const curve = curveFit(train, design.transform, basis, lengthScale, linalg, silently(context));
  clock.lap('predict');

  return {
    parameters: chosenParameters(parameters, settings, scale, lambda),
    centre,
    variance: meanOf(train.y.map((v) => (v - mean) ** 2)),
    lengthScale,
    spectrum,
    noise,
    path: structuredClone(path),
    lambda,
    ...(scale.search && { search: structuredClone(scale.search) }),
    metrics: {
      ...(holdout && { holdout: holdout.scores }),
      loo: meanOf(looAtLambda.residuals.map((e) => e * e)),
      gcv: risk.gcv,
      cv: cv.error,
      cvStandardError: cv.standardError,
      folds,
      degreesOfFreedom: risk.degreesOfFreedom,
    },
    ...(holdout && { holdout: holdout.predictions }),
    live: { ...(holdout?.live && { holdout: holdout.live }), partial: shown, ...(curve && { curve }) },
    model: {
      method: krr.id,
      target: design.target,
      transform: design.transform,
      kernel: { name: 'gaussian', lengthScale },
      x,
      alpha,
      centre,
      lambda,
      intervalWidth: width,
    },
    backend: linalg.core,
    timings: clock.laps,
    notes: fitNotes({ design, settings, spectrum, full, lambda, risk, scale, holdout }),
  };
}

/** K-fold error at exactly this lambda; NaN without folds. */
function foldsAt(
  { path, foldsExact }: FullPath,
  basis: Eigenbasis,
  y: Float64Array,
  lambda: number,
  { folds, seed }: KrrSettings,
  context: FitContext,
): { readonly error: number; readonly standardError: number } {
  if (folds === 0) return { error: Number.NaN, standardError: Number.NaN };
  const at = path.lambda.indexOf(lambda);
  if (at >= 0 && foldsExact[at] === 1) return { error: path.cv[at], standardError: path.cvStandardError[at] };
  const assigned = assignFolds(basis.n, folds, seed);
  const { error, standardError } = foldErrors(
    basis,
    y,
    assigned,
    folds,
    Float64Array.of(lambda),
    context.linalg,
    silently(context),
  );
  return { error: error[0], standardError: standardError[0] };
}

/**
 * alpha = (1/n)·U·diag(1/(mu + lambda))·U'y. Directions below the numerical rank take part as long as lambda itself is above
 * rounding: the training rows hardly see them, but new rows away from those may, and the ridge keeps them in bounds.
 */
function coefficients({ n, mu, rank, vectors }: Eigenbasis, spectrum: SpectrumData, lambda: number): Float64Array {
  const used = lambda > n * Number.EPSILON * mu[0] ? n : rank;
  const alpha = new Float64Array(n);
  for (let j = 0; j < used; j++) {
    const weight = spectrum.coordinates[j] / (mu[j] + lambda) / Math.sqrt(n);
    for (let i = 0, o = j * n; i < n; i++, o++) alpha[i] += weight * vectors[o];
  }
  return alpha;
}

/** Every parameter of the schema with its value and how it came about. */
function chosenParameters(
  given: Parameters,
  settings: KrrSettings,
  scale: ChosenScale,
  lambda: number,
): ChosenParameter[] {
  const ruled: Readonly<Record<string, readonly [number, string]>> = {
    lengthScale: [scale.lengthScale, scale.rule],
    lambda: [lambda, settings.lambda === undefined ? LAMBDA_RULES[settings.lambdaRule] : 'set'],
    folds: [settings.folds, 'default'],
  };
  return krrParameters.map(({ name, title, default: standard }) => {
    const set = given[name];
    if (set !== undefined) return { name, title, value: set, rule: 'set' };
    const [value, rule] = ruled[name] ?? [standard, 'default'];
    return { name, title, value, rule };
  });
}

function meanOf(values: Float64Array): number {
  let sum = 0;
  for (const v of values) sum += v;
  return sum / values.length;
}

/** Seconds since the last lap, by name; laps of one name add up. */
function stopwatch(): { readonly laps: Record<string, number>; lap(name: string): void } {
  let last = performance.now();
  const laps: Record<string, number> = {};
  return {
    laps,
    lap(name) {
      const now = performance.now();
      laps[name] = (laps[name] ?? 0) + (now - last) / 1000;
      last = now;
    },
  };
}
