import { silently } from '../../engine/contract/context';
import { featureExponent } from '../../engine/fit/features/recommend';
import { warning } from '../../engine/fit/notes';
import { count, fixed } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { type Claimed, held } from '../compared';
import type { Ours } from '../page';
import { type MeasuredRate, measureRate, rateFigure, slopeText, withinDeviation } from '../plot';
import { powersOfTen } from '../statistics';
import { type Run, study } from '../study';
import page from './fig3.json';
import { SplineFeatures } from './splineFeatures';
import {
  drawSplineSample,
  FREQUENCIES,
  kernelRidge,
  leastRisk,
  type SplineSetting,
  splineEigenvalues,
  splineRiskAt,
  targetCoefficients,
} from './splineRidge';

const PANELS = [
  { id: 'top', name: 'r = 11/16, γ = 1/8', r: 11 / 16, g: 1 / 8 },
  { id: 'bottom', name: 'r = 7/8, γ = 1/4', r: 7 / 8, g: 1 / 4 },
] as const;
const COUNTS = Array.from(powersOfTen(3, 4, 7), Math.round);
const QUANTITIES = ['excess risk', 'λ', 'M'] as const;
const LAMBDAS = powersOfTen(-7, 1, 161);
/** The risk may lie above that of exact ridge by this factor. */
const ALLOWED = 1.05;
/** Ratio of the numbers of features tried, and the most of them. */
const GROWTH = 1.05;
const MOST = 100_000;
/** Half-width of a slope's 95 % interval that can decide. */
const { width: WIDTH } = page.data;

type Point = Readonly<Record<(typeof QUANTITIES)[number], number>>;

export const rfFig3 = study({
  page,
  sizes: { counts: [COUNTS, COUNTS, [1000, 2000]] },
  fewDraws: 3,
  prepare: ({ options }) => ({ sigma: Number(options.noise), ownLambda: options.lambda === 'best' }),
  axes: ({ repetitions, size }) => ({ panel: PANELS, repetition: repetitions, n: size.counts }),
  stage: ({ panel, repetition, n }, { repetitions }) =>
    `${panel.name}: repetition ${repetition + 1} of ${repetitions.length}, ${n} rows`,
  measure: ({ panel, n }, run) => onePoint({ ...panel, sigma: run.given.sigma, epsilon: 0.01, x0: 0 }, n, run),
  report(measurements, { repetitions, given: { sigma, ownLambda }, size: { counts } }) {
    const panels = PANELS.map((panel) => ({
      ...panel,
      rates: QUANTITIES.map((q) =>
        measureRate(
          counts,
          repetitions.map((repetition) => measurements.at({ panel, repetition }).map((point) => point[q])),
        ),
      ),
    }));
    const capped = measurements.map(({ M }) => M >= MOST).filter((v) => v).length;
    const each = <T>(take: (panel: (typeof panels)[number], q: number, rate: MeasuredRate) => T): T[] =>
      panels.flatMap((panel) => panel.rates.map((rate, q) => take(panel, q, rate)));
    const numbers = each(({ name, r, g }, q, { slope }): readonly [string, Ours] => [
      `${name}: slope of log ${QUANTITIES[q]} in log n`,
      [slope, { value: exponents(r, g)[q], by: 'theory', width: WIDTH }],
    ]);
    const inside = each(({ name, r, g }, q, rate): readonly [string, Claimed] => [
      `${QUANTITIES[q]}, ${name}`,
      repetitions.length < 2 ? undefined : withinDeviation(rate, law(counts, exponents(r, g)[q])),
    ]);
    return {
      finding: told`The number of features grows like **${panels.map(({ rates }) => `n^(${slopeText(rates[2].slope)})`).join(' and ')}**, for ${PANELS.map(({ r, g }) => fixed(exponents(r, g)[2], 2)).join(' and ')} of theorem 3; ${held(inside)} of ${inside.length} theoretical lines stay within a standard deviation of what is measured.`,
      numbers: Object.fromEntries(numbers),
      claims: { inside },
      values: {
        ownLambda: ownLambda ? 'the best of the same values for each M' : 'that of exact ridge',
        many: counts.length,
        first: counts[0],
        last: counts[counts.length - 1],
        sigma,
        frequencies: FREQUENCIES,
      },
      figures: each(({ id, name, r, g }, q, rate) => {
        const [exponent, quantity] = [exponents(r, g)[q], QUANTITIES[q]];
        return rateFigure(
          `rf-fig3-${id}-${['risk', 'lambda', 'features'][q]}`,
          `${quantity}, ${name}`,
          counts,
          quantity === 'M' ? 'random features M' : quantity,
          rate,
          { values: law(counts, exponent), name: `n^(${fixed(exponent, 3)})` },
        );
      }),
      notes:
        capped === 0
          ? []
          : [
              warning(
                'reproduction/features-capped',
                `In ${capped} cases ${count(MOST)} features were not within 5 %; they count with that number.`,
              ),
            ],
    };
  },
});

/** Theorem 3: risk n^(−2r/(2r+γ)), lambda n^(−1/(2r+γ)), M n^((α + (1+γ−α)(2r−1))/(2r+γ)) with α = γ. */
function exponents(r: number, g: number): readonly number[] {
  return [(-2 * r) / (2 * r + g), -1 / (2 * r + g), featureExponent('leverageFeatures', r, g)];
}

const law = (counts: readonly number[], exponent: number): readonly number[] => counts.map((n) => n ** exponent);

/** One sample: exact ridge at its best lambda, then random features until they come close. */
function onePoint(setting: SplineSetting, n: number, run: Run<object, { readonly ownLambda: boolean }>): Point {
  const { linalg, random, given } = run;
  const inner = silently(run);
  const target = targetCoefficients(setting);
  return linalg.scope(() => {
    const sample = drawSplineSample(n, setting, random, () => run.check());
    const exact = kernelRidge(sample, splineEigenvalues(1 / setting.g), linalg);
    const { risk, lambda } = leastRisk(exact, target, LAMBDAS, inner);
    const features = new SplineFeatures(sample, splineEigenvalues(0.5 / setting.g), random, inner);
    let count = 1;
    const close = () =>
      linalg.scope(() => {
        const fit = features.first(count);
        const reached = given.ownLambda
          ? leastRisk(fit, target, LAMBDAS, inner).risk
          : splineRiskAt(fit, target, lambda, inner);
        return reached <= ALLOWED * risk;
      });
    while (!close() && count < MOST) {
      run.check();
      count = Math.min(MOST, Math.ceil(GROWTH * count));
    }
    return { 'excess risk': risk, λ: lambda, M: count };
  });
}
