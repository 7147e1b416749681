import type { FigureSpec } from '../../engine/contract/figure';
import type { Random } from '../../engine/data/random';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { held, inCases } from '../compared';
import { byName } from '../page';
import { chart, curveWithBand, level, overLinear, positiveAxis } from '../plot';
import { averaged, largestDifference, type MeanEstimate } from '../statistics';
import { study } from '../study';
import { boundedPredictions, descentLimit, type PredictionSetting, STANDSTILL } from './predictions';
import page from './prop6.json';
import { cauchyNoise } from './robustDraw';

/**
 * `STEP`: Step of sign gradient flow, as a descent: it comes as near to its flow as a step.
 * `LENGTH_SCALES`: Length scales in mean distances between neighbours; 0 for a kernel matrix that is diagonal.
 */
const { train: TRAIN, test: TEST, bounds: BOUNDS, step: STEP, lengthScales: LENGTH_SCALES } = page.data;

/** Heavy-tailed targets, and a Gaussian kernel of this length scale whose variance differs from row to row. */
export function settingOf(lengthScale: number, random: Random): PredictionSetting {
  const m = TRAIN + TEST;
  const x = Float64Array.from({ length: m }, () => m * random.uniform());
  const height = Float64Array.from({ length: m }, () => Math.exp(random.normal()));
  const y = Float64Array.from({ length: TRAIN }, () => cauchyNoise(random));
  const kernel = new Float64Array(m * m);
  for (let j = 0; j < m; j++)
    for (let i = 0; i < m; i++) {
      const near = lengthScale === 0 ? Number(i === j) : Math.exp(-(((x[i] - x[j]) / lengthScale) ** 2) / 2);
      kernel[i + j * m] = Math.sqrt(height[i] * height[j]) * near;
    }
  return { y, kernel };
}

/** Sign gradient flow in the predictions, from 0 to these times, ascending, in steps of `STEP`. */
export function signFlow(setting: PredictionSetting, times: readonly number[]): Float64Array[] {
  const m = Math.sqrt(setting.kernel.length);
  const f = new Float64Array(m);
  const gradient = new Float64Array(m);
  let step = 0;
  return times.map((time) => {
    for (; step < Math.round(time / STEP); step++) {
      descentLimit(setting, f, gradient);
      for (let i = 0; i < m; i++) f[i] += STEP * Math.sign(gradient[i]);
    }
    return f.slice();
  });
}

/** The predictions of both by the proposition, where K** is diagonal. */
const clipped = (y: Float64Array, bound: number, m: number): Float64Array =>
  Float64Array.from({ length: m }, (_, i) => (i < y.length ? Math.sign(y[i]) * Math.min(bound, Math.abs(y[i])) : 0));

export const signProp6 = study({
  page,
  repetitions: [20, 3, 2],
  axes: ({ repetitions }) => ({ lengthScale: LENGTH_SCALES, set: repetitions }),
  stage: ({ lengthScale }) => `length scale ${lengthScale}`,
  /** At each bound, the largest distance between the two, and of either from the formula. */
  measure({ lengthScale }, run) {
    const setting = settingOf(lengthScale, run.random);
    const flows = signFlow(setting, BOUNDS);
    return BOUNDS.map((bound, b) => {
      run.check();
      const bounded = boundedPredictions(setting, bound);
      const formula = clipped(setting.y, bound, bounded.length);
      const fromFormula = Math.max(largestDifference(bounded, formula), largestDifference(flows[b], formula));
      return { between: largestDifference(bounded, flows[b]), fromFormula };
    });
  },
  report(measurements) {
    const diagonal = measurements.at({ lengthScale: 0 });
    const far = (b: number) => Math.max(...diagonal.map((all) => all[b].fromFormula));
    const one = BOUNDS.indexOf(1);
    const scales = LENGTH_SCALES.slice(1);
    const means = scales.map((lengthScale) =>
      averaged(measurements.at({ lengthScale }).map((all) => all[one].between)),
    );
    // A step passes its target by less than its length.
    const formula = inCases(BOUNDS, (bound, b) => [`c = t = ${bound}`, far(b) <= STEP * (1 + 1e-6)]);
    return {
      finding: told`Where the kernel matrix is diagonal both have the predictions of the formula **at ${held(formula)} of ${BOUNDS.length} bounds**, to ${plain(Math.max(...BOUNDS.map((_, b) => far(b))), 2)} with steps of ${STEP}. With ${plain(LENGTH_SCALES.at(-1) ?? 0, 2)} of the distance between neighbours as length scale the two differ.`,
      numbers: {
        ...byName(BOUNDS, (bound, b) => ({
          [`diagonal, c = t = ${bound}: largest distance from the formula`]: far(b),
        })),
        ...byName(scales, (lengthScale, i) => ({
          [`length scale ${lengthScale}, c = t = 1: largest distance between the two`]: means[i],
        })),
      },
      claims: { formula },
      values: { still: STANDSTILL },
      figures: [distanceFigure(scales, means)],
    };
  },
});

function distanceFigure(scales: readonly number[], means: readonly MeanEstimate[]): FigureSpec {
  return chart({
    id: 'sign-prop6-distance',
    title: 'Away from a diagonal kernel matrix',
    sentence: told`At c = t = 1 the two differ by **${plain(means[0].mean, 2)}** with a length scale of ${scales[0]}.`,
    x: overLinear('length scale, in distances between neighbours'),
    y: positiveAxis(
      'largest difference of a prediction',
      'power',
      means.map(({ mean }) => Math.max(mean, STEP)),
      [STEP],
    ),
    series: [
      ...curveWithBand('main', 'difference', Float64Array.from(scales), means),
      level('a step of the descent', scales, STEP),
    ],
  });
}
