import type { Approximation } from '../../engine/contract/approximation';
import {
  constant,
  either,
  finite,
  named,
  nullable,
  number,
  numbers,
  object,
  oneOf,
  text,
  told,
  whole,
  wholes,
} from '../../engine/contract/schema';
import type { ApproximationJson, CurveJson } from '../json';

type Solver<K extends Approximation['solver']['kind']> = Extract<Approximation['solver'], { readonly kind: K }>;

const KIND = oneOf(['randomFeatures', 'landmarks']);

const curve = named(
  'approximationCurve',
  object<CurveJson>(
    {
      kind: KIND,
      counts: wholes('Features or landmarks, ascending'),
      lambda: numbers('The best of each count, per sample'),
      degreesOfFreedom: numbers(),
      gcv: numbers('Target units squared'),
      holdout: nullable(numbers(), 'Mean squared held-out error, target units squared'),
      standardError: nullable(
        numbers(),
        'Of the difference between each held-out error and the lowest, over the same rows',
      ),
      seconds: numbers(),
      bytes: numbers(),
      sufficient: object<CurveJson['sufficient']>(
        { from: whole(), to: whole() },
        'Counts that are enough: from the fewest whose error is within 1 % or one standard error of the lowest, to that of the lowest; by GCV when nothing is held out',
      ),
    },
    'By number of features, each at its own best lambda',
  ),
);

export const approximation = object<ApproximationJson>(
  {
    kind: KIND,
    count: whole('Features M or landmarks m'),
    title: text(),
    kernelError: nullable(
      object<NonNullable<Approximation['kernelError']>>({ value: number(), rows: whole() }),
      'Root mean square error of the kernel over pairs of this many rows, as a share of the mean of k(x, x)',
    ),
    traceLeft: nullable(finite(), "Landmarks: share of the kernel's trace they leave out, over training rows"),
    curve: told('This fit with its first features alone', curve),
    peer: nullable(curve, 'The other kind on the same rows'),
    exact: nullable(
      object<NonNullable<Approximation['exact']>>({ rows: whole(), holdout: number(), seconds: finite() }),
      'Kernel ridge regression without approximation on a sample of the training rows: mean squared held-out error',
    ),
    recommended: object<Approximation['recommended']>(
      { count: whole(), lambda: number(), g: number(), r: number(), rule: text() },
      'How many features theory has, its constants taken as 1, from the estimated exponents g of effective dimension and r of source',
    ),
    sampling: nullable(
      object<NonNullable<Approximation['sampling']>>({ pilot: whole(), lambda: finite(), effective: finite() }),
      'Leverage scores: pilot rows, the lambda they are for, effective dimension; null when drawn evenly',
    ),
    solver: either(
      object<Solver<'spectrum'>>({ kind: constant('spectrum') }),
      object<Solver<'conjugateGradient'>>({
        kind: constant('conjugateGradient'),
        residuals: numbers('By iteration, as shares of the first'),
        spectrumCount: whole('Landmarks of the fit whose spectrum is given'),
      }),
    ),
    looRows: whole('Training rows whose leave-one-out errors were computed'),
  },
  'Random features or landmarks in place of the kernel. The spectrum is then that of the kernel they make',
);
