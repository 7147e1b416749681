import type { FigureSpec, RuleSpec, Sentence, SurfaceSpec } from '../../engine/contract/figure';
import type { Axis } from '../../engine/contract/filter';
import { AXES } from '../../engine/filters/axes';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { higher, NARROW } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { axisRules, filterAxis, shownValue } from '../view/axes';
import type { RiskMap } from '../view/paths';
import type { RunView } from '../view/view';
import { settingText, signOf } from '../words/filterWords';
import { squaredText } from '../words/squared';

/** The estimated excess risk over two axes of the filter, in shares of var(y). Absent for methods with one axis. */
export function riskMapFigure(view: RunView): FigureSpec | undefined {
  const pair = mapPair(view);
  const map = pair && view.facts.paths.riskOver(pair, view.filter);
  return map && mapFigure(view, pair, map, 'risk-map', 'Estimated risk', view.risk.total / view.facts.unit);
}

/** The leave-one-out error over the same two axes. Absent where the run has not computed it. */
export function looMapFigure(view: RunView): FigureSpec | undefined {
  const pair = mapPair(view);
  const map = pair && view.facts.paths.looOver(pair, view.filter);
  return map && mapFigure(view, pair, map, 'loo-map', 'Leave-one-out error', view.loo);
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

function mapFigure(
  view: RunView,
  pair: readonly [Axis, Axis],
  map: RiskMap,
  id: string,
  title: string,
  here: number,
): FigureSpec | undefined {
  const [axisX, axisY] = pair;
  const best = indexOfLeast(map.values);
  const least = map.values[best];
  if (!(least >= 0)) return undefined;
  const [x, y] = [map.x[best % map.x.length], map.y[Math.floor(best / map.x.length)]];
  const at = { x: shownValue(view, axisX), y: shownValue(view, axisY) };
  const yAxis = filterAxis(view, axisY);
  const surface: SurfaceSpec = {
    name: `${title.toLowerCase()}, share of var(y)`,
    x: map.x,
    y: map.y,
    values: map.values,
    levels: levelsOf(map.values, least),
    format: 'plain',
  };
  const leastSide = map.x.length > 1 && best % map.x.length > map.x.length / 2;
  return {
    id,
    title: `${title} over ${signOf(axisX)} and ${signOf(axisY)}`,
    sentence: finding(view, pair, { least, x, y }, here),
    x: filterAxis(view, axisX),
    y: { ...yAxis, title: AXES[axisY].title },
    series: [],
    marks: [
      {
        shape: 'cross',
        role: 'main',
        x,
        y,
        text: 'least',
        dx: leastSide ? -8 : 8,
        dy: -9,
        align: leastSide ? 'right' : 'left',
      },
      { shape: 'dot', role: 'chosen', ...at },
    ],
    rules: [...axisRules(view, axisX), ...levelRules(view, axisY)],
    surface,
    pick: { x: axisX, y: axisY },
    note: `Stronger colour is lower. × marks the lowest value, the dot the choice shown: click to move it, or use the sliders and their arrow keys.`,
  };
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

function finding(
  view: RunView,
  [axisX, axisY]: readonly [Axis, Axis],
  best: { readonly least: number; readonly x: number; readonly y: number },
  here: number,
): Sentence {
  const place = `${settingText(axisX, best.x)} and ${settingText(axisY, best.y)}`;
  const third = view.run.axes.find((axis) => axis !== axisX && axis !== axisY);
  const given = third === undefined ? '' : ` with ${settingText(third, shownValue(view, third))}`;
  const ratio = here / best.least;
  const cost = !Number.isFinite(ratio)
    ? '.'
    : ratio < 1.02
      ? `; the choice shown is within 2${NARROW}% of it.`
      : `; the choice shown is ${higher(ratio)}.`;
  return sentence(`Lowest, ${squaredText(view, best.least)}, at `, place, `${given}${cost}`);
}
