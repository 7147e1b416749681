import type { Sentence } from '../../engine/contract/figure';
import { wilson } from '../../engine/statistics/classes';
import { meanOf } from '../../engine/statistics/mean';
import { rankingLosses, rankRows, rocArea } from '../../engine/statistics/ranking';
import { NORMAL_95 } from '../../engine/statistics/student';
import { fixed, NARROW, percent } from '../../engine/words/numbers';
import { capitalised, claimed, counted, stressed } from '../../engine/words/sentence';
import { type ClassesView, classesAt } from '../fit/classView';
import { classBaselineWays } from '../view/heldOutBaselines';
import { alikeMisses, closerWay, fitName, independentRows, type Misses, missesOf, missForm } from '../view/misses';
import { pairedErrors } from '../view/resampling';
import { LEAST_MISSES } from '../view/targetForms';
import type { RunView } from '../view/view';
import { barAxis, type Lane, type Lanes, lanesShareAxis, UNCHOSEN } from './lanes';
import { lineMargin, plainRival, rivalMargin } from './rival';

/** The fit beside ways that need no kernel, on the same held-out rows; undefined where nothing is held out. */
export function howGoodLanes(view: RunView): Lanes | undefined {
  return view.run.classes ? classLanes(view) : missLanes(view);
}

/**
 * End of the axis of misses, in distances of nine in ten rows from their median: longer bars belong to ways that far or
 * drifting targets spoil.
 */
const FURTHEST = 2;

/** Bars: how far half of the rows are missed at most, and behind it, unless the rows are few, nine in ten. */
function missLanes(view: RunView): Lanes | undefined {
  const ways = missesOf(view);
  if (ways === undefined) return undefined;
  const [fit] = ways;
  const written = missForm(view);
  const few = independentRows(view) < LEAST_MISSES;
  const nineInTen = few ? [] : ['9 in 10'];
  const lanes = ways.map(({ id, name, half, nine, interval }): Lane => {
    const [value, beside] = [written.half(half), few ? '' : written.nine(nine)];
    return {
      ...UNCHOSEN,
      id,
      name,
      ...(id === 'fit' ? { look: 'full', shown: true } : { look: 'baseline', muted: true }),
      at: half,
      ...(!few && { to: nine }),
      interval,
      value,
      beside,
      spoken: `${name}: typical miss ${value}${few ? '' : `, nine in ten within ${beside}`}`,
    };
  });
  // Ways that far targets spoil must not set the scale for the others.
  const most = Math.max(written.reach, FURTHEST * written.spread);
  // The interval of a few rows may be unknown.
  const ends = ways.slice(1).map(({ nine, half, interval: [, high] }) => (!few ? nine : high > half ? high : half));
  const cut = ends.some((end) => end > most && most > 0);
  return {
    id: 'how-good',
    title: 'How good',
    sentence:
      (closerWay(ways) === undefined && plainRival(view) && rivalMargin(view)) || compared(view, ways, written.half),
    axis: barAxis([written.reach, ...ends.map((end) => (most > 0 ? Math.min(end, most) : end))]),
    bars: true,
    heads: { value: 'typical', beside: nineInTen.join('') },
    lanes,
    ...(cut && { note: 'Bars that touch the right edge are longer than the axis.' }),
    data: {
      columns: ['way', 'typical miss', '95 % from', '95 % to', ...nineInTen, 'above this fit, 95 % from', 'to'],
      rows: ways.map(({ name, half, interval, nine, above }) => [
        name,
        half,
        ...interval,
        ...(few ? [] : [nine]),
        ...(name === fit.name || above.some(Number.isNaN) ? ['', ''] : above),
      ]),
    },
  };
}

/**
 * Compares the fit with a way without a kernel that is clearly closer; else with ordinary ridge where the loss was
 * changed, otherwise with the straight line; with the mean where there is neither. Where the typical new row does not
 * tell the fit from the straight line, the folds may.
 */
function compared(view: RunView, ways: Misses, written: (miss: number) => string): Sentence {
  const [fit, ...rivals] = ways;
  const rival =
    closerWay(ways) ?? rivals.find(({ id }) => id === 'ridge') ?? rivals.find(({ id }) => id === 'line') ?? rivals[0];
  const [low, high] = rival.above;
  const against = `${written(rival.half)} against ${written(fit.half)}`;
  if (high < 0) return claimed('apart-from-baseline', '', `${capitalised(rival.than)} is closer`, `: ${against}.`);
  if (low > 0) return claimed('apart-from-baseline', '', `${closerBy(rival.half / fit.half)}`, ` than ${rival.than}.`);
  const folds = rival.id === 'line' ? lineMargin(view) : '';
  return stressed(
    'Not clearly closer',
    ` than ${rival.than}: ${written(fit.half)} against ${written(rival.half)}.${folds}`,
  );
}

/** "6.2 times closer", "1,900 times closer", "8 % closer" */
function closerBy(ratio: number): string {
  if (!Number.isFinite(ratio)) return 'Closer';
  return ratio < 1.5
    ? `${percent(1 - 1 / ratio)} closer`
    : `${fixed(Number(ratio.toPrecision(2)), ratio < 9.95 ? 1 : 0)} times closer`;
}

/**
 * A way to classify: the fraction of rows that it gets right or of pairs that it puts in order, and the points by which
 * the fit has more.
 */
interface ClassWay {
  readonly id: string;
  readonly name: string;
  readonly than: string;
  readonly at: number;
  readonly interval: readonly [number, number];
  readonly points?: readonly [number, number];
}

/**
 * A classification beside ways that need no kernel, on the same rows: the fraction that each gets right or, where that
 * says nothing, of pairs that its scores put in order.
 */
