import { sum } from 'd3-array';
import type { FigureSpec, RuleSpec, Sentence } from '../../engine/contract/figure';
import type { RobustFit } from '../../engine/contract/robust';
import { SUSPECT_SCALES } from '../../engine/statistics/suspects';
import { count, plain } from '../../engine/words/numbers';
import { counted, plural, sentence, stressed } from '../../engine/words/sentence';
import { axisSpec, bandSeries, lineSeries, noted, pointSeries } from '../specs';
import { formsOf } from '../view/targetForms';
import type { RunView } from '../view/view';
import { leftOutText, unmoved } from './strength';
import type { RobustView } from './view';

/** Robust scales that the figure reaches on both sides, and the width of a step. */
const REACH = 7;
const FEW_ROWS = 400;

/** The distribution of the errors of training rows, in robust scales from their middle. */
export function robustResidualsFigure(view: RunView): FigureSpec | undefined {
  const { robust } = view;
  if (robust === undefined) return undefined;
  const step = robust.fit.rows.length < FEW_ROWS ? 0.5 : 0.25;
  const { x, y } = steps(robust, step);
  const { suspects, scale, deviation } = robust;
  const inside = (v: number) => Math.max(-REACH, Math.min(REACH, v));
  // The density of a normal distribution at its middle is 0.4.
  const top = 0.75 * step;
  return {
    id: 'robust-residuals',
    title: 'Errors of the rows',
    sentence: finding(view, robust),
    x: axisSpec('error in robust scales', 'linear', [-REACH - step, REACH + step], 'plain'),
    y: axisSpec('share of training rows', 'linear', [0, top], 'percent'),
    series: [
      bandSeries('main', 'share of training rows', { x, y: x.map(() => 0), upper: y }),
      lineSeries('main', '', { x, y }),
      pointSeries(
        'outlier',
        'suspect rows',
        { x: suspects.map(({ scaled }) => inside(scaled)), y: suspects.map(() => 0.02 * top) },
        { rows: suspects.map(({ row }) => row), lines: suspects.map(({ line }) => line) },
      ),
    ],
    rules: [
      { axis: 'x', at: -SUSPECT_SCALES, role: 'outlier' },
      { axis: 'x', at: SUSPECT_SCALES, role: 'outlier', text: `suspect beyond ${SUSPECT_SCALES}` },
      ...deviationRules(scale > 0 ? deviation / scale : Number.NaN),
    ],
    ...noted(
      leftOutNote(robust.fit),
      'Dotted: one standard deviation of the same errors, which outliers inflate.',
      `Suspects beyond ±${REACH} are drawn at the edge.`,
      unmoved(robust.live),
    ),
  };
}

/** Says by which fits the rows are predicted. */
function leftOutNote(fit: RobustFit): string {
  if (fit.leftOut === undefined) return `Each row is predicted by a fit without it (${leftOutText(fit)}).`;
  return `Rows of ${leftOutText(fit)} are predicted by a fit without them; the others are residuals of the fit.`;
}

function deviationRules(deviations: number): RuleSpec[] {
  if (!(deviations < REACH)) return [];
  const rule = { axis: 'x', role: 'fitted' } as const;
  return [
    { ...rule, at: -deviations, text: 'standard deviation' },
    { ...rule, at: deviations },
  ];
}

/** A histogram's outline from −REACH to REACH; errors further out are in no step. */
function steps({ errors, centre, scale }: RobustView, step: number): { x: Float64Array; y: Float64Array } {
  const bins = Math.round((2 * REACH) / step);
  const shares = new Float64Array(bins);
  for (let i = 0; i < errors.length; i++) {
    // Half a step to the left, so that the middle one lies about the centre and not beside it.
    const bin = Math.floor(((errors[i] - centre) / scale + REACH) / step + 0.5);
    if (bin >= 0 && bin < bins) shares[bin] += 1 / errors.length;
  }
  const x = new Float64Array(2 * bins);
  const y = new Float64Array(2 * bins);
  for (let b = 0; b < bins; b++) {
    const from = Math.max(-REACH, -REACH + (b - 0.5) * step);
    x.set([from, -REACH + (b + 0.5) * step], 2 * b);
    y.fill(shares[b], 2 * b, 2 * b + 2);
  }
  return { x, y };
}

function finding(
  { run }: RunView,
  { fit, scale, deviation, errors, centre, beyond, suspectCount }: RobustView,
): Sentence {
  if (!(scale > 0)) return stressed('All errors are equal', ': no row stands out.');
  const { miss } = formsOf(run).error;
  const clipped = sum(errors, (r) => Number(Math.abs(r - centre) > REACH * scale));
  const wide = `The robust scale is ${miss(scale)}, the standard deviation ${miss(deviation)}`;
  if (beyond === 0) return sentence(`${wide}: `, 'no outlier', ` among ${count(fit.rows.length)} rows.`);
  if (beyond > suspectCount)
    return sentence(
      `${count(beyond)} of ${count(fit.rows.length)} rows are missed by more than ${plain(SUSPECT_SCALES)} robust scales: `,
      'too many',
      ' to tell outliers from heavy tails.',
    );
  const further = clipped > 0 ? `, ${count(clipped)} beyond ${REACH}` : '';
  return sentence(
    `${wide}: `,
    `${count(suspectCount)} of ${counted(fit.rows.length, 'row')}`,
    ` ${plural(suspectCount, 'is', 'are')} missed by more than ${plain(SUSPECT_SCALES)} robust scales${further}.`,
  );
}
