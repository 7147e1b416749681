import { wilson } from '../../engine/statistics/classes';
import { fixed, inUnits, NARROW, percent } from '../../engine/words/numbers';
import { counted, sentence } from '../../engine/words/sentence';
import { classesAt } from '../spectral/classView';
import { pairedErrors } from '../view/resampling';
import type { RunView } from '../view/view';
import { logAxis, shareAxis } from './axis';
import type { Lane, Lanes } from './lanes';

/** How far below its upper end the axis reaches at least: it stands still while a slider moves. */
const REACH = 3;

/** Where nothing raced: this fit beside what needs no kernel, on the same held-out rows. Undefined where nothing is held out. */
export function baselineLanes(view: RunView): Lanes | undefined {
  if (view.run.classes) return classLanes(view);
  const { holdout } = view.run;
  const shown = view.holdout();
  if (!holdout || !shown || holdout.observed.length < 2 || !(shown.rmse > 0)) return undefined;
  // Quantiles are judged by neither.
  if (view.robust?.fit.taus) return undefined;
  // Squares would hide what a robust fit is for.
  const measure = view.robust ? 'mae' : 'rmse';
  const own = shown[measure];
  const { observed } = holdout;
  const mean = observed.map(() => view.run.mean);
  const ways = [{ id: 'mean', name: 'Mean', predicted: mean }];
  const scored = ways.map((way) => ({ ...way, ...pairedErrors(measure, observed, way.predicted, shown.predicted) }));
  const { interval } = pairedErrors(measure, observed, shown.predicted, shown.predicted);
  const told = inUnits(own, 3);
  const title = { rmse: 'RMSE', mae: 'mean absolute error' }[measure];
  const lanes: Lane[] = [
    ...scored.map(({ id, name, error, difference }): Lane => {
      const [low, high] = difference;
      const half = (high - low) / 2;
      const beside =
        low <= 0 && high >= 0 ? 'equally well' : `${error > own ? '+' : ''}${told(error - own)} ± ${told(half)}`;
      const spoken = `${name}: ${title} ${told(error)}, ${beside}`;
      return { ...STILL, id, name, muted: true, look: 'baseline', at: error, value: told(error), beside, spoken };
    }),
    {
      ...STILL,
      id: 'fit',
      name: 'This fit',
      group: 1,
      look: 'full',
      at: own,
      interval,
      value: told(own),
      beside: '',
      shown: true,
      spoken: `This fit: ${title} ${told(own)}`,
    },
  ];
  const [{ error, difference }] = scored;
  const less = 1 - own / error;
  const rows = counted(observed.length, 'new row');
  return {
    id: 'baselines',
    title: 'Compared with no kernel at all',
    sentence:
      difference[0] <= 0
        ? sentence('', 'Not told apart', ` from always predicting the mean, on ${rows}.`)
        : sentence('The typical error is ', percent(less), ` below that of always predicting the mean, on ${rows}.`),
    axis: {
      title,
      scale: 'log',
      format: 'plain',
      ...logAxis([...scored.map((way) => way.error), ...fittedEnds(view, measure, own)], REACH),
    },
    heads: { value: '', beside: `above this fit, 95${NARROW}%` },
    rule: { at: own, kind: 'lowest' },
    lanes,
    data: {
      columns: ['way', title, 'above this fit, from', 'to'],
      rows: [...scored.map((way) => [way.name, way.error, ...way.difference]), ['This fit', own, '', '']],
    },
  };
}

/** The error as fitted, with its interval where the run has one: what the axis has room for wherever a slider stands. */
function fittedEnds({ run }: RunView, measure: 'rmse' | 'mae', own: number): readonly number[] {
  const { holdout } = run.metrics;
  if (holdout === undefined) return [own];
  return measure === 'rmse' ? [holdout.rmse, ...holdout.rmseInterval] : [holdout.mae];
}

const STILL = { how: '', group: 0, muted: false, shown: false } as const;

function classLanes(view: RunView): Lanes | undefined {
  const classes = classesAt(view);
  if (classes === undefined || classes.rows === 0) return undefined;
  const { accuracy, interval, baseline, rows, heldOut } = classes;
  const told = (share: number) => `${fixed(100 * share, 1)}${NARROW}%`;
  const common = wilson(Math.round(baseline * rows), rows);
  const lane = (id: string, name: string, at: number, ends: readonly [number, number]) => ({
    ...STILL,
    id,
    name,
    at,
    interval: ends,
    value: told(at),
    beside: '',
    spoken: `${name}: ${told(at)} correct`,
  });
  const what = heldOut ? counted(rows, 'new row') : `${counted(rows, 'row')}, each predicted by fits without it`;
  return {
    id: 'baselines',
    title: 'Compared with no kernel at all',
    sentence: sentence(
      '',
      told(accuracy),
      ` correct; always guessing the most common class gets ${told(baseline)}, on ${what}.`,
    ),
    axis: {
      title: 'correct',
      scale: 'linear',
      format: 'percent',
      ...shareAxis([...common, ...(view.run.classes?.accuracyInterval ?? interval)]),
    },
    heads: { value: '', beside: '' },
    lanes: [
      { ...lane('mean', 'Most common class', baseline, common), muted: true, look: 'baseline' },
      { ...lane('fit', 'This fit', accuracy, interval), group: 1, look: 'full', shown: true },
    ],
    data: {
      columns: ['way', 'share correct', '95 % from', '95 % to'],
      rows: [
        ['Most common class', baseline, ...common],
        ['This fit', accuracy, ...interval],
      ],
    },
  };
}
