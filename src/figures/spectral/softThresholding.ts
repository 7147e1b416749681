import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { indexOfLeast } from '../../engine/spectrum/indexOfLeast';
import { softThresholding } from '../../engine/spectrum/softThresholding';
import { count, higher, NARROW, percent, plain } from '../../engine/words/numbers';
import { plural, sentence } from '../../engine/words/sentence';
import { axisSpec, endLabel, lineSeries, pointSeries } from '../specs';
import { r2Axis } from '../view/axes';
import { extent, logSpaced } from '../view/extent';
import type { RunView } from '../view/view';

/**
 * The part of each direction that conditioning on random features leaves, μᵢ/λᵢ, beside the prediction of CKRR eq. 4.
 * Absent without such features.
 */
export function softThresholdingFigure(view: RunView): FigureSpec | undefined {
  const { soft } = view.run;
  if (soft === undefined || soft.k < 1 || soft.before.length < 2) return undefined;
  const { k, kappa, before, after } = soft;
  // Beyond either numerical rank a ratio is rounding over rounding.
  const floor = view.facts.n * Number.EPSILON * before[0];
  let last = 0;
  while (last < Math.min(before.length, after.length) && before[last] > floor && after[last] > floor) last++;
  const x = logSpaced(Math.max(1, last), 300);
  const ratio = x.map((i) => after[i - 1] / before[i - 1]);
  const { predicted, c } = softThresholding(before, after, k, kappa);
  const expected = x.map((i) => predicted[i - 1]);
  const [low, high] = extent(
    ratio.filter((v) => v > 0),
    expected.filter((v) => v > 0),
  );
  return {
    id: 'soft-thresholding',
    title: 'Soft thresholding',
    sentence: finding(ratio, expected, x, k, foreignOf(view)),
    x: axisSpec('direction i', 'log', [1, Math.max(2, view.facts.count)], 'count'),
    y: axisSpec(
      'share of eigenvalue i that remains, μᵢ/λᵢ',
      'log',
      Number.isFinite(low) ? [low / 2, Math.max(high * 2, 1)] : [1e-3, 1],
      'plain',
    ),
    series: [
      lineSeries('main', 'remains, μᵢ/λᵢ', { x, y: ratio }, endLabel('computed')),
      lineSeries('second', 'predicted', { x, y: expected }, endLabel('predicted')),
    ],
    rules:
      k >= 1 && k <= view.facts.count ? [{ axis: 'x', at: k, role: 'reference', text: `k${NARROW}${count(k)}` }] : [],
    note: `Predicted: c·κ²/(λᵢ + κ)² with κ = ${plain(kappa)}, at which the effective dimension is k, and c = ${plain(c)} fitted.`,
  };
}

/** The features of another covariance than the kernel, for which equation 4 is not made, by name. */
function foreignOf({ run }: RunView): string | undefined {
  const map = run.parameters.find(({ name }) => name === 'featureMap')?.value;
  return map === 'relu' ? 'ReLU' : map === 'tanh' ? 'tanh' : undefined;
}

function finding(ratio: Float64Array, expected: Float64Array, x: Float64Array, k: number, foreign?: string): Sentence {
  const inside = Array.from(x, (_, j) => j).filter((j) => expected[j] > 0 && ratio[j] > 0);
  if (inside.length === 0) return sentence('These features explain the whole kernel: ', 'nothing remains', '.');
  const off = inside.map((j) => Math.abs(Math.log(ratio[j] / expected[j]))).sort((a, b) => a - b);
  const typical = Math.exp(off[off.length >> 1]) - 1;
  const first = percent(1 - Math.min(1, ratio[0]));
  const removed = `${count(k)} unpenalised random ${plural(k, 'feature')} ${plural(k, 'removes', 'remove')} ${first} of the first eigenvalue; `;
  const far = typical < 1 ? `${percent(typical)} off` : `${plain(1 + typical, 2)}-fold off`;
  if (foreign === undefined) return sentence(`${removed}the theory is typically `, far, '.');
  return sentence(
    `${removed}the theory is for features whose covariance is the kernel, and `,
    `that of ${foreign} features is not`,
    `: it is typically ${far}.`,
  );
}

/** Each number of unpenalised random features tried with its lowest leave-one-out error. */
export function softSearchFigure(view: RunView): FigureSpec | undefined {
  const { soft } = view.run;
  if (soft?.tried === undefined || soft.tried.k.length === 0) return undefined;
  const { k, loo } = soft.tried;
  const y = loo.map((v) => v / view.facts.unit);
  const r2 = r2Axis(view);
  const best = indexOfLeast(y);
  const [low, high] = extent(y.filter((v) => v > 0));
  const start = k[0] === 0 ? 0 : k[0];
  const none = k[0] === 0 ? y[0] / y[best] : Number.NaN;
  const without = none > 1.005 ? `; without any it is ${higher(none)}` : '';
  const rest = soft.k === k[best] ? without : `; k${NARROW}${count(soft.k)} is chosen, within one standard error of it`;
  return {
    id: 'soft-k',
    title: 'Number of unpenalised features',
    sentence: sentence(
      'The leave-one-out error, at the best λ of each k, is lowest at ',
      `k${NARROW}${count(k[best])}`,
      `${rest}.`,
    ),
    x: axisSpec('unpenalised random features k', 'log', [start, Math.max(k[k.length - 1], start + 1)], 'count'),
    y: axisSpec(
      'lowest LOO error, share of var(y)',
      'log',
      Number.isFinite(low) ? [low / 1.3, high * 1.3] : [0.1, 1],
      'plain',
      { ...r2.axis },
    ),
    series: [lineSeries('loo', 'LOO', { x: k, y }), pointSeries('loo', '', { x: k, y })],
    marks: [{ shape: 'circle', role: 'loo', x: k[best], y: y[best], text: 'lowest', dx: 8, dy: -10, align: 'left' }],
    rules: [{ axis: 'x', at: soft.k, role: 'chosen', text: `k${NARROW}${count(soft.k)}` }],
    note: 'The features are drawn again for each k, from the same seed.',
    ...r2.told,
  };
}
