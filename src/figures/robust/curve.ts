import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import type { RunResult } from '../../engine/contract/run';
import { date, plain, year } from '../../engine/words/numbers';
import { sentence } from '../../engine/words/sentence';
import { columnAxis, curveParts } from '../fit/curve';
import { endLabel, lineSeries, noted, pointSeries } from '../specs';
import { formsOf } from '../view/targetForms';
import type { RunView } from '../view/view';
import { BASELINE_LABEL, shortTitle, unmoved } from './strength';

/** One feature: the robust curve and its ridge baseline through the rows, suspects marked. Absent for quantiles, which have the fan. */
export function robustCurveFigure(view: RunView): FigureSpec | undefined {
  const { run, robust } = view;
  const { curve } = run.live;
  if (robust === undefined || robust.curve === undefined || curve === undefined || robust.fit.taus) return undefined;
  const { middle, squared } = robust.curve;
  const { grid } = curve;
  const { x, y, rows, marks } = curveParts(run, curve);
  const { suspects } = robust;
  return {
    id: 'curve',
    title: 'Fitted curve',
    sentence: finding(view, middle, squared, grid),
    x,
    y,
    series: [
      rows,
      pointSeries(
        'outlier',
        'suspect rows',
        { x: suspects.map(({ at }) => curve.x[at]), y: suspects.map(({ observed }) => observed) },
        { rows: suspects.map(({ row }) => row), lines: suspects.map(({ line }) => line) },
      ),
      lineSeries('second', BASELINE_LABEL, { x: grid, y: squared }, endLabel(BASELINE_LABEL)),
      lineSeries('main', 'fitted curve', { x: grid, y: middle }, endLabel(shortTitle(run.method))),
    ],
    marks,
    ...noted(
      suspects.length > 0 && 'Rings: suspect rows.',
      marks.length > 0 && 'Triangles: rows beyond the frame.',
      unmoved(robust.live),
    ),
  };
}

/** A value of the only feature in words. */
export function columnText(run: RunResult, value: number): string {
  const { format } = columnAxis(run);
  return format === 'date' ? date(value) : format === 'year' ? year(value) : plain(value);
}

function finding({ run, facts }: RunView, curve: Float64Array, baseline: Float64Array, grid: Float64Array): Sentence {
  let widest = 0;
  for (let j = 1; j < grid.length; j++)
    if (Math.abs(curve[j] - baseline[j]) > Math.abs(curve[widest] - baseline[widest])) widest = j;
  const gap = Math.abs(curve[widest] - baseline[widest]);
  const sd = Math.sqrt(facts.unit);
  if (!(gap > 1e-3 * sd)) return sentence('Ordinary ridge with the same kernel gives ', 'the same curve', '.');
  const side = baseline[widest] > curve[widest] ? 'above' : 'below';
  return sentence(
    'Ordinary ridge with the same kernel differs most at ',
    `${run.live.curve?.column} ${columnText(run, grid[widest])}`,
    `: ${formsOf(run).error.miss(gap)} ${side} this curve.`,
  );
}
