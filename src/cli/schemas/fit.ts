import type { Importance } from '../../engine/contract/explain';
import type { FilterSpec } from '../../engine/contract/filter';
import type { ParameterValue } from '../../engine/contract/method';
import type { Baseline } from '../../engine/contract/run';
import {
  anyOf,
  constant,
  finite,
  flag,
  list,
  named,
  nullable,
  number,
  numbers,
  object,
  oneOf,
  open,
  optional,
  pair,
  type Schema,
  text,
  texts,
  told,
  whole,
  wholes,
} from '../../engine/contract/schema';
import { AXES } from '../../engine/filters/axes';
import type { FitJson, PathJson, TargetJson, Written } from '../json';
import type { FitParameters } from '../runJson';
import { approximation } from './approximation';
import { classes } from './classes';
import {
  DESIGN_PARAMETERS,
  data,
  fileName,
  kernelscope,
  linearAlgebra,
  methodId,
  notes,
  schemaOf,
  scores,
  timings,
  warnings,
} from './parts';
import { race } from './race';
import { robust } from './robust';

type FilterOf<K extends FilterSpec['kind']> = Extract<FilterSpec, { readonly kind: K }>;
type Predictions = NonNullable<TargetJson['predictions']>;

const filter: Schema<FilterSpec> = named(
  'filter',
  anyOf(
    object<FilterOf<'zones'>>(
      {
        kind: constant('zones'),
        lambda: finite('Per sample'),
        k: whole('Directions that are not shrunk'),
        r: number('Directions beyond it are dropped; null: none'),
      },
      '1 for the first k directions, mu/(mu + lambda) up to direction r, 0 beyond',
    ),
    object<FilterOf<'flow'>>({ kind: constant('flow'), t: finite(), momentum: finite() }, 'Gradient flow up to time t'),
    object<FilterOf<'descent'>>(
      { kind: constant('descent'), steps: whole(), stepSize: finite(), momentum: finite() },
      'Gradient descent',
    ),
  ),
);

const path = named(
  'path',
  object<PathJson>(
    {
      axis: oneOf(AXES),
      grid: numbers('Values of the axis; lambda is per sample'),
      bias: numbers(),
      variance: numbers(),
      total: numbers('Bias² and variance together'),
      loo: numbers('Leave-one-out error'),
      gcv: numbers(),
      cv: nullable(numbers(), 'Error over folds'),
      cvStandardError: nullable(numbers()),
      degreesOfFreedom: numbers(),
    },
    'Along an axis of the filter; errors in units of the target squared',
  ),
);

const metrics = object<TargetJson['metrics']>({
  holdout: nullable(scores, 'On held-out rows; null where none were held out'),
  loo: number('Mean squared leave-one-out error, target units squared'),
  optimism: number('What loo and cv are to be multiplied by for new rows, as the kernel was chosen on the same ones'),
  gcv: number('Target units squared'),
  cv: number('Mean squared error over folds, target units squared'),
  cvStandardError: number(),
  folds: whole(),
  degreesOfFreedom: number(),
});

const predictions = object<Predictions>(
  {
    rows: wholes('Numbers of the held-out rows, counted from 1'),
    holdout: numbers('Their predictions, in the order of rows'),
    lower: nullable(numbers(), '95 % prediction interval; null for quantiles'),
    upper: nullable(numbers()),
    observed: numbers(),
    quantiles: nullable(
      list(object<NonNullable<Predictions['quantiles']>[number]>({ tau: finite(), predicted: numbers() })),
      'Of quantiles, in place of lower and upper',
    ),
  },
  'Of the held-out rows, in units of the target; null where none were held out',
);

type Exponents = NonNullable<TargetJson['alignment']['exponents']>;

const profiled = object<Exponents['gamma']>({
  value: number(),
  interval: list(number('Null where it has no end')) as never,
});

