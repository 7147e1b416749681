import type { AxisSpec, FigureSpec } from '../../engine/contract/figure';
import type { RunResult } from '../../engine/contract/run';
import { predictLive } from '../../engine/spectrum/livePrediction';
import { areYears, NARROW, percent } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { frameOf, marksBeyond, padded } from '../layout/domains';
import { axisSpec, endLabel, lineSeries, pointSeries } from '../specs';
import { extent } from '../view/extent';
import type { RunView } from '../view/view';
import { directionsText } from '../words/filterWords';
import { functionBand } from './functionBand';

/** One feature: the fitted curve through its rows, with a 95 % band. Absent when there are several features. */
export function curveFigure(view: RunView): FigureSpec | undefined {
  const { run } = view;
  const { curve } = run.live;
  if (curve === undefined) return undefined;
  const fitted = predictLive(curve.predictor, run.spectrum, view.filter);
  const { x, y, rows, marks } = curveParts(run, curve);
  return {
    id: 'curve',
    title: 'Fitted curve',
    sentence: finding(view),
    x,
    y,
    series: [
      rows,
      ...functionBand(view, curve.predictor, { x: curve.grid, y: fitted }, 'loo', `95${NARROW}% band`),
      lineSeries('loo', 'fitted curve', { x: curve.grid, y: fitted }, endLabel('fit')),
    ],
    marks,
    note: `The band covers the curve itself, not new rows, with probability 95${NARROW}% under the Gaussian-process reading of ${
      view.hasLambda ? 'ridge' : 'comparable ridge'
    }.${marks.length > 0 ? ' Triangles: rows beyond the frame.' : ''}`,
  };
}

function finding(view: RunView) {
  const { loo } = view;
  const df = `${directionsText(view.risk.degreesOfFreedom)} degrees of freedom`;
  if (!Number.isFinite(loo)) return sentence('The curve has ', df, '.');
  if (loo >= 1) return sentence('The curve does ', 'no better than the mean', ` on rows left out in turn, with ${df}.`);
  return sentence('The curve explains ', percent(1 - loo), ` of the variance of rows left out in turn, with ${df}.`);
}

type Curve = NonNullable<RunResult['live']['curve']>;

/** The parts common to all figures of one feature: the rows, both axes, and triangles for rows beyond the frame. */
export function curveParts(run: RunResult, { x, y, rows, lines }: Curve) {
  const frame = frameOf(y);
  return {
    x: columnAxis(run),
    y: axisSpec(run.target, 'linear', frame, 'plain'),
    marks: marksBeyond(x, y, lines, frame),
    rows: pointSeries('main', 'training rows', { x, y }, { rows, lines, faint: true }),
  };
}

/** The only feature along x. */
export function columnAxis({ live, inspection }: RunResult): AxisSpec {
  const { column = '', grid = new Float64Array([0, 1]), x = grid } = live.curve ?? {};
  const kind = inspection.columns.find(({ name }) => name === column)?.kind;
  return axisSpec(
    column,
    'linear',
    padded(...extent(grid), 0),
    kind === 'date' ? 'date' : areYears(x) ? 'year' : 'plain',
  );
}
