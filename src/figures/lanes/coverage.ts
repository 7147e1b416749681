import { wilson } from '../../engine/statistics/classes';
import { missesNominal, rowsByWidth } from '../../engine/statistics/intervals';
import { count, inUnits, NARROW } from '../../engine/words/numbers';
import { counted, sentence } from '../../engine/words/sentence';
import type { RunView } from '../view/view';
import { coverageFrame, coverageLane } from './coverageLane';
import type { Lanes } from './lanes';

const THIRDS = ['narrowest third', 'middle third', 'widest third'] as const;
/** Where the worst third lies, in words. */
const WHERE = ['narrowest', 'neither narrow nor wide', 'widest'] as const;

interface Held {
  readonly name: string;
  readonly rows: number;
  readonly inside: number;
  /** Training rows that such intervals were calibrated by. */
  readonly trained: number;
  /** Half of the middle width, in units of the target. */
  readonly half: number;
}

/**
 * How many held-out rows the 95 % intervals hold, in all and by thirds of their width: one share for all may hide that narrow ones miss.
 * Undefined where nothing is held out, for classes and quantiles.
 */
export function coverageLanes({ run, moved, robust }: RunView): Lanes | undefined {
  const { holdout } = run;
  if (!holdout || holdout.observed.length === 0 || run.classes || robust?.fit.taus) return undefined;
  const { observed, lower, upper } = holdout;
  if (![lower, upper].every((ends) => ends.every(Number.isFinite))) return undefined;
  const held = (name: string, rows: Uint32Array): Held => {
    const widths = Float64Array.from(rows, (j) => upper[j] - lower[j]).sort();
    return {
      name,
      rows: rows.length,
      trained: run.data.train,
      inside: rows.filter((j) => observed[j] >= lower[j] && observed[j] <= upper[j]).length,
      half: widths[rows.length >> 1] / 2,
    };
  };
  const { all, thirds } = rowsByWidth(lower, upper);
  const whole = held('all', all);
  const parts = [whole, ...thirds.map((rows, i) => held(THIRDS[i], rows))];
  const told = inUnits(parts[Math.min(1, parts.length - 1)].half, 2);
  const lanes = parts.map((part, i) => {
    const half = told(part.half);
    const spoken = (misses: boolean) => `inside, half-width ${half}${misses ? ', fewer than 95 %' : ''}`;
    const { name, rows, inside, trained } = part;
    return coverageLane({ id: name, name, rows, inside, trained, beside: `± ${half}` }, i, spoken);
  });
  return {
    id: 'interval-coverage',
    title: 'Prediction intervals',
    sentence: finding(parts, told),
    ...coverageFrame(lanes, 'rows inside', 'half-width'),
    ...((moved || robust?.moved) && { note: 'As fitted: intervals do not follow the slider.' }),
    data: {
      columns: ['intervals', 'rows', 'inside', 'share', '95 % from', '95 % to', 'half of the middle width'],
      rows: parts.map(({ name, rows, inside, half }) => [
        name,
        rows,
        inside,
        inside / rows,
        ...wilson(inside, rows),
        half,
      ]),
    },
  };
}

function finding([all, ...thirds]: readonly Held[], told: (v: number) => string) {
  const begin = `95${NARROW}% intervals${thirds.length === 0 ? `, ± ${told(all.half)} everywhere,` : ''} hold `;
  const held = `${count(all.inside)} of ${count(all.rows)}`;
  if (missesNominal(all.inside / all.rows, all.rows, all.trained))
    return sentence(begin, held, ' new rows, far fewer than 95 in 100: do not rely on them.');
  if (thirds.length === 0) return sentence(begin, held, ` new ${all.rows === 1 ? 'row' : 'rows'}.`);
  const shares = thirds.map(({ inside, rows }) => inside / rows);
  const worst = shares.indexOf(Math.min(...shares));
  const { inside, rows, trained } = thirds[worst];
  const where = `${count(inside)} of ${counted(rows, 'row')} where they are ${WHERE[worst]}`;
  return missesNominal(inside / rows, rows, trained)
    ? sentence(begin, held, ` new rows, but only ${where}: do not rely on their width.`)
    : sentence(begin, held, ` new rows, and at least ${where}.`);
}
