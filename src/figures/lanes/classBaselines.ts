import { predictedLevels, wilson } from '../../engine/statistics/classes';
import { fixed, NARROW } from '../../engine/words/numbers';
import { counted, sentence } from '../../engine/words/sentence';
import { classesAt } from '../fit/classView';
import { wayOf } from '../view/heldOutBaselines';
import { pairedErrors } from '../view/resampling';
import type { RunView } from '../view/view';
import { shareAxis } from './axis';
import type { Lane, Lanes } from './lanes';

const STILL = { how: '', group: 0, muted: false, shown: false } as const;

/** A classification beside what needs no kernel, on the same rows: the share that each has right. */
export function classBaselineLanes(view: RunView): Lanes | undefined {
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
