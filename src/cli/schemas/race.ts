import { PAIRED_VERDICTS } from '../../engine/contract/pairedVerdict';
import type { Approximates, Race, RaceDifference, RaceHuber, RaceLane, RaceNumber } from '../../engine/contract/race';
import {
  finite,
  flag,
  list,
  named,
  number,
  numbers,
  object,
  oneOf,
  optional,
  pair,
  text,
  texts,
  whole,
} from '../../engine/contract/schema';

const MEASURED = { value: number(), standardError: number(), interval: pair('95 %') };
const measured = named('raceNumber', object<RaceNumber>(MEASURED));

const difference = named(
  'raceDifference',
  object<RaceDifference>(
    {
      ...MEASURED,
      share: number('Of the error of the one compared with'),
      shareHalfWidth: number('Of its 95 % interval'),
      verdict: oneOf(PAIRED_VERDICTS),
    },
    'The error less that of the one chosen, on the same rows',
  ),
);

const laneId = oneOf([
  'mean',
  'column',
  'line',
  'gaussian',
  'matern32',
  'laplace',
  'gaussian-columns',
  'matern32-columns',
  'sum',
  'landmarks',
  'features',
  'huber',
]);

const lane = object<RaceLane>(
  {
    id: laneId,
    title: text(),
    baseline: flag('It needs no kernel'),
    state: oneOf(['waits', 'running', 'judged', 'stopped', 'halted', 'failed']),
    folds: whole('Folds it was judged on'),
    error: optional(measured),
    difference: optional(difference),
    lengthScale: optional(numbers('One, or one for each of the columns')),
    kernel: optional(text('Of a sum over columns in their place: its expression')),
    lambda: optional(number('Per sample of the rows compared on')),
    column: optional(text('Of the best single column: which')),
    approximates: optional(
      object<Approximates>(
        {
          count: whole('Landmarks or random features'),
          rows: whole('Training rows that they learn from'),
          fitted: flag('The run itself is fitted by them'),
          toOther: optional(difference),
        },
        'Of landmarks and random features; toOther: the error less that of the other of the two, shares of its error',
      ),
    ),
    why: optional(text('Why it was stopped or failed')),
    seconds: finite('Of computation, over all threads'),
  },
  'One candidate',
);

export const race = named(
  'race',
  object<Race>(
    {
      task: oneOf(['regress', 'classify']),
      loss: oneOf(
        ['squared', 'misclassified', 'absolute', 'pinball'],
        'Errors are root mean squares or mean absolute errors in units of the target, shares of rows, or mean quantile losses',
      ),
      taus: optional(numbers('Of a quantile loss')),
      judgedWith: optional(
        object<NonNullable<Race['judgedWith']>>(
          { kind: oneOf(['landmarks', 'features']), count: whole() },
          'Landmarks or random features in the place of the kernels that are judged, as the method fits them',
        ),
      ),
      target: text(),
      rows: whole('Training rows compared on'),
      trainingRows: whole(),
      folds: whole(),
      optimism: optional(
        number(
          'By how much the mean loss of the chosen one is too low for having been chosen by it; its interval counts it',
        ),
      ),
      seed: whole(),
      columns: texts('Columns of the file, in the order of length scales'),
      lanes: list(
        lane,
        'Baselines first, then from smooth to rough, then what joins with the kernel of the one chosen',
      ),
      chosen: optional(laneId),
      lowest: optional(laneId),
      huber: optional(
        object<RaceHuber>(
          {
            lane: laneId,
            beyond: whole("Rows left out that Huber's fit misses by more than 3.5 robust scales"),
            rows: list(whole(), 'Of these at most 20 as data rows, from 1, the furthest first'),
            drawnIn: whole('Targets that count as ten robust scales from a first robust fit, as they lie further out'),
            error: measured,
            difference,
            lower: flag('By more than one standard error of the difference, and by 1 % at least'),
          },
          "Huber's fit with the kernel of the one chosen, by mean absolute errors; there where errors of that one lie far out",
        ),
      ),
      endedAfter: optional(whole('Folds judged when a person ended the comparison')),
      rule: text('How the one chosen was chosen'),
      seconds: finite(),
    },
    'Candidates on the same folds of the training rows',
  ),
);
