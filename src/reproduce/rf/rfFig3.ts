import { silently } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import { featureExponent } from '../../engine/fit/features/recommend';
import { warning } from '../../engine/fit/notes';
import { count, fixed } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { byPaper, byPaperIf, byUs, type Claim, compared, held, inCases } from '../compared';
import { type MeasuredRate, measureRate, rateFigure, slopeText, withinDeviation } from '../plot';
import { powersOfTen } from '../statistics';
import { type Run, study } from '../study';
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
const DRAWS = 100;
const COUNTS = Array.from(powersOfTen(3, 4, 7), Math.round);
const QUANTITIES = ['excess risk', 'λ', 'M'] as const;
const LAMBDAS = powersOfTen(-7, 1, 161);
/** How far above that of exact ridge the risk may lie. */
const ALLOWED = 1.05;
/** Ratio of the numbers of features tried, and the most of them. */
const GROWTH = 1.05;
const MOST = 100_000;
/** Half-width of a slope's 95 % interval that can tell. */
const WIDTH = 0.05;

type Point = Readonly<Record<(typeof QUANTITIES)[number], number>>;

export const rfFig3 = study({
  spec: {
    id: 'rf-fig3',
    title: 'RF, figure 3: risk, λ and the number of features against n',
    claim:
      'On spline kernels the excess risk, the best λ and the number of random features that come within 5 % of exact kernel ridge follow theorem 3 with α = γ to within a standard deviation, for n from 10³ to 10⁴.',
    seconds: 40,
    draws: DRAWS,
    options: [
      {
        name: 'noise',
        title: 'Standard deviation σ of the noise, which the paper does not print',
        choices: ['0.3', '0.1', '1'].map((value) => ({ value, title: `σ = ${value}` })),
      },
      {
        name: 'lambda',
        title: 'λ of ridge on random features',
        choices: [
          { value: 'kernel', title: 'that of exact kernel ridge' },
          { value: 'best', title: 'the best for each number of features' },
        ],
      },
    ],
  },
  fewDraws: 3,
  prepare: ({ options }) => ({ sigma: Number(options.noise), ownLambda: options.lambda === 'best' }),
  axes: ({ repetitions }) => ({ panel: PANELS, repetition: repetitions, n: COUNTS }),
  stage: ({ panel, repetition, n }, { repetitions }) =>
    `${panel.name}: repetition ${repetition + 1} of ${repetitions.length}, ${n} rows`,
  measure: ({ panel, n }, run) => onePoint({ ...panel, sigma: run.given.sigma, epsilon: 0.01, x0: 0 }, n, run),
  report(measurements, { repetitions, given: { sigma, ownLambda } }) {
    const draws = repetitions.length;
    const panels = PANELS.map((panel) => ({
      ...panel,
      rates: QUANTITIES.map((q) =>
        measureRate(
          COUNTS,
          repetitions.map((repetition) => measurements.at({ panel, repetition }).map((point) => point[q])),
        ),
      ),
    }));
    const capped = measurements.map(({ M }) => M >= MOST).filter((v) => v).length;
    const each = <T>(take: (panel: (typeof panels)[number], q: number, rate: MeasuredRate) => T): T[] =>
      panels.flatMap((panel) => panel.rates.map((rate, q) => take(panel, q, rate)));
    const numbers = each(({ name, r, g }, q, { slope }) =>
      compared(`${name}: slope of log ${QUANTITIES[q]} in log n`, slope, {
        value: exponents(r, g)[q],
        by: 'theory',
        width: WIDTH,
      }),
    );
    const inside = inCases(
      'n to the exponent, scaled to the means, stays within a standard deviation of single repetitions at every n',
      each(({ name, r, g }, q, rate): readonly [string, Claim] => [
        `${QUANTITIES[q]}, ${name}`,
        draws < 2 ? undefined : withinDeviation(rate, law(COUNTS, exponents(r, g)[q])),
      ]),
      (one) => one,
    );
    return {
      finding: told`The number of features grows like **${panels.map(({ rates }) => `n^(${slopeText(rates[2].slope)})`).join(' and ')}**, for ${PANELS.map(({ r, g }) => fixed(exponents(r, g)[2], 2)).join(' and ')} of theorem 3; ${held(inside)} of ${inside.length} theoretical lines stay within a standard deviation of what is measured.`,
      numbers,
      claims: inside,
      settings: [
        byPaper('rows', 'uniform on [0, 1]; y = f*(x) and normal noise'),
        byPaper(
          'kernel, features, target',
          'K = Λ_(1/γ), ψ = Λ_(1/2γ)(·, ω) with ω uniform, f* = Λ_(r/γ + ½ + ε)(·, x₀)',
        ),
        byPaperIf(draws === DRAWS, 'repetitions', `${DRAWS}`, `${draws} (the paper: ${DRAWS})`),
        byPaper('λ', 'of exact ridge: the one of lowest excess risk'),
        byPaper('M', 'the fewest features within 5 % of the excess risk of exact ridge'),
        byUs('values of λ', '161 from 10⁻⁷ to 10, the risk of each computed exactly from Fourier coefficients'),
        byUs('λ with random features', ownLambda ? 'the best of the same values for each M' : 'that of exact ridge'),
        byUs('values of M', 'each 5 % above the last; features of a smaller M are the first of a larger one'),
        byUs('n', `${COUNTS.length} values from ${COUNTS[0]} to ${COUNTS[COUNTS.length - 1]}, evenly spaced in log n`),
        byUs('σ, ε, x₀', `${sigma}, 0.01 and 0: the paper prints none of them; f* has a standard deviation of 1.41`),
        byUs('Λ_q', `1 for frequency 0; cut at frequency ${FREQUENCIES}, which changes risks by 0.1 % at most`),
        byUs('slopes', `mean over repetitions of the slope of each; an interval wider than ± ${WIDTH} cannot tell`),
        byUs('theoretical lines', 'n to the exponent, without log n, scaled to the means'),
      ],
      figures: each(({ id, name, r, g }, q, rate) => panelFigure(id, name, exponents(r, g)[q], q, rate)),
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
    const { risk, lambda } = leastRisk(exact, target, LAMBDAS, linalg, inner);
    const features = new SplineFeatures(sample, splineEigenvalues(0.5 / setting.g), random, linalg, inner);
    let count = 1;
    const close = () =>
      linalg.scope(() => {
        const fit = features.first(count);
        const reached = given.ownLambda
          ? leastRisk(fit, target, LAMBDAS, linalg, inner).risk
          : splineRiskAt(fit, target, lambda, linalg, inner);
        return reached <= ALLOWED * risk;
      });
    while (!close() && count < MOST) {
      run.check();
      count = Math.min(MOST, Math.ceil(GROWTH * count));
    }
    return { 'excess risk': risk, λ: lambda, M: count };
  });
}

function panelFigure(id: string, name: string, exponent: number, q: number, rate: MeasuredRate): FigureSpec {
  const quantity = QUANTITIES[q];
  return rateFigure(
    `rf-fig3-${id}-${['risk', 'lambda', 'features'][q]}`,
    `${quantity}, ${name}`,
    COUNTS,
    quantity === 'M' ? 'random features M' : quantity,
    rate,
    { values: law(COUNTS, exponent), name: `n^(${fixed(exponent, 3)})` },
  );
}
