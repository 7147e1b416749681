// Fits to repeat in Python: every method and kernel, and what changes the program that is written.
import { FEATURE_MAPS } from '../../src/engine/features/mapList';
import { LEAF_NAMES } from '../../src/engine/kernels/leafNames';
import { methods } from '../../src/engine/methods/registry';

export interface ScriptCase {
  readonly name: string;
  readonly file: string;
  readonly fit: readonly string[];
  /** Largest difference, in standard deviations of the target. */
  readonly close: number;
}

const set = (...pairs: readonly string[]): string[] => pairs.flatMap((pair) => ['--set', pair]);

/**
 * Causes of the differences: rounding alone for direct solutions; the remaining gap for duals, and a kernel matrix in
 * 32 bits for scikit-learn's SVR; which of two residuals comes first for the flow and for steps; scores in 32 bits for
 * components.
 */
const CLOSE: Readonly<Record<string, number>> = {
  ksgd: 1e-8,
  kcd: 1e-8,
  'kl-inf': 1e-6,
  kl1: 1e-5,
  svr: 1e-4,
  quantile: 1e-6,
  'rf-ridge': 1e-8,
  'nystrom-ridge': 1e-8,
  ekpca: 1e-6,
  'ny-kpca': 1e-6,
  'rf-kpca': 1e-6,
};
const closeOf = (method: string) => CLOSE[method] ?? 1e-9;

const COMPONENTS: ReadonlySet<string> = new Set(['ekpca', 'ny-kpca', 'rf-kpca']);
const FEATURES: ReadonlySet<string> = new Set(['rf-ridge', 'nystrom-ridge']);
const FOLDED: ReadonlySet<string> = new Set(
  methods.filter(({ parameters }) => parameters.some(({ name }) => name === 'folds')).map(({ id }) => id),
);
/** Options by which no kernel and no length scale is searched, on few rows, and nothing beside the fit is compared. */
const quick = (method: string, lengthScale: number, more: readonly string[]): string[] => [
  ...[
    'kernel=gaussian',
    `lengthScale=${lengthScale}`,
    'maxRows=100',
    ...(FOLDED.has(method) ? ['folds=0'] : []),
  ].flatMap((pair) => (more.some((word) => word.startsWith(`${pair.split('=')[0]}=`)) ? [] : set(pair))),
  ...more,
];

/** A case on flats with a date, words, yes and no, and gaps. */
const flats = (name: string, method: string, ...more: readonly string[]): ScriptCase => ({
  name,
  file: 'samples/flats.csv',
  close: closeOf(method),
  fit: [
    '--method',
    method,
    ...(COMPONENTS.has(method)
      ? ['--features', 'listed,district,area_m2,age_years,balcony', ...set('components=3', 'tradeOff=false')]
      : ['--target', 'rent']),
    ...(FEATURES.has(method) ? set('compare=false') : []),
    ...quick(method, 6, more),
  ],
});

const harvest = (name: string, method: string, ...more: readonly string[]): ScriptCase => ({
  name,
  file: 'samples/harvest.csv',
  close: closeOf(method),
  fit: [
    '--method',
    method,
    '--target',
    'yield_t_ha',
    '--features',
    'soil,rain_mm,sun_h',
    ...(FEATURES.has(method) ? set('compare=false') : []),
    ...quick(method, 1.5, more),
  ],
});

const WEIGHTED: readonly string[] = [
  'krr',
  'tkrr',
  'ckrr-features',
  'kl-inf',
  'huber',
  'svr',
  'quantile',
  'rf-ridge',
  'nystrom-ridge',
];
const LANDMARKS: readonly string[] = ['ksgd', 'kcd', 'kl-inf', 'kl1', 'huber', 'tukey', 'svr', 'quantile'];
const NO_CONSTANT: readonly string[] = ['krr', 'cutoff', 'svr', 'quantile', 'huber', 'kl-inf', 'rf-ridge'];
const KERNELS = [
  ...LEAF_NAMES.map(({ name }) => name),
  '0.5*linear+gaussian(lengthScale=2)*spline(order=2,lengthScale=9)',
  '0.4*matern32+1.5*laplace(columns=1,lengthScale=0.7)+0.3*gaussian(columns=[2,3],lengthScale=[2,1])+linear(columns=2)*spline(order=2,columns=3,lengthScale=9)',
  'spline(order=1.2)',
  'spline(order=3)',
  'polyharmonic(exponent=2)',
];
/** One of each kind of program. */
const ALL_TRAIN: readonly string[] = [
  'krr',
  'ckrr-soft',
  'quantile',
  'huber',
  'rf-ridge',
  'nystrom-ridge',
  ...COMPONENTS,
];

