import { byLevel } from '../../engine/statistics/calibration';
import { wilson } from '../../engine/statistics/classes';
import { countSets, type SetCount, setsOf } from '../../engine/statistics/classSets';
import { missesNominal, rowsByWidth } from '../../engine/statistics/intervals';
import { count, NARROW, percent, percentRange } from '../../engine/words/numbers';
import { counted, plural, sentence } from '../../engine/words/sentence';
import { formsOf } from '../view/targetForms';
import type { RunView } from '../view/view';
import { type Lane, type Lanes, lanesShareAxis, UNCHOSEN } from './lanes';

const THIRDS = ['narrowest third', 'middle third', 'widest third'] as const;
/** The position of the worst third, in words. */
const WHERE = ['narrowest', 'neither narrow nor wide', 'widest'] as const;

interface Held {
  readonly name: string;
  readonly rows: number;
  readonly inside: number;
  /** Training rows that such intervals were calibrated by. */
  readonly trained: number;
  /** The number of these rows that say as much as one that is inside or outside by itself. */
  readonly designEffect: number;
  /** Half of the middle width, in units of the target. */
  readonly half: number;
}

/**
 * How many held-out rows the 95 % intervals hold, in all and by thirds of their width: one fraction for all may hide
 * that narrow ones miss. Undefined where nothing is held out, for classes and quantiles.
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
      designEffect: run.metrics.holdout?.designEffect?.inside ?? 1,
      inside: rows.filter((j) => observed[j] >= lower[j] && observed[j] <= upper[j]).length,
      half: widths[rows.length >> 1] / 2,
    };
  };
  const { all, thirds } = rowsByWidth(lower, upper);
  const whole = held('all', all);
  const parts = [whole, ...thirds.map((rows, i) => held(THIRDS[i], rows))];
  const told = formsOf(run).error.miss;
  const lanes = parts.map((part, i) => {
    const half = told(part.half);
    const spoken = (misses: boolean) => `inside, half-width ${half}${misses ? ', fewer than 95 %' : ''}`;
    const { name, rows, inside, trained, designEffect } = part;
    return coverageLane({ id: name, name, rows, inside, trained, designEffect, beside: `± ${half}` }, i, spoken);
  });
  return {
    id: 'interval-coverage',
    title: 'Prediction intervals',
    sentence: finding(parts, told),
    ...coverageFrame(lanes, 'rows inside', 'half-width'),
    ...((moved || robust?.moved) && { note: 'As fitted: intervals do not follow the slider.' }),
    data: {
      columns: ['intervals', 'rows', 'inside', 'share', '95 % from', '95 % to', 'half of the middle width'],
      rows: parts.map((part) => [...coveredCells({ ...part, covered: part.inside }), part.half]),
    },
  };
}

function finding([all, ...thirds]: readonly Held[], told: (v: number) => string) {
  const begin = `95${NARROW}% intervals${thirds.length === 0 ? `, ± ${told(all.half)} everywhere,` : ''} hold `;
  const held = `${count(all.inside)} of ${count(all.rows)}`;
  if (missesNominal(all.inside / all.rows, all.rows, all.trained, all.designEffect))
    return sentence(begin, held, ' new rows, far fewer than 95 in 100: do not rely on them.');
  if (thirds.length === 0) return sentence(begin, held, ` new ${all.rows === 1 ? 'row' : 'rows'}.`);
  const shares = thirds.map(({ inside, rows }) => inside / rows);
  const worst = shares.indexOf(Math.min(...shares));
  const { inside, rows, trained, designEffect } = thirds[worst];
  const where = `${count(inside)} of ${counted(rows, 'row')} where they are ${WHERE[worst]}`;
  return missesNominal(inside / rows, rows, trained, designEffect)
    ? sentence(begin, held, ` new rows, but only ${where}: do not rely on their width.`)
    : sentence(begin, held, ` new rows, and at least ${where}.`);
}

const NOMINAL = 0.95;

/**
 * A lane for rows of which `inside` out of `rows` are held, where 95 % should be by `trained` rows; the first lane is
 * of all rows. `spoken`: the words behind its name and counts.
 */
function coverageLane(
  {
    name,
    rows,
    inside,
    trained,
    designEffect,
    ...said
  }: Pick<Lane, 'id' | 'name' | 'beside'> & Record<'rows' | 'inside' | 'trained' | 'designEffect', number>,
  place: number,
  spoken: (misses: boolean) => string,
): Lane {
  const misses = missesNominal(inside / rows, rows, trained, designEffect);
  const value = `${count(inside)} of ${count(rows)}`;
  return {
    ...UNCHOSEN,
    ...said,
    name,
    group: Math.min(1, place),
    muted: place > 0,
    look: misses ? 'below' : 'full',
    at: inside / rows,
    interval: wilson(inside, rows, designEffect),
    value,
    spoken: `${name}: ${value} ${plural(rows, 'row')} ${spoken(misses)}`,
  };
}

