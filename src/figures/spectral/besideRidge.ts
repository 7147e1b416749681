import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import type { LivePredictor, RunResult } from '../../engine/contract/run';
import { filterAt } from '../../engine/filters/anyFilter';
import { type BesideRidge, besideRidge, FLOW_BOUNDS, ridgeAt } from '../../engine/spectrum/besideRidge';
import { predictLive } from '../../engine/spectrum/livePrediction';
import { count, plain } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { axisSpec, lineSeries } from '../specs';
import { axisRules, filterAxis } from '../view/axes';
import { type BesideRow, besideAxis, besideSeries, leastShare } from '../view/beside';
import type { RunView } from '../view/view';
import { settingText } from '../words/filterWords';

/** The places of the drawn rows in the order of the predictions. */
const SHOWN = [0, 0.25, 0.5, 0.75, 1];

interface Beside extends BesideRidge {
  readonly rows: readonly BesideRow[];
}

const ofRun = new WeakMap<RunResult, Beside>();

/** None of it depends on where the slider stands. */
function besideOf({ run }: RunView): Beside | undefined {
  const known = ofRun.get(run);
  if (known) return known;
  const [{ axis, values }] = run.paths;
  const found = run.robust ? undefined : besideRidge(run.spectrum, run.filter, axis, values);
  if (found === undefined) return undefined;
  const beside = { ...found, rows: drawnRows(run, found) };
  ofRun.set(run, beside);
  return beside;
}

/** Held-out rows along both paths, for those that the page can predict; none without them. */
function drawnRows({ spectrum, filter, paths: [{ axis }], live, holdout }: RunResult, along: BesideRidge): BesideRow[] {
  const predictor = live.holdout;
  if (predictor === undefined || holdout === undefined) return [];
  const order = Array.from(holdout.predicted.keys()).sort((a, b) => holdout.predicted[a] - holdout.predicted[b]);
  const at = [...new Set(SHOWN.map((share) => order[Math.round(share * (order.length - 1))]))];
  const few = rowsOf(predictor, at);
  const own = Array.from(along.values, (value) => predictLive(few, spectrum, filterAt(filter, axis, value)));
  const other = Array.from(along.lambda, (lambda) => predictLive(few, spectrum, ridgeAt(lambda)));
  return at.map((row, r) => ({
    name: `row ${count(holdout.rows[row])}`,
    own: own.map((values) => values[r]),
    other: other.map((values) => values[r]),
  }));
}

const rowsOf = ({ rank, p, base }: LivePredictor, at: readonly number[]): LivePredictor => ({
  rows: at.length,
  rank,
  p: Float32Array.from(at.flatMap((row) => [...p.subarray(row * rank, (row + 1) * rank)])),
  base: Float64Array.from(at, (row) => base[row]),
});

/**
 * The largest distance between early stopping and ridge, beside SIGN's bounds. Absent for other filters and robust
 * fits.
 */
export function besideRidgeFinding(view: RunView): Sentence | undefined {
  const beside = besideOf(view);
  if (beside === undefined) return undefined;
  const { distance, risk } = beside.farthest;
  const [{ axis }] = view.run.paths;
  const bound = axis === 't' ? 'bound' : 'bound for small steps';
  return sentence(
    'Early stopping and ridge are at most ',
    `${leastShare(distance.largest)} of ||y||² apart`,
    `, at ${settingText(axis, distance.value)} (${bound}: ${FLOW_BOUNDS.distance}); its expected squared error is at most ${plain(risk.largest, 3)} times ridge’s for any target (${FLOW_BOUNDS.risk}).`,
  );
}

/** Predictions of a few held-out rows along the stopping time, and along ridge with the comparable λ; without such rows the distance of both. */
export function besideRidgeFigure(view: RunView): FigureSpec | undefined {
  const beside = besideOf(view);
  const finding = besideRidgeFinding(view);
  if (beside === undefined || finding === undefined) return undefined;
  const { values, distance, rows } = beside;
  const { run } = view;
  const [{ axis }] = run.paths;
  const drawn = rows.length > 0;
  const { distance: bound } = FLOW_BOUNDS;
  const slower = 'momentum' in run.filter && run.filter.momentum > 0 ? '(1 − momentum)/' : '1/';
  const step = run.filter.kind === 'flow' ? '' : '·step size';
  const equal = `${slower}(n·λ${step}) of ridge`;
  const steps =
    run.filter.kind === 'flow' ? '' : ' Both bounds are of the flow, which steps approach as they become small.';
  return {
    id: 'beside-ridge',
    title: 'Early stopping beside ridge',
    sentence: finding,
    x: { ...filterAxis(view, axis), title: `${filterAxis(view, axis).title}, or ${equal}` },
    y: drawn
      ? besideAxis(run.target, rows)
      : axisSpec('squared distance, share of ||y||²', 'linear', [0, bound * 1.1], 'plain'),
    series: drawn
      ? besideSeries(values, rows, 'ridge')
      : [lineSeries('main', 'squared distance', { x: values, y: distance })],
    rules: [
      ...(drawn ? [] : [{ axis: 'y', at: bound, role: 'reference', text: 'SIGN Prop. 1' } as const]),
      ...axisRules(view, axis),
    ],
    note: `${drawn ? 'Dashed: ridge. ' : ''}The distance is ||f − f′||²/||y||² on the training rows, without what is not shrunk, for any y (SIGN Prop. 1); the errors’ ratio is on these rows, for y = f₀ + ε with f₀ in the span of the kernel and errors ε of one variance, not correlated (Prop. 3).${steps}`,
  };
}
