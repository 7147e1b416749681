import type { Sentence } from '../../engine/contract/figure';
import { AS_GOOD } from '../../engine/contract/pairedVerdict';
import { predictedLevels, wilson } from '../../engine/statistics/classes';
import { pairedVerdict } from '../../engine/statistics/pairedVerdict';
import { fixed, inUnits, NARROW, percent } from '../../engine/words/numbers';
import { capitalised, claimed, counted, sentence } from '../../engine/words/sentence';
import { classesAt } from '../fit/classView';
import { baselineWays, wayOf } from '../view/heldOutBaselines';
import { pairedErrors } from '../view/resampling';
import type { RunView } from '../view/view';
import type { Lane, Lanes } from './lanes';
import { logAxis, shareAxis } from './lanes';

/** How far below its upper end the axis reaches at least: it stands still while a slider moves. */
const REACH = 3;

/** Where nothing raced: this fit beside what needs no kernel, on the same held-out rows. Undefined where nothing is held out. */
export function baselineLanes(view: RunView): Lanes | undefined {
  if (view.run.classes) return classBaselineLanes(view);
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
  const ways = [
    { id: 'mean', name: 'Mean', how: '', than: 'always predicting the mean', predicted: mean },
    ...baselineWays(view),
  ];
  const scored = ways.map((way) => ({ ...way, ...pairedErrors(measure, observed, way.predicted, shown.predicted) }));
  const { interval } = pairedErrors(measure, observed, shown.predicted, shown.predicted);
  const told = inUnits(own, 3);
  const title = { rmse: 'RMSE', mae: 'mean absolute error' }[measure];
  const lanes: Lane[] = [
    ...scored.map(({ id, name, how, error, difference }): Lane => {
      const [low, high] = difference;
      const half = (high - low) / 2;
      const beside = `${error > own ? '+' : ''}${told(error - own)} ± ${told(half)}`;
      const spoken = `${wayName({ name, how })}: ${title} ${told(error)}, ${beside}`;
      return { ...STILL, id, name, how, muted: true, look: 'baseline', at: error, value: told(error), beside, spoken };
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
  const best = scored.reduce((least, way) => (way.error < least.error ? way : least));
  return {
    id: 'baselines',
    title: 'Compared with no kernel at all',
    sentence: finding(best, own, title, counted(observed.length, 'new row')),
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
      rows: [...scored.map((way) => [wayName(way), way.error, ...way.difference]), ['This fit', own, '', '']],
    },
  };
}

/** The error as fitted, with its interval where the run has one: what the axis has room for wherever a slider stands. */
function fittedEnds({ run }: RunView, measure: 'rmse' | 'mae', own: number): readonly number[] {
  const { holdout } = run.metrics;
  if (holdout === undefined) return [own];
  return measure === 'rmse' ? [holdout.rmse, ...holdout.rmseInterval] : [holdout.mae];
}

interface ScoredWay {
  readonly than: string;
  readonly error: number;
  readonly difference: readonly [number, number];
}

/** Against the best of what needs no kernel: `difference` is what it is above this fit. */
function finding(
  { than, error, difference: [low, high] }: ScoredWay,
  own: number,
  measure: string,
  rows: string,
): Sentence {
  const verdict = pairedVerdict([low, high], own);
  const share = `${percent(Math.abs(error - own) / error)} ± ${percent((high - low) / 2 / error)} ${error > own ? 'below' : 'above'}`;
  if (verdict === 'worse' || verdict === 'better')
    return claimed('apart-from-baseline', `The ${measure} is `, share, ` that of ${than}, on ${rows}.`);
  if (verdict === 'as good')
    return claimed('as-good', `${capitalised(than)} is `, 'as good', `, within ${percent(AS_GOOD)}, on ${rows}.`);
  return sentence('', 'Not clearly better', ` than ${than}: the ${measure} is ${share}, on ${rows}.`);
}

const wayName = ({ name, how }: { readonly name: string; readonly how: string }): string =>
  how === '' ? name : `${name}, ${how}`;

const STILL = { how: '', group: 0, muted: false, shown: false } as const;

/** A classification beside what needs no kernel, on the same rows: the share that each has right. */
function classBaselineLanes(view: RunView): Lanes | undefined {
  const classes = classesAt(view);
  if (classes === undefined || classes.rows === 0) return undefined;
  const { accuracy, interval, baseline, rows, heldOut } = classes;
  const told = (share: number) => `${fixed(100 * share, 1)}${NARROW}%`;
  const common = wilson(Math.round(baseline * rows), rows);
  const ways = [
    { id: 'mean', name: 'Most common class', how: '', than: 'always guessing the most common class', at: baseline },
    ...linearWays(view),
  ].map((way) => ({ ...way, interval: wilson(Math.round(way.at * rows), rows) }));
  const best = ways.reduce((most, way) => (way.at > most.at ? way : most));
  const what = heldOut ? counted(rows, 'new row') : `${counted(rows, 'row')}, each predicted by fits without it`;
  const lane = (way: {
    id: string;
    name: string;
    at: number;
    interval: readonly [number, number];
    beside?: string;
  }) => ({
    ...STILL,
    ...way,
    value: told(way.at),
    beside: way.beside ?? '',
    spoken: `${way.name}: ${told(way.at)} correct${way.beside ? `, ${way.beside} points` : ''}`,
  });
  return {
    id: 'baselines',
    title: 'Compared with no kernel at all',
    sentence: sentence('', told(accuracy), ` correct; ${best.than} gets ${told(best.at)}, on ${what}.`),
    axis: {
      title: 'correct',
      scale: 'linear',
      format: 'percent',
      ...shareAxis([
        ...common,
        ...ways.flatMap((way) => way.interval),
        ...(view.run.classes?.accuracyInterval ?? interval),
      ]),
    },
    heads: { value: '', beside: ways.length > 1 ? `points, 95${NARROW}%` : '' },
    lanes: [
      ...ways.map((way): Lane => ({ ...lane(way), how: way.how, muted: true, look: 'baseline' })),
      { ...lane({ id: 'fit', name: 'This fit', at: accuracy, interval }), group: 1, look: 'full', shown: true },
    ],
    data: {
      columns: ['way', 'share correct', '95 % from', '95 % to'],
      rows: [
        ...ways.map(({ name, how, at, interval: ends }) => [how === '' ? name : `${name}, ${how}`, at, ...ends]),
        ['This fit', accuracy, ...interval],
      ],
    },
  };
}

/** Each by the share of held-out rows that it has right, with the points by which it differs from this fit on the same rows. */
function linearWays(view: RunView) {
  const { run } = view;
  const judged = classesAt(view)?.judged;
  if (!judged || !run.classes?.heldOut) return [];
  const { observed, predicted } = judged;
  const zeros = new Float64Array(observed.length);
  const wrong = (levels: ArrayLike<number>) => zeros.map((_, j) => Number(levels[j] !== observed[j]));
  const own = wrong(predicted);
  return (run.baselines ?? []).flatMap((baseline) => {
    const scores = run.model.outputs.map(
      ({ name }) => baseline.outputs.find((output) => output.name === name)?.predicted,
    );
    const whole = scores.filter((values) => values?.length === observed.length) as Float64Array[];
    if (whole.length === 0 || whole.length !== scores.length) return [];
    const { error, difference } = pairedErrors('mae', zeros, wrong(predictedLevels(whole)), own);
    const [low, high] = difference;
    const points = 100 * (own.reduce((sum, v) => sum + v, 0) / own.length - error);
    const beside = `${points > 0 ? '+' : ''}${fixed(points, 1)} ± ${fixed(50 * (high - low), 1)}`;
    return [{ ...wayOf(baseline), at: 1 - error, beside }];
  });
}
