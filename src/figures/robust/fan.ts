import type { AxisSpec, FigureSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import { count } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { columnAxis } from '../fit/curve';
import { beyondFrame, frameOf } from '../layout/domains';
import { axisSpec, bandSeries, endLabel, lineSeries, noted, pointSeries } from '../specs';
import { evenPlaces } from '../view/extent';
import { formsOf } from '../view/targetForms';
import type { RunView } from '../view/view';
import { columnText } from './curve';
import { tauText, unmoved } from './strength';
import type { RobustView } from './view';

/** Rows that the fan shows when it is sorted by its middle. */
const MOST_ROWS = 400;

/** Levels over x, with the rows they are about. */
interface Fan {
  readonly x: Float64Array;
  readonly levels: readonly Float64Array[];
  readonly points: {
    readonly x: Float64Array;
    readonly y: Float64Array;
    readonly rows: ArrayLike<number>;
    readonly lines: ArrayLike<number>;
  };
  readonly axis: AxisSpec;
  readonly name: string;
  readonly live: boolean;
}

/**
 * Quantiles as bands between levels: along the column when there is but one, otherwise over rows sorted by their middle
 * prediction. Absent for other than quantile fits.
 */
export function fanFigure(view: RunView): FigureSpec | undefined {
  const { robust, facts, run } = view;
  const taus = robust?.fit.taus;
  if (robust === undefined || taus === undefined || facts.robust === undefined) return undefined;
  const fan = alongColumn(view, robust) ?? overRows(view, robust);
  const { x, levels, points } = fan;
  const domain = run.live.curve ? frameOf(run.live.curve.y) : facts.frames().target;
  const middle = robust.fit.middle;
  const bands = Array.from({ length: Math.floor(taus.length / 2) }, (_, l): SeriesSpec => {
    const upper = taus.length - 1 - l;
    return bandSeries('main', `${tauText(taus[l])} to ${taus[upper]}`, { x, y: levels[l], upper: levels[upper] });
  });
  const beyond = beyondFrame(points.x, points.y, points.lines, domain);
  return {
    id: 'fan',
    title: 'Quantiles',
    sentence: finding(view, fan, taus),
    x: fan.axis,
    y: axisSpec(run.target, 'linear', domain, 'plain'),
    series: [
      ...bands,
      pointSeries('main', fan.name, points, { faint: true }),
      lineSeries('main', tauText(taus[middle]), { x, y: levels[middle] }, endLabel(tauText(taus[middle]))),
    ],
    marks: beyond.marks,
    ...noted(unmoved(fan.live), beyond.note),
  };
}

function alongColumn({ run }: RunView, { curve: curves }: RobustView): Fan | undefined {
  const { curve } = run.live;
  if (curve === undefined || curves === undefined) return undefined;
  const { x, y, rows, lines } = curve;
  return {
    x: curve.grid,
    levels: curves.levels,
    points: { x, y, rows, lines },
    axis: columnAxis(run),
    name: 'training rows',
    live: true,
  };
}

/** Held-out rows, or the training rows when there are none, thinned evenly in the order of their middle prediction. */
function overRows({ run }: RunView, robust: RobustView): Fan {
  const { fit, heldOut } = robust;
  const held = heldOut && run.holdout;
  const { observed, rows, lines } = held ?? fit;
  const levels = heldOut ? heldOut.levels : robust.fitted;
  const middle = levels[fit.middle];
  const order = Uint32Array.from(middle.keys()).sort((a, b) => middle[a] - middle[b] || a - b);
  const n = order.length;
  const picked = evenPlaces(n, MOST_ROWS).map((k) => order[k]);
  const shown = picked.length;
  const x = Float64Array.from(picked, (_, k) => k + 1);
  const pick = (values: ArrayLike<number>) => Float64Array.from(picked, (j) => values[j]);
  const name = held ? 'held-out rows' : 'training rows';
  const thinned = shown < n ? `${count(shown)} of ${count(n)} ${name}` : name;
  return {
    x,
    levels: levels.map(pick),
    points: { x, y: pick(observed), rows: pick(rows), lines: pick(lines) },
    axis: axisSpec(`${thinned}, by predicted ${run.target}`, 'linear', [0.5, Math.max(2, shown) + 0.5], 'count'),
    name,
    live: heldOut ? heldOut.live : robust.live,
  };
}

/** The width of the outermost band where it is narrow and where it is wide: tenths of the rows, extremes of a curve. */
function finding(view: RunView, { x, levels }: Fan, taus: readonly number[]): Sentence {
  const format = formsOf(view.run).error.miss;
  const [low, high] = [levels[0], levels[levels.length - 1]];
  const { run } = view;
  if (taus.length < 2) {
    const [from, to] = [low.reduce((a, v) => Math.min(a, v)), low.reduce((a, v) => Math.max(a, v))];
    return sentence(`The ${tauText(taus[0])} prediction is between `, `${format(from)} and ${format(to)}`, '.');
  }
  const band = `The band from ${tauText(taus[0])} to ${tauText(taus[taus.length - 1])} is `;
  const width = high.map((v, j) => v - low[j]);
  if (run.live.curve) {
    const column = run.live.curve.column;
    const [least, most] = [leastAt(width, 1), leastAt(width, -1)];
    return sentence(
      band,
      `${format(width[least])} to ${format(width[most])} wide`,
      `: narrowest at ${column} ${columnText(run, x[least])}, widest at ${columnText(run, x[most])}.`,
    );
  }
  const sorted = width.slice().sort();
  const at = (share: number) => format(sorted[Math.round(share * (sorted.length - 1))]);
  return sentence(band, `${at(0.1)} to ${at(0.9)} wide`, ' for the middle 80 % of the rows.');
}

function leastAt(values: Float64Array, sign: 1 | -1): number {
  let least = 0;
  for (let j = 1; j < values.length; j++) if (sign * values[j] < sign * values[least]) least = j;
  return least;
}
