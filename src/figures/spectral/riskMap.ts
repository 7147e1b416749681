import type { FigureSpec, MarkSpec, RuleSpec, Sentence, SurfaceSpec } from '../../engine/contract/figure';
import type { Axis } from '../../engine/contract/filter';
import { filterAt } from '../../engine/filters/anyFilter';
import { AXES } from '../../engine/filters/axes';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { higher, NARROW } from '../../engine/words/numbers';
import { claimed, sentence } from '../../engine/words/sentence';
import { axisRules, filterAxis, shownValue } from '../view/axes';
import type { RiskMap } from '../view/paths';
import type { RunView } from '../view/view';
import { settingText, signOf } from '../words/filterWords';
import { squaredText } from '../words/squared';
import { near } from './errors';
import { riskRange, riskUntold } from './risk';

/** The estimated excess risk over two axes of the filter, in fractions of var(y). Absent for methods with one axis. */
export function riskMapFigure(view: RunView): FigureSpec | undefined {
  return mapFigure(view, 'risk');
}

/** The leave-one-out error over the same two axes. Absent where the run has not computed it. */
export function looMapFigure(view: RunView): FigureSpec | undefined {
  return mapFigure(view, 'loo');
}

type MapKind = 'risk' | 'loo';

const TITLES: Readonly<Record<MapKind, string>> = { risk: 'Estimated risk', loo: 'Leave-one-out error' };

const mapOf = ({ facts, filter }: RunView, pair: readonly [Axis, Axis], kind: MapKind): RiskMap | undefined =>
  kind === 'risk' ? facts.paths.riskOver(pair, filter) : facts.paths.looOver(pair, filter);

interface Lowest {
  readonly least: number;
  readonly x: number;
  readonly y: number;
}

function lowestOf({ x, y, values }: RiskMap): Lowest {
  const best = indexOfLeast(values);
  return { least: values[best], x: x[best % x.length], y: y[Math.floor(best / x.length)] };
}

/**
 * The place where leave-one-out is lowest, if the estimated risk is lowest elsewhere: rows left out then decide, not an
 * estimate.
 */
function decidingPlace(view: RunView, pair: readonly [Axis, Axis]): Lowest | undefined {
  const [risk, loo] = (['risk', 'loo'] as const).map((kind) => mapOf(view, pair, kind));
  if (risk === undefined || loo === undefined) return undefined;
  const [estimated, measured] = [lowestOf(risk), lowestOf(loo)];
  if (!(estimated.least >= 0 && measured.least > 0)) return undefined;
  const alike = near(pair[0], estimated.x, measured.x) && near(pair[1], estimated.y, measured.y);
  return alike ? undefined : measured;
}

/** Pairs of axes that a map can show, x first. */
export function mapPairs(view: RunView): readonly (readonly [Axis, Axis])[] {
  const { axes } = view.run;
  return axes.flatMap((x, i) => axes.slice(i + 1).map((y) => [x, y] as const));
}

export function mapPair(view: RunView): readonly [Axis, Axis] | undefined {
  const pairs = mapPairs(view);
  return pairs.find(([x, y]) => x === view.options.pair?.[0] && y === view.options.pair?.[1]) ?? pairs[0];
}

/** Boundaries of the steps as multiples of the least value. */
const MULTIPLES = [1.02, 1.05, 1.1, 1.2, 1.5, 2, 3, 5, 10, 30, 100, 1000];
const MOST_LEVELS = 8;

