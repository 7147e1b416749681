import type { AxisSpec, FigureSpec, MarkSpec, Sentence, SeriesSpec } from '../../engine/contract/figure';
import { missesNominal } from '../../engine/statistics/intervals';
import { count, NARROW, percent } from '../../engine/words/numbers';
import { counted, plural, sentence, stressed } from '../../engine/words/sentence';
import { beyondFrame } from '../layout/domains';
import { axisSpec, pointSeries } from '../specs';
import { outsideIntervals } from '../view/outsideIntervals';
import { type ResidualRows, residualRows } from '../view/residualRows';
import { formsOf } from '../view/targetForms';
import type { HoldoutView, RunView } from '../view/view';

/** Held-out rows, observed against predicted. Absent when nothing is held out, and for classes (classes.ts). */
export function predictedFigure(view: RunView): FigureSpec | undefined {
  const rows = view.run.classes ? undefined : heldOutRows(view);
  if (rows === undefined) return undefined;
  const axis = valueAxis(view);
  const y = { ...axis, title: `observed ${view.run.target}` };
  const x = { ...axis, title: `predicted ${view.run.target}` };
  const marked = outsideRows(view, rows) ?? { rows: rows.drawnOutliers, name: BEYOND };
  const beyond = beyondFrame(rows.scores.predicted, rows.observed, rows.line, y.domain);
  return {
    id: 'predicted',
    title: 'New rows',
    sentence: finding(view, rows),
    x,
    y,
    series: rowSeries(rows, rows.drawn.observed, rows.observed, marked),
    marks: [
      ...rowLabels(rows, { x: rows.scores.predicted, y: rows.observed, of: marked.rows }, x, y, 2),
      ...beyond.marks,
    ],
    rules: [{ axis: 'diagonal', at: 0, role: 'reference' }],
    ...notShownNote(rows, beyond.note),
  };
}

const BEYOND = 'beyond three RMSE';
/** More rings than this are a blot. */
const MOST_RINGS = 300;

/** Rows outside their prediction intervals, the furthest first. */
function outsideRows(view: RunView, { residual }: HeldOutRows): MarkedRows | undefined {
  const outside = outsideIntervals(view)?.sort((a, b) => Math.abs(residual[b]) - Math.abs(residual[a]));
  if (outside === undefined) return undefined;
  return { rows: outside.slice(0, MOST_RINGS), name: `outside their 95${NARROW}% interval`, count: outside.length };
}

/** Positions of rows that are ringed, and what they have in common. */
interface MarkedRows {
  readonly rows: readonly number[];
  readonly name: string;
  /** Their number, whether drawn or not. */
  readonly count?: number;
}

/** The same rows as residuals, observed − predicted. */
export function residualsFigure(view: RunView): FigureSpec | undefined {
  const rows = view.run.classes ? undefined : heldOutRows(view);
  if (rows === undefined) return undefined;
  const { predicted, rmse } = rows.scores;
  const x = { ...valueAxis(view), title: `predicted ${view.run.target}` };
  const y = axisSpec(`residual, observed − predicted`, 'linear', residualDomain(view), 'plain');
  const { miss } = formsOf(view.run).error;
  const worst = rows.worst[0];
  const beyond = beyondFrame(predicted, rows.residual, rows.line, y.domain);
  return {
    id: 'residuals',
    title: 'Residuals',
    sentence:
      rmse > 0
        ? sentence(
            `${percent(rows.within)} of residuals fall within one RMSE; the largest is `,
            miss(Math.abs(rows.residual[worst])),
            `, at row ${count(rows.row[worst])}.`,
          )
        : sentence('Every held-out row is predicted ', 'exactly', '.'),
    x,
    y,
    series: rowSeries(rows, rows.drawn.residual, rows.residual, { rows: rows.drawnOutliers, name: BEYOND }),
    marks: [...rowLabels(rows, { x: predicted, y: rows.residual, of: rows.drawnOutliers }, x, y, 4), ...beyond.marks],
    rules: [
      { axis: 'y', at: 0, role: 'reference' },
      { axis: 'y', at: rmse, role: 'fitted', text: `+${miss(rmse)}`, side: 'right' },
      { axis: 'y', at: -rmse, role: 'fitted', text: `−${miss(rmse)}`, side: 'right', below: true },
    ],
    ...notShownNote(rows, beyond.note),
  };
}

/** Held-out rows with their residuals at the view's filter. */
interface HeldOutRows extends ResidualRows {
  readonly scores: HoldoutView;
  readonly observed: Float64Array;
  readonly row: Uint32Array;
  readonly line: Uint32Array;
}

export function heldOutRows(view: RunView): HeldOutRows | undefined {
  const scores = view.holdout();
  const { holdout } = view.run;
  if (scores === undefined || holdout === undefined) return undefined;
  const { predicted, rmse } = scores;
  const residuals = predicted === holdout.predicted ? view.facts.fittedRows() : residualRows(holdout, predicted, rmse);
  return residuals && { ...residuals, scores, observed: holdout.observed, row: holdout.rows, line: holdout.lines };
}

