import type { FigureSpec } from '../../engine/contract/figure';
import { liveVariance, predictLive } from '../../engine/spectrum/livePrediction';
import { areYears, NARROW, percent } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { padded } from '../layout/domains';
import { frameOf, marksBeyond } from '../layout/frame';
import { axisSpec, bandSeries, lineSeries, pointSeries } from '../specs';
import { extent } from '../view/extent';
import type { RunView } from '../view/view';
import { directionsText } from '../words/filterWords';

/** One feature: the fitted curve through its rows, with a 95 % band. Absent when there are several features. */
export function curveFigure(view: RunView): FigureSpec | undefined {
  const { run } = view;
  const { curve } = run.live;
  if (curve === undefined) return undefined;
  const y = predictLive(curve.predictor, run.spectrum, view.filter);
  const variance = liveVariance(curve.predictor, run.spectrum, run.noise.sigma2, view.filter);
  const half = variance.map((v) => 1.96 * Math.sqrt(v));
  const kind = run.inspection.columns.find((c) => c.name === curve.column)?.kind;
  const frame = frameOf(curve.y);
  const beyond = marksBeyond(curve.x, curve.y, curve.lines, frame);
  return {
    id: 'curve',
    title: 'Fitted curve',
    sentence: finding(view),
    x: axisSpec(
      curve.column,
      'linear',
      padded(...extent(curve.grid), 0),
      kind === 'date' ? 'date' : areYears(curve.x) ? 'year' : 'plain',
    ),
    y: axisSpec(run.target, 'linear', frame, 'plain'),
    series: [
      pointSeries(
        'main',
        'training rows',
        { x: curve.x, y: curve.y },
        { rows: curve.rows, lines: curve.lines, faint: true },
      ),
      bandSeries('loo', `95${NARROW}% band`, {
        x: curve.grid,
        y: y.map((v, j) => v - half[j]),
        upper: y.map((v, j) => v + half[j]),
      }),
      lineSeries('loo', 'fitted curve', { x: curve.grid, y }, { label: { text: 'fit', at: 'end' } }),
    ],
    marks: beyond,
    note: `The band covers the curve itself, not new rows, with probability 95${NARROW}% under the Gaussian-process reading of ${
      view.hasLambda ? 'ridge' : 'comparable ridge'
    }.${beyond.length > 0 ? ' Triangles: rows beyond the frame.' : ''}`,
  };
}

function finding(view: RunView) {
  const { loo } = view;
  const df = `${directionsText(view.risk.degreesOfFreedom)} degrees of freedom`;
  if (!Number.isFinite(loo)) return sentence('The curve has ', df, '.');
  if (loo >= 1) return sentence('The curve does ', 'no better than the mean', ` on rows left out in turn, with ${df}.`);
  return sentence('The curve explains ', percent(1 - loo), ` of the variance of rows left out in turn, with ${df}.`);
}