function mapFigure(view: RunView, kind: MapKind): FigureSpec | undefined {
  const pair = mapPair(view);
  const map = pair && mapOf(view, pair, kind);
  if (pair === undefined || map === undefined) return undefined;
  const best = lowestOf(map);
  if (!(best.least >= 0)) return undefined;
  const [axisX, axisY] = pair;
  const at = { x: shownValue(view, axisX), y: shownValue(view, axisY) };
  const surface: SurfaceSpec = {
    name: `${TITLES[kind].toLowerCase()}, share of var(y)`,
    x: map.x,
    y: map.y,
    values: map.values,
    levels: levelsOf(map.values, best.least),
    format: 'plain',
  };
  return {
    id: `${kind}-map`,
    title: `${TITLES[kind]} over ${signOf(axisX)} and ${signOf(axisY)}`,
    sentence: finding(view, pair, best, kind),
    x: filterAxis(view, axisX),
    y: { ...filterAxis(view, axisY), title: AXES[axisY].title },
    series: [],
    marks: [...lowestMarks(view, pair, map, kind), { shape: 'dot', role: 'chosen', ...at }],
    rules: [...axisRules(view, axisX), ...levelRules(view, axisY)],
    surface,
    pick: { x: axisX, y: axisY },
    footnotes: ['Stronger colour is lower. × marks the lowest value, the dot the choice shown.'],
    act: 'Click to move the dot, or use the sliders and their arrow keys.',
  };
}

/** The lowest place of the map; and where the maps disagree, which of them decides. */
function lowestMarks(view: RunView, pair: readonly [Axis, Axis], map: RiskMap, kind: MapKind): MarkSpec[] {
  const deciding = decidingPlace(view, pair);
  const mark = (shape: 'cross' | 'circle', role: 'main' | 'loo', { x, y }: Lowest, text: string): MarkSpec => {
    const right = map.x.indexOf(x) > map.x.length / 2;
    return { shape, role, x, y, text, dx: right ? -8 : 8, dy: -9, align: right ? 'right' : 'left' };
  };
  const words = { risk: 'lowest estimate', loo: 'lowest, decides' };
  const lowest = mark('cross', 'main', lowestOf(map), deciding ? words[kind] : 'lowest');
  return deciding && kind === 'risk' ? [lowest, mark('circle', 'loo', deciding, 'leave-one-out decides')] : [lowest];
}

function levelRules(view: RunView, axis: Axis): RuleSpec[] {
  const at = shownValue(view, axis);
  return [{ axis: 'y', at, role: 'chosen', text: settingText(axis, at), side: 'right' }];
}

/** At most eight, the closest to the least always among them; when all are nearly alike, finer ones. */
function levelsOf(values: Float64Array, least: number): number[] {
  let most = least;
  for (const v of values) if (v > most) most = v;
  if (!(least > 0)) return [0.25, 0.5, 0.75].map((part) => part * most).filter((v) => v > 0);
  const fine = most / least < 1.05 ? [1.001, 1.002, 1.005, 1.01] : [];
  const reached = [...fine, ...MULTIPLES].filter((m) => m * least < most);
  while (reached.length > MOST_LEVELS) reached.splice(reached.length - 3, 1);
  return reached.map((m) => m * least);
}

function finding(view: RunView, pair: readonly [Axis, Axis], best: Lowest, kind: MapKind): Sentence {
  const [axisX, axisY] = pair;
  const placeOf = ({ x, y }: Lowest) => `${settingText(axisX, x)} and ${settingText(axisY, y)}`;
  const third = view.run.axes.find((axis) => axis !== axisX && axis !== axisY);
  const given = third === undefined ? '' : ` with ${settingText(third, shownValue(view, third))}`;
  const deciding = decidingPlace(view, pair);
  const against =
    deciding === undefined
      ? ''
      : kind === 'loo'
        ? ' Where the two maps disagree, this one decides.'
        : ` Leave-one-out is lowest at ${placeOf(deciding)}, and decides.`;
  if (kind === 'loo') {
    const ratio = view.loo / best.least;
    const cost = !Number.isFinite(ratio)
      ? '.'
      : ratio < 1.02
        ? `; the choice shown is within 2${NARROW}% of it.`
        : `; the choice shown is ${higher(ratio)}.`;
    return sentence(`Lowest, ${squaredText(view, best.least)}, at `, placeOf(best), `${given}${cost}${against}`);
  }
  const range = riskRange(view, filterAt(filterAt(view.filter, axisX, best.x), axisY, best.y));
  if (!range.told) return [...riskUntold(given), { text: against }];
  return claimed('lowest-risk', `Lowest, ${range.text}, at `, placeOf(best), `${given}.${against}`);
}