/** One scale for both axes, fixed by what was observed and what the fitted filter predicts. */
function valueAxis(view: RunView): AxisSpec {
  return axisSpec('', 'linear', view.facts.frames().target, 'plain');
}

function residualDomain(view: RunView): [number, number] {
  // With a perfect fit there is no residual to scale by: a thousandth of the target's spread then.
  const bound = Math.max(...view.facts.frames().residual.map(Math.abs), Math.sqrt(view.facts.unit) * 1e-3);
  return [-bound, bound];
}

/** `drawn` is the thinned part of `all`; marked rows are drawn whether they are in that part or not. */
function rowSeries(rows: HeldOutRows, drawn: Float64Array, all: Float64Array, marked: MarkedRows): SeriesSpec[] {
  const { predicted } = rows.scores;
  const pick = (values: ArrayLike<number>) => marked.rows.map((j) => values[j]);
  return [
    pointSeries(
      'main',
      'held-out rows',
      { x: rows.drawn.predicted, y: drawn },
      { rows: rows.drawn.rows, lines: rows.drawn.lines },
    ),
    pointSeries(
      'outlier',
      marked.name,
      { x: pick(predicted), y: pick(all) },
      { rows: pick(rows.row), lines: pick(rows.line) },
    ),
  ];
}

/** Row numbers beside the worst few outliers, leaving out those that would lie over one already placed. */
function rowLabels(
  rows: HeldOutRows,
  { x, y, of }: { readonly x: Float64Array; readonly y: Float64Array; readonly of: readonly number[] },
  xAxis: AxisSpec,
  yAxis: AxisSpec,
  most: number,
): MarkSpec[] {
  const place = (axis: AxisSpec, v: number) => (v - axis.domain[0]) / (axis.domain[1] - axis.domain[0]);
  const placed: { u: number; v: number }[] = [];
  const marks: MarkSpec[] = [];
  for (const j of of) {
    if (marks.length === most) break;
    const u = place(xAxis, x[j]);
    // Beyond the frame a triangle at its edge is named.
    const beyond = y[j] < yAxis.domain[0] || y[j] > yAxis.domain[1];
    const at = Math.min(yAxis.domain[1], Math.max(yAxis.domain[0], y[j]));
    const v = place(yAxis, at);
    if (!(u >= 0 && u <= 1)) continue;
    if (placed.some((p) => Math.abs(p.u - u) < 0.3 && Math.abs(p.v - v) < 0.09)) continue;
    placed.push({ u, v });
    const right = u < 0.8;
    marks.push({
      shape: beyond ? 'none' : 'ring',
      role: 'outlier',
      x: x[j],
      y: at,
      text: `row ${count(rows.row[j])}`,
      dx: right ? 9 : -9,
      dy: 0,
      align: right ? 'left' : 'right',
      line: rows.line[j],
    });
  }
  return marks;
}

function finding(view: RunView, all: HeldOutRows): Sentence {
  const { scores } = all;
  const n = view.run.holdout?.observed.length ?? 0;
  const outside = outsideRows(view, all)?.count;
  if (outside !== undefined) {
    const { train } = view.run.data;
    const unsure = missesNominal(1 - outside / n, n, train, view.run.metrics.holdout?.designEffect?.inside)
      ? ': do not rely on its width'
      : '';
    return stressed(
      `${count(outside)} of ${count(n)}`,
      ` ${plural(outside, 'lies', 'lie')} outside ${plural(outside, 'its', 'their')} 95${NARROW}% interval${unsure}.`,
    );
  }
  const rows = counted(n, 'held-out row');
  const rmse = formsOf(view.run).error.miss(scores.rmse);
  if (scores.rmse === 0) return sentence('Predicts ', 'exactly', ` on all ${rows}.`);
  if (!Number.isFinite(scores.r2)) return sentence('RMSE ', rmse, ` on ${rows}, whose values are all equal.`);
  if (scores.r2 < 0) return stressed('Does worse than predicting the mean', ` on ${rows}: RMSE ${rmse}.`);
  return sentence('Explains ', percent(scores.r2), ` of the variance of ${rows}; RMSE ${rmse}.`);
}

/** Says what the picture does not show: a filter that moved without the rows, and rows left out of a crowd. */
function notShownNote(
  { scores, drawn, outliers, drawnOutliers, observed }: HeldOutRows,
  beyond: string,
): Pick<FigureSpec, 'note' | 'act'> {
  const notes = beyond === '' ? [] : [beyond];
  if (!scores.live) notes.push('These points do not follow the sliders (too many).');
  if (drawn.every > 1) {
    const far =
      outliers === drawnOutliers.length
        ? `all ${count(outliers)} beyond three RMSE`
        : `the ${count(drawnOutliers.length)} furthest of ${count(outliers)} beyond three RMSE`;
    notes.push(
      `Drawn: every ${count(drawn.every)}th row, ${count(drawn.rows.length)} of ${count(observed.length)}, and ${outliers > 0 ? far : 'none lies beyond three RMSE'}.`,
    );
  }
  const act = scores.live ? {} : { act: '“Use this” updates them.' };
  return notes.length > 0 ? { note: notes.join(' '), ...act } : act;
}
