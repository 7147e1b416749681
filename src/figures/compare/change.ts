import type { FigureSpec, SeriesSpec } from '../../engine/contract/figure';
import { listed } from '../../engine/words/listed';
import { NARROW } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { shortened } from '../fit/levelNames';
import { padded } from '../layout/domains';
import { axisSpec, lineSeries } from '../specs';
import { extent } from '../view/extent';
import type { Comparison } from './comparison';
import { MEASURES } from './words';

/** Each run's error less the baseline's on the same rows, with its interval. Absent where no run can be compared. */
export function changeFigure(comparison: Comparison): FigureSpec | undefined {
  const { standings, baseline, measure } = comparison;
  const drawn = standings.filter(({ difference }, i) => difference || i === baseline);
  if (drawn.length < 2) return undefined;
  const reference = standings[baseline].run.name;
  // The first run stands at the top, as in the table.
  const level = (i: number) => drawn.length - 1 - i;
  const series = drawn.flatMap(({ run, style, difference }, i): SeriesSpec[] => {
    const { value, interval } = difference ?? { value: 0, interval: [0, 0] };
    const point: SeriesSpec = { kind: 'points', ...style, hollow: false, name: run.name, x: [value], y: [level(i)] };
    const y = [level(i), level(i)];
    const line: SeriesSpec = lineSeries(style.role, `${run.name}, 95${NARROW}%`, { x: interval, y });
    return difference ? [line, point] : [point];
  });
  const others = drawn.filter(({ difference }) => difference);
  const near = others
    .filter(
      ({ difference }) => difference?.interval.some((end) => end <= 0) && difference.interval.some((end) => end >= 0),
    )
    .map(({ run }) => run.name);
  const [low, high] = extent([0], ...drawn.map(({ difference }) => difference?.interval ?? [0]));
  return {
    id: 'compare-change',
    title: 'Difference on the same rows',
    sentence:
      near.length > 0
        ? sentence(`${listed(near)} and ${reference} are `, 'not clearly different', ': 0 is in the interval.')
        : others.length > 1
          ? sentence('', 'Every', ` difference from ${reference} is beyond chance: no interval includes 0.`)
          : sentence(
              `The difference of ${others[0].run.name} from ${reference} is `,
              'beyond chance',
              ': its interval does not include 0.',
            ),
    x: axisSpec(
      `${MEASURES[measure].short} minus that of ${reference}`,
      'linear',
      padded(low, high, 0.08),
      measure === 'wrong' ? 'percent' : 'plain',
    ),
    y: {
      title: '',
      scale: 'linear',
      domain: [-0.5, drawn.length - 0.5],
      ticks: drawn.map((_, i) => level(i)).reverse(),
      format: 'level',
      labels: drawn.map(({ run }) => shortened(run.name)).reverse(),
    },
    series,
    rules: [{ axis: 'x', at: 0, role: 'reference' }],
    note: `Lines: 95${NARROW}% intervals over resampled held-out rows.`,
  };
}