const exponents = object<Exponents>({
  from: whole('First direction that alpha was fitted on'),
  to: whole(),
  alpha: told('mu_i ~ i^−alpha; the interval holds the exponents of both halves of those directions', profiled),
  gamma: told('The score without noise of direction i ~ mu_i^(2·gamma)/i, over all directions; 95 %', profiled),
  rateTruncated: told('The risk of truncated ridge falls like (sigma²/n)^s', profiled),
  rateRidge: told('That of ridge', profiled),
  regime: nullable(
    oneOf(['under-aligned', 'just-aligned', 'weakly aligned', 'weakly or over-aligned', 'over-aligned']),
    'Null where it cannot be told',
  ),
});

/** What depends on the target. */
const TARGET = {
  target: text('The first target, or the first class'),
  mean: finite('Weighted training mean of the target'),
  filter,
  metrics,
  spectrum: object<TargetJson['spectrum']>({
    n: whole('Training rows'),
    unpenalised: whole('Directions without penalty, the intercept included'),
    mu: numbers('Eigenvalues of the residual kernel matrix over n, descending'),
    rank: whole('Eigenvalues above n·eps·mu_1'),
    effectiveDimension: finite('Sum of mu/(mu + lambda), for filters without lambda at the comparable one'),
  }),
  alignment: object<TargetJson['alignment']>({
    scores: numbers("(u_i'y)²/n, target units squared"),
    noiseFloor: finite('sigma2/n'),
    sigma2: finite('Variance of the noise, target units squared'),
    sigma2StandardError: number(),
    sigma2Interval: pair('95 %'),
    rule: text('How it was estimated'),
    exponents: nullable(exponents, 'Null where the scores show no law'),
  }),
  risk: told('The first of paths', path),
  paths: list(path, 'One for each axis of the filter, the principal one first'),
  predictions: nullable(predictions),
  robust: nullable(
    robust,
    'A robust, sparse or quantile fit; null for others. Filter, spectrum, alignment, risk and paths are then those of ridge regression with the same kernel',
  ),
};

const parameters = open<FitParameters, ParameterValue | null>(
  {
    ...DESIGN_PARAMETERS,
    lambda: number('Per sample; null for filters without one'),
    lambdaTotal: number('n·lambda, n training rows'),
    seed: whole(),
  },
  anyOf(number(), flag(), text()),
  'Every parameter by name',
);

const importance = object<Importance>(
  {
    rows: whole('Held-out rows'),
    repetitions: whole('How often each column was shuffled'),
    loss: oneOf(['squared', 'absolute', 'wrong']),
    target: text(),
    baseline: finite('The mean loss as it is'),
    columns: list(
      object<Importance['columns'][number]>({ column: text(), rise: finite(), interval: pair('95 % over rows') }),
      'The largest rise of the loss first',
    ),
  },
  'With --importance: how much the error on held-out rows rises when the values of a column are shuffled',
);

export const fit = object<Written<FitJson>>(
  {
    $schema: schemaOf('fit'),
    kernelscope,
    method: methodId,
    file: fileName,
    data,
    parameters,
    ...TARGET,
    others: list(named('targetResult', object<TargetJson>(TARGET)), 'Further targets, or further classes'),
    approximation: nullable(approximation),
    race: nullable(race, 'What chose the kernel and its length scales; null where they were set'),
    baselines: list(
      object<Baseline>({
        kind: oneOf(
          ['column', 'line'],
          "The best single column by its levels' means, or ridge regression on the encoded columns",
        ),
        column: optional(text()),
        rows: whole('Training rows it was fitted to'),
        outputs: list(
          object<Baseline['outputs'][number]>({ name: text(), predicted: numbers() }),
          'By target or class, predictions in the order of the held-out rows; of two classes the second, 1 against −1',
        ),
      }),
      'What needs no kernel, fitted to the training rows, on the held-out rows; none where nothing is held out',
    ),
    importance: optional(importance),
    classes: nullable(classes),
    unpenalised: texts('Names of the features without penalty'),
    shortcut: oneOf(['exact', 'fixedBasis'], 'Whether leave-one-out errors are those of refitting'),
    foldsBy: oneOf(['shortcut', 'refit', 'none'], 'How fold errors were found'),
    linearAlgebra,
    timings,
    warnings,
    notes,
  },
  'A fit to a target',
);
