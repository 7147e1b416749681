// Models to export: every method, kernel and map of features once, small.
import { FEATURE_MAPS } from '../../src/engine/features/mapList';
import { LEAF_NAMES } from '../../src/engine/kernels/leafNames';
import { methods } from '../../src/engine/methods/registry';

export interface Case {
  readonly name: string;
  readonly file: 'mixed' | 'plain' | 'exact';
  readonly fit: readonly string[];
}

const set = (...pairs: string[]): string[] => pairs.flatMap((pair) => ['--set', pair]);
const mixed = (name: string, ...fit: string[]): Case => ({ name, file: 'mixed', fit });
/** Cases of numbers of 0 or more alone, not standardised, as maps of histograms take them. */
const plain = (name: string, ...fit: string[]): Case => ({ name, file: 'plain', fit });

/** A kernel of one column that repeats takes columns that do. */
const withKernel = (kernel: string): Case => mixed(`krr ${kernel}`, ...set(`kernel=${kernel}`), '--target', 'y');

export const CASES: readonly Case[] = [
  ...methods.map(({ id, family }) =>
    mixed(
      id,
      '--method',
      id,
      ...(family === 'components'
        ? ['--features', 'a,b,day,colour', ...set('components=3', 'tradeOff=false')]
        : ['--target', 'y']),
    ),
  ),
  ...LEAF_NAMES.map(({ name }) => withKernel(name)),
  withKernel('0.5*linear+gaussian(lengthScale=2)*spline(order=2,lengthScale=9)'),
  withKernel(
    '0.4*matern32+1.5*laplace(columns=1,lengthScale=0.7)+0.3*gaussian(columns=[2,3],lengthScale=[2,1])+linear(columns=2)*spline(order=2,columns=3,lengthScale=9)',
  ),
  withKernel('spline(order=1.2)'),
  withKernel('spline(order=2.7)'),
  withKernel('spline(order=4)'),
  withKernel('spline(order=3)'),
  withKernel('polyharmonic(exponent=2)'),
  withKernel('tanhNetwork(weight=20)'),
  mixed('krr length scale of each column', '--target', 'y', ...set('lengthScaleRule=ard', 'kernel=matern52')),
  mixed('ckrr-features with terms', '--method', 'ckrr-features', '--target', 'y', ...set('unpenalised=1, a, b^2, a*b')),
  mixed('ckrr-soft by field draws', '--method', 'ckrr-soft', '--target', 'y', ...set('featureMap=field', 'k=4')),
  {
    name: 'krr of few rows that hardly differ',
    file: 'exact',
    fit: ['--target', 'y', ...set('lengthScale=30', 'lambda=1e-8')],
  },
  mixed('krr two targets', '--target', 'y', '--target', 'z'),
  mixed('krr without gaps', '--target', 'y', '--set', 'missing=drop'),
  mixed('krr logarithm', '--target', 'ln(w)', ...set('kernel=gaussian')),
  mixed('quantile of a logarithm', '--method', 'quantile', '--target', 'ln(w)', ...set('tau=0.1,0.5,0.9')),
  mixed('krr weights', '--target', 'y', '--weights', 'w'),
  mixed('krr classes', '--target', 'shade', ...set('kernel=gaussian')),
  mixed('krr two classes', '--target', 'sunny', ...set('kernel=gaussian')),
  mixed('svr two targets', '--method', 'svr', '--target', 'y', '--target', 'z'),
  mixed('quantile of two targets', '--method', 'quantile', '--target', 'y', '--target', 'z', ...set('tau=0.1,0.5,0.9')),
  mixed('rf-ridge two classes', '--method', 'rf-ridge', '--target', 'sunny'),
  ...FEATURE_MAPS.map(({ name: map, kernels: [kernel], nonNegative }) =>
    (nonNegative ? plain : mixed)(
      `rf-ridge ${map}`,
      '--method',
      'rf-ridge',
      '--target',
      'y',
      ...set(`featureMap=${map}`, 'features=40', ...(kernel ? [`kernel=${kernel}`] : [])),
      ...(nonNegative ? set('standardise=false') : []),
    ),
  ),
  mixed(
    'rf-ridge spline of order 1.5',
    '--method',
    'rf-ridge',
    '--target',
    'y',
    ...set('featureMap=spline', 'features=40', 'kernel=spline(order=1.5)'),
  ),
];