/** Lanes on an axis of shares, beside the nominal one. */
const coverageFrame = (lanes: readonly Lane[], title: string, beside: string) =>
  ({
    axis: { ...lanesShareAxis([NOMINAL, ...lanes.flatMap(({ interval = [] }) => [...interval])]), title },
    heads: { value: '', beside },
    rule: { at: NOMINAL, kind: 'nominal' },
    lanes,
  }) satisfies Partial<Lanes>;

/** The most classes that have a lane; of more classes, those whose sets hold the fewest. */
const MOST_CLASSES = 6;

interface HeldSet extends SetCount {
  readonly name: string;
  /** Training rows that such sets were calibrated by. */
  readonly trained: number;
  /** The number of these rows that say as much as one. */
  readonly designEffect: number;
}

/** How many held-out rows have their class in their 95 % set, in all and by class. Undefined where nothing is held out. */
export function setCoverageLanes({ run, moved }: RunView): Lanes | undefined {
  const { classes } = run;
  if (!classes?.heldOut || !classes.sets || !classes.probability) return undefined;
  const { observed, probabilities } = classes.probability;
  const { byLevel: levels, ...counts } = countSets(setsOf(byLevel(probabilities), classes.sets), observed);
  if (counts.rows === 0) return undefined;
  const calibrated = { trained: run.data.train, designEffect: classes.designEffect ?? 1 };
  const all = { name: 'all', ...counts, ...calibrated };
  const named = levels
    .map((level, k) => ({ name: classes.levels[k], ...level, ...calibrated }))
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => a.covered / a.rows - b.covered / b.rows);
  const shown = named.slice(0, MOST_CLASSES);
  const inOrder =
    named.length > MOST_CLASSES ? shown : classes.levels.flatMap((of) => shown.filter((l) => l.name === of));
  const lanes = [all, ...inOrder].map(laneOf);
  return {
    id: 'set-coverage',
    title: 'Sets of classes',
    sentence: setFinding(all, named[0]),
    ...coverageFrame(lanes, 'class in the set', 'single class'),
    note: `95${NARROW}% holds for all rows together, not for each class. ${moved ? 'These sets are of the fitted values and do not follow the slider. ' : ''}Predictions have the sets as a column.`,
    data: {
      columns: ['class', 'rows', 'in the set', 'share', '95 % from', '95 % to', 'single class'],
      rows: [all, ...named].map((set) => [...coveredCells(set), set.single]),
    },
  };
}

function laneOf({ name, rows, covered, single, trained, designEffect }: HeldSet, place: number): Lane {
  const beside = percent(single / rows);
  const id = place === 0 ? 'all' : `class ${name}`;
  const spoken = (misses: boolean) =>
    `have their class in the set, ${beside} a single class${misses ? `; fewer than 95${NARROW}%` : ''}`;
  return coverageLane({ id, name, rows, inside: covered, trained, designEffect, beside }, place, spoken);
}

function setFinding({ rows, covered, single, trained, designEffect }: HeldSet, worst: HeldSet) {
  const [low, high] = wilson(covered, rows, designEffect);
  const begin = `95${NARROW}% sets of classes hold the true class of `;
  const held = `${count(covered)} of ${count(rows)}`;
  const sure = ` new ${rows === 1 ? 'row' : 'rows'} (95${NARROW}%: ${percentRange([low, high])})`;
  const ofOne = single === rows ? 'each is a single class' : `${percent(single / rows)} are a single class`;
  if (missesNominal(covered / rows, rows, trained, designEffect))
    return sentence(begin, held, `${sure}, far fewer than 95 in 100: do not rely on them.`);
  if (missesNominal(worst.covered / worst.rows, worst.rows, trained, designEffect))
    return sentence(
      begin,
      held,
      `${sure}, but only ${count(worst.covered)} of ${counted(worst.rows, 'row')} of class ${worst.name}; ${ofOne}.`,
    );
  return sentence(begin, held, `${sure}; ${ofOne}.`);
}

/**
 * The cells of a group of rows, some of which are covered: its size, how many are covered, their fraction, and its
 * interval.
 */
const coveredCells = ({
  name,
  covered,
  rows,
  designEffect,
}: Pick<HeldSet, 'name' | 'covered' | 'rows' | 'designEffect'>) =>
  [name, rows, covered, covered / rows, ...wilson(covered, rows, designEffect)] as const;