export const SCRIPT_CASES: readonly ScriptCase[] = [
  ...methods.map(({ id }) => flats(id, id)),
  ...WEIGHTED.map((method) => harvest(`${method} with weights`, method, '--weights', 'plots')),
  // A kernel matrix of low rank meets no small epsilon.
  ...LANDMARKS.map((method) =>
    flats(
      `${method} on landmarks`,
      method,
      ...set('landmarks=40', 'folds=3', ...(method === 'kl1' ? ['epsilon=300'] : [])),
    ),
  ),
  ...NO_CONSTANT.map((method) => flats(`${method} without a constant`, method, ...set('intercept=false'))),
  ...ALL_TRAIN.map((method) => flats(`${method}, nothing held out`, method, '--holdout', '0')),
  ...KERNELS.map((kernel) => ({
    ...harvest(`krr ${kernel}`, 'krr', ...set(`kernel=${kernel}`, 'lambda=1e-4', 'maxRows=60')),
    // Angles between equal rows are known to half of the digits.
    close: kernel === 'arcCosine0' ? 1e-7 : 1e-9,
  })),
  ...FEATURE_MAPS.filter(({ nonNegative }) => !nonNegative).map(({ name, kernels: [kernel] }) =>
    harvest(
      `rf-ridge ${name}`,
      'rf-ridge',
      ...set(`featureMap=${name}`, 'features=30', 'lambda=1e-3', 'maxRows=60', ...(kernel ? [`kernel=${kernel}`] : [])),
    ),
  ),
  harvest('two targets', 'krr', '--target', 'protein_pct'),
  // The constant of the third level of the second may be anywhere between two rows.
  { ...harvest('quantiles of two targets', 'quantile', '--target', 'protein_pct', ...set('folds=3')), close: 0.05 },
  harvest('svr of two targets', 'svr', '--target', 'protein_pct', ...set('folds=3')),
  flats('kgd with momentum', 'kgd', ...set('momentum=0.9')),
  flats('kgf with momentum', 'kgf', ...set('momentum=0.5')),
  flats(
    'ckrr-features with terms',
    'ckrr-features',
    ...set('unpenalised=1, area_m2, area_m2^2, district, area_m2*rooms'),
  ),
  flats('ckrr-features with a trained network', 'ckrr-features', ...set('hidden=4')),
  flats('ckrr-soft by field draws', 'ckrr-soft', ...set('featureMap=field', 'k=5')),
  flats('ckrr-soft by random features', 'ckrr-soft', ...set('form=randomFeatures', 'features=80', 'k=5')),
  flats('rf-ridge in zones', 'rf-ridge', ...set('features=60', 'k=3', 'r=30', 'unpenalised=area_m2')),
  flats('nystrom-ridge by another kernel', 'nystrom-ridge', ...set('kernel=matern52', 'landmarks=60')),
  flats('nystrom-ridge of a polynomial', 'nystrom-ridge', ...set('kernel=polynomial(degree=2)', 'landmarks=60')),
  flats('nystrom-ridge by conjugate gradients', 'nystrom-ridge', ...set('solver=conjugateGradient', 'landmarks=60')),
  flats('ksgd in steps', 'ksgd', ...set('stepSize=0.05', 'folds=3')),
  flats('huber by the standard deviation', 'huber', ...set('residualScale=deviation', 'tuning=1.1', 'folds=3')),
  flats(
    'rows of a filter and a subsample',
    'krr',
    '--where',
    'area_m2 > 40',
    '--without',
    '3,10-14',
    ...set('maxRows=150'),
  ),
  flats('rows without gaps, not standardised', 'krr', ...set('missing=drop', 'standardise=false', 'lengthScale=300')),
  flats('the last rows by date', 'krr', '--holdout', 'time:listed'),
  // Their rows are not standardised, and counts or shares.
  ...FEATURE_MAPS.filter(({ nonNegative }) => nonNegative).map(({ name }) => ({
    ...harvest(
      `rf-ridge ${name}`,
      'rf-ridge',
      ...set(`featureMap=${name}`, 'features=30', 'lambda=1e-3', 'standardise=false'),
    ),
    close: 1e-5,
  })),
];
