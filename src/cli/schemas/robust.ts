import type { RobustFit, Suspect } from '../../engine/contract/robust';
import {
  finite,
  list,
  named,
  nullable,
  number,
  numbers,
  object,
  oneOf,
  pair,
  text,
  whole,
  wholes,
} from '../../engine/contract/schema';
import type { RobustJson } from '../json';

type Calibrated = NonNullable<RobustFit['calibration']>[number];

const path = object<RobustJson['path']>(
  {
    grid: numbers('Strengths, ascending'),
    loss: oneOf(['absolute', 'squared', 'pinball']),
    score: numbers('Mean loss on rows left out'),
    scoreStandardError: numbers(),
    training: numbers('Mean loss on training rows'),
    support: numbers('Rows with a coefficient'),
    largest: numbers('Largest coefficient'),
    remainder: numbers('Relative duality gap or last change'),
  },
  'Along the strengths',
);

export const robust = named(
  'robust',
  object<RobustJson>(
    {
      axis: oneOf(['t', 'c', 'epsilon', 'lambda']),
      strength: finite(),
      rule: text('What chose the strength'),
      scored: object<RobustFit['scored']>(
        { by: oneOf(['folds', 'validation']), folds: whole(), rows: whole() },
        'Where errors on rows left out come from, and how many rows they are of',
      ),
      path,
      taus: nullable(numbers('Levels of quantiles')),
      rows: wholes('Data rows of the training rows, in the order of alpha'),
      alpha: numbers('Coefficients at the strength used; of the middle quantile'),
      weights: nullable(numbers(), 'Weights of the rows from 0 to 1; M-estimators only'),
      errors: numbers(
        'Observed less predicted, by a fit without the row where it was left out, otherwise by the fit; of the middle quantile',
      ),
      scale: number('Robust standard deviation of the errors on rows left out, at least a tenth of the plain one'),
      centre: number('Their median'),
      beyond: whole('Training rows whose error lies more than 3.5 scales from the centre'),
      suspects: list(
        object<Omit<Suspect, 'at'>>({
          row: whole('Counted from 1'),
          line: whole('Of the file'),
          observed: number(),
          predicted: number(),
          scaled: number('Error from the centre over the scale'),
        }),
        'The furthest first; at most 200, and none where more than a tenth of all lie that far out',
      ),
      suspectCount: whole(),
      convergence: object<RobustFit['convergence']>({
        measure: oneOf(['gap', 'change', 'exact']),
        worst: number(),
        tolerance: number(),
        iterations: whole(),
      }),
      calibration: nullable(
        list(object<Calibrated>({ tau: finite(), below: number(), interval: pair('95 %'), n: whole() })),
        'Share of held-out values at or below each quantile',
      ),
      crossed: nullable(finite(), 'Share of rows at which quantiles crossed before they were put in order'),
      landmarks: nullable(
        object<NonNullable<RobustFit['landmarks']>>({
          count: whole(),
          traceLeft: number("Share of the kernel's trace that they leave out"),
        }),
      ),
      squared: nullable(
        object<{ r2: number; rmse: number; mae: number }>({ r2: number(), rmse: number(), mae: number() }),
        'Held-out scores of ridge regression with the same kernel',
      ),
    },
    'A robust, sparse or quantile fit',
  ),
);
