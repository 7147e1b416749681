import type { Calibration, ClassSets } from '../../engine/contract/classes';
import {
  anyOf,
  constant,
  finite,
  flag,
  list,
  nullable,
  number,
  numbers,
  object,
  optional,
  pair,
  text,
  texts,
  whole,
} from '../../engine/contract/schema';
import type { ClassesJson } from '../json';
import { estimated } from './parts';

type By<K extends Calibration['kind']> = Extract<Calibration, { readonly kind: K }>;
type Level = NonNullable<ClassesJson['byLevel']>[number];
type Sets = NonNullable<ClassesJson['sets']>;

/** How scores become probabilities. */
export const calibration = anyOf(
  object<By<'platt'>>(
    { kind: constant('platt'), slope: finite(), intercept: finite(), rows: whole() },
    'p = 1/(1 + exp(−slope·s − intercept))',
  ),
  object<By<'isotonic'>>(
    { kind: constant('isotonic'), scores: numbers(), probabilities: numbers(), rows: whole() },
    'Straight between knots',
  ),
  object<By<'temperature'>>(
    { kind: constant('temperature'), temperature: finite(), offsets: optional(numbers()), rows: whole() },
    'p_k in proportion to exp(s_k/temperature + offset_k)',
  ),
);

/** Which classes the 95 % set of a row holds. */
export const SETS = {
  least: finite('All classes that are at least so probable, and the most probable one'),
  rows: whole('Training rows left out that it was learnt from'),
} satisfies Readonly<Record<keyof ClassSets, unknown>>;

export const classes = object<ClassesJson>(
  {
    levels: texts(),
    heldOut: flag('On held-out rows; otherwise training rows, predicted by fits without them'),
    confusion: list(numbersOfRow(), 'Rows: true level; columns: predicted level'),
    accuracy: finite('Share of rows whose class was predicted correctly'),
    accuracyInterval: pair('95 %, Wilson'),
    baseline: finite('Accuracy of always guessing the most common level'),
    calibration: nullable(
      calibration,
      'How scores become probabilities; rows: training rows left out that it was learnt on',
    ),
    threshold: nullable(finite(), 'Of two classes: the probability of the second above which a row is predicted as it'),
    logLoss: nullable(estimated, 'Mean of −ln p of the true level'),
    brier: nullable(
      estimated,
      'Mean squared error of the probability: of the second of two levels, summed over several',
    ),
    byLevel: nullable(
      list(
        object<Level>({
          level: text(),
          rows: whole('Rows of this level among those judged'),
          precision: nullable(estimated),
          recall: nullable(estimated),
          rocArea: nullable(estimated),
          averagePrecision: number(),
        }),
      ),
      'Each level against the rest',
    ),
    probabilities: nullable(list(numbers()), 'By level, in the order of predictions.rows, or of the training rows'),
    sets: nullable(
      object<Sets>({
        ...SETS,
        of: whole('Rows judged'),
        covered: whole('Rows whose class is in their set'),
        single: whole('Rows with a single class in it'),
        byLevel: list(
          object<Sets['byLevel'][number]>({ rows: whole(), covered: whole(), single: whole() }),
          'The same by level',
        ),
      }),
      '95 % sets of classes',
    ),
  },
  'A classification',
);

function numbersOfRow() {
  return numbers();
}