function classLanes(view: RunView): Lanes | undefined {
  const classes = classesAt(view);
  if (classes === undefined || classes.rows === 0) return undefined;
  const { accuracy, interval, rows, heldOut, ranking } = classes;
  const area = ranking?.area;
  const own = area ? { at: area.value, interval: area.interval } : { at: accuracy, interval };
  const name = fitName(view);
  // A fit of a straight line is not set beside itself.
  const ways = (ranking ? orderedWays(view, ranking) : linearWays(view, classes)).filter((way) => way.name !== name);
  const all = [{ id: 'fit', name, ...own }, ...ways];
  const best = ways.reduce((most, way) => (way.at > most.at ? way : most));
  const on = counted(rows, heldOut ? 'new row' : 'row');
  const what = area ? 'of pairs in order' : 'right';
  return {
    id: 'how-good',
    title: 'How good',
    sentence: best.points
      ? pointsSentence(best.than, area ? `${percent(best.at)} ${what}` : percent(best.at), best.points)
      : stressed(percent(own.at), ` of ${on} are right; ${best.than} gets ${percent(best.at)}.`),
    axis: lanesShareAxis([
      ...all.flatMap((way) => way.interval),
      ...(area ? [] : (view.run.classes?.accuracyInterval ?? interval)),
    ]),
    heads: { value: area ? 'pairs in order' : 'right', beside: '' },
    lanes: all.map(({ id, name, at, interval: ends }): Lane => {
      const value = `${fixed(100 * at, 1)}${NARROW}%`;
      const shown = id === 'fit';
      const look = shown ? 'full' : 'baseline';
      return {
        ...UNCHOSEN,
        id,
        name,
        look,
        shown,
        muted: !shown,
        at,
        interval: ends,
        value,
        spoken: `${name}: ${value} ${what}`,
      };
    }),
    data: {
      columns: ['way', `share ${what}`, '95 % from', '95 % to'],
      rows: all.map(({ name, at, interval: ends }) => [name, at, ...ends]),
    },
  };
}

/**
 * Says by how many points another way has fewer, with the ends of the 95 % interval on the same rows. `gets` is what it
 * gets.
 */
function pointsSentence(than: string, gets: string, [low, high]: readonly [number, number]): Sentence {
  const who = capitalised(than);
  const text = (points: number) => fixed(points, 0).replace('-', '−');
  const points = `${text(low)} to ${text(high)} points`;
  if (low > 0) return claimed('apart-from-baseline', '', who, ` gets ${gets}: clearly less, by ${points}.`);
  if (high < 0) return claimed('apart-from-baseline', '', `${who} gets more`, `: ${gets}.`);
  return stressed(who, ` gets ${gets}: not clearly less (${points}).`);
}

/**
 * Each way with the fraction of held-out rows that it gets right, and the interval of the points by which this fit gets
 * more of the same rows.
 */
function linearWays(view: RunView, { judged, baseline, rows }: ClassesView): readonly ClassWay[] {
  const designEffect = alikeMisses(view);
  const guess = {
    id: 'mean',
    name: 'always the most common',
    than: 'always guessing the most common class',
    at: baseline,
  };
  const withShare = (way: Omit<ClassWay, 'interval'>) => ({
    ...way,
    interval: wilson(Math.round(way.at * rows), rows, designEffect),
  });
  if (!judged || !view.run.classes?.heldOut) return [withShare(guess)];
  const { observed, predicted } = judged;
  const zeros = new Float64Array(observed.length);
  const wrong = (levels: ArrayLike<number>) => zeros.map((_, j) => Number(levels[j] !== observed[j]));
  const own = wrong(predicted);
  const ways = classBaselineWays(view, observed.length).map(({ levels, ...way }) => {
    const { error, difference } = pairedErrors('mae', zeros, wrong(levels), own, designEffect);
    const points = [100 * difference[0], 100 * difference[1]] as const;
    return { ...namesOf(way), at: 1 - error, points };
  });
  return [...ways, guess].map(withShare);
}

/**
 * Each way with the fraction of pairs, a row of the class looked at and another one, that its scores put in order, and
 * the points by which the fit has more (DeLong et al. 1988).
 */
function orderedWays(
  view: RunView,
  { level, observed, scores: fitted }: NonNullable<ClassesView['ranking']>,
): readonly ClassWay[] {
  const guess = { id: 'mean', name: 'a guess', than: 'a guess', at: 0.5, interval: [0.5, 0.5] } as const;
  const positive = (i: number) => observed[i] === level;
  const own = rankingLosses(fitted, positive);
  const designEffect = alikeMisses(view);
  const ways = classBaselineWays(view, observed.length).map(({ scores: all, ...way }) => {
    const scores = all[all.length > 1 ? level : 0];
    const { value, interval } = rocArea(rankRows(scores, positive), NORMAL_95, designEffect);
    const apart = rankingLosses(scores, positive).map((loss, i) => 100 * (loss - own[i]));
    const mean = meanOf(apart);
    const half =
      (NORMAL_95 * Math.sqrt(designEffect * apart.reduce((sum, v) => sum + (v - mean) ** 2, 0))) / apart.length;
    return { ...namesOf(way), at: value, interval, points: [mean - half, mean + half] as const };
  });
  return [...ways, guess];
}

const namesOf = ({
  id,
  name,
  how,
  than,
}: Pick<ReturnType<typeof classBaselineWays>[number], 'id' | 'name' | 'how' | 'than'>) => ({
  id,
  name: id === 'column' ? `${how} alone` : name.toLowerCase(),
  than,
});
