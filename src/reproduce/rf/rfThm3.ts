import { silently } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import type { Random } from '../../engine/data/random';
import { featureExponent } from '../../engine/fit/features/recommend';
import { count, fixed, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { atMost, byPaper, byUs, compared, inCases } from '../compared';
import { line, logAxis, type MeasuredRate, meansOf, measureRate, ROLES, slopeText } from '../plot';
import { meanOf, powersOfTen } from '../statistics';
import { type Run, study } from '../study';
import {
  drawSplineSample,
  FREQUENCIES,
  kernelRidge,
  type SplineSetting,
  splineEigenvalues,
  splineRiskAt,
  targetCoefficients,
} from './splineRidge';

const PANELS = [
  { id: 'half', name: 'r = 1/2, γ = 1/4', r: 1 / 2, g: 1 / 4 },
  { id: 'high', name: 'r = 7/8, γ = 1/4', r: 7 / 8, g: 1 / 4 },
] as const;
type Panel = (typeof PANELS)[number];
/** How features are drawn, and the theorem whose number of them is taken: n^exponent·log n. */
const WAYS = {
  leverage: { name: 'leverage scores, M of theorem 3', exponent: 'leverageFeatures' },
  plain: { name: 'plain, M of theorem 2', exponent: 'features' },
  few: { name: 'plain, M of theorem 3', exponent: 'leverageFeatures' },
} as const;
type Way = keyof typeof WAYS;
const NAMES = Object.keys(WAYS) as readonly Way[];
type Risks = Readonly<Record<Way | 'exact', number>>;
const DRAWS = 50;
const COUNTS = Array.from(powersOfTen(3, 5, 7), Math.round);
/** Of n^exponent·log n: with fewer a feature that matters is missed now and then. The theorem's own constant is above 99. */
const CONSTANT = 4;
/** What a slope may owe to the finite n: exponents are limits. */
const MARGIN = 0.02;

const exponentOf = (way: Way, { r, g }: Panel): number => featureExponent(WAYS[way].exponent, r, g);
const featuresAt = (way: Way, panel: Panel, n: number): number =>
  Math.ceil(CONSTANT * n ** exponentOf(way, panel) * Math.log(n));
const rateOf = ({ r, g }: Panel): number => (-2 * r) / (2 * r + g);

export const rfThm3 = study({
  spec: {
    id: 'rf-thm3',
    title: 'RF, theorem 3: features drawn by leverage scores against plain ones',
    claim:
      'With n^((γ + 2r − 1)/(2r + γ))·log n features drawn by their leverage scores (example 2) the excess risk falls at least like n^(−2r/(2r + γ)), as that of exact kernel ridge does; plain ones need n^((1 + γ(2r − 1))/(2r + γ))·log n.',
    seconds: 60,
    draws: DRAWS,
  },
  fewDraws: 3,
  axes: ({ repetitions }) => ({ panel: PANELS, repetition: repetitions, n: COUNTS }),
  work: ({ n }) => n + 2000,
  stage: ({ panel, repetition, n }, { repetitions }) =>
    `${panel.name}: draw ${repetition + 1} of ${repetitions.length}, ${n} rows`,
  measure: ({ panel, n }, run) => risksAt(panel, n, run),
  report(measurements, { repetitions }) {
    const last = COUNTS[COUNTS.length - 1];
    const panels = PANELS.map((panel) => {
      const rate = (value: (risks: Risks) => number): MeasuredRate =>
        measureRate(
          COUNTS,
          repetitions.map((repetition) => measurements.at({ panel, repetition }).map(value)),
        );
      const atLast = (value: (risks: Risks) => number) => meanOf(measurements.at({ panel, n: last }).map(value));
      const each = <T>(make: (way: Way) => T) =>
        Object.fromEntries(NAMES.map((way) => [way, make(way)])) as Record<Way, T>;
      return {
        panel,
        rates: each((way) => rate((risks) => risks[way])),
        exact: rate((risks) => risks.exact),
        ratios: each((way) => atLast((risks) => risks[way] / risks.exact)),
        worse: atLast((risks) => Math.log(risks.leverage / risks.few)),
      };
    });
    const enough = (['leverage', 'plain'] as const).flatMap((way) =>
      inCases(
        `the slope of the excess risk is at most that of the theorem and ${MARGIN}: ${WAYS[way].name}`,
        panels,
        ({ panel, rates }) => [panel.name, atMost(rates[way].slope, rateOf(panel) + MARGIN)],
      ),
    );
    return {
      finding: told`With the features of theorem 3 drawn by leverage scores the excess risk falls like **${panels.map(({ rates }) => `n^(${slopeText(rates.leverage.slope)})`).join(' and ')}**, for ${panels.map(({ panel }) => fixed(rateOf(panel), 2)).join(' and ')} at r = 1/2 and 7/8. At n = ${count(last)} it is ${panels.map(({ ratios }) => plain(ratios.leverage.mean, 3)).join(' and ')} times that of exact ridge; as many plain features have ${panels.map(({ ratios }) => plain(ratios.few.mean, 3)).join(' and ')} times, those of theorem 2 ${panels.map(({ ratios }) => plain(ratios.plain.mean, 3)).join(' and ')}.`,
      numbers: panels.flatMap(({ panel, rates, exact, ratios }) => [
        compared(`${panel.name}, exact ridge: slope of the excess risk`, exact.slope),
        ...NAMES.map((way) =>
          compared(
            `${panel.name}, ${WAYS[way].name}: slope (theorem: at most ${fixed(rateOf(panel), 2)})`,
            rates[way].slope,
          ),
        ),
        ...NAMES.map((way) =>
          compared(
            `${panel.name}, ${WAYS[way].name}: excess risk over that of exact ridge, n = ${count(last)}, M = ${count(featuresAt(way, panel, last))}`,
            ratios[way],
          ),
        ),
      ]),
      claims: [
        ...enough,
        ...inCases(
          'at the largest n as many plain features have a larger risk than those by leverage scores',
          panels,
          ({ panel, worse }) => [panel.name, atMost(worse, 0)],
        ),
      ],
      settings: [
        byPaper('rows and target', 'those of section 4: uniform on [0, 1], f* = Λ_(r/γ + ½ + ε)(·, x₀)'),
        byPaper('λ', 'n^(−1/(2r+γ))'),
        byPaper('leverage scores', 'example 2: probability π/s of each feature, weighted so that the kernel stays'),
        byUs(
          'features',
          'the basis functions of the kernel Λ_(1/γ), cosines and sines with probability proportional to |k|^(−1/γ): α = 1, where those of section 4 have α = γ however they are drawn',
        ),
        byUs('M', `n^exponent·log n with the constant ${CONSTANT}, rounded up; that of the theorem is above 99`),
        byUs('at most', `to ${MARGIN} and by more than two standard errors; refuted the other way round`),
        byUs('as many plain features', 'have a larger risk than those by leverage scores at the largest n, likewise'),
        byUs('n', `${COUNTS.length} values from ${count(COUNTS[0])} to ${count(last)}, evenly spaced in log n`),
        byUs('σ, ε, x₀', '0.3, 0.01 and 0; normal noise'),
        byUs('draws', `${repetitions.length}`),
        byUs('Λ_q', `1 for frequency 0; cut at frequency ${FREQUENCIES}`),
      ],
      figures: panels.map(({ panel, rates, exact }) => panelFigure(panel, rates, exact)),
    };
  },
});

function panelFigure(panel: Panel, rates: Readonly<Record<Way, MeasuredRate>>, exact: MeasuredRate): FigureSpec {
  const means = NAMES.map((way) => meansOf(rates[way].logs).map(Math.exp));
  const least = meansOf(exact.logs).map(Math.exp);
  return {
    id: `rf-thm3-${panel.id}`,
    title: `Excess risk against n, ${panel.name}`,
    sentence: told`By leverage scores it falls like **n^(${slopeText(rates.leverage.slope)})**, with as many plain features like n^(${slopeText(rates.few.slope)}).`,
    x: logAxis('rows n', 'count', COUNTS),
    y: logAxis('excess risk', 'power', ...means, least),
    series: [
      ...NAMES.map((way, i) => line(ROLES[i], WAYS[way].name, COUNTS, means[i])),
      line('reference', 'exact ridge', COUNTS, least, ''),
    ],
  };
}

/**
 * Excess risks on one sample, of exact ridge and with features √(lambda_j/p_j)·e_j, e_j drawn with probability p_j. The leverage of e_j's
 * feature is that of the direction, so that p_j is proportional to lambda_j/(lambda_j + lambda) (RF example 2).
 */
function risksAt(panel: Panel, n: number, run: Run<object, unknown>): Risks {
  const { linalg, random } = run;
  const inner = silently(run);
  const setting: SplineSetting = { ...panel, sigma: 0.3, epsilon: 0.01, x0: 0 };
  const lambda = n ** (-1 / (2 * panel.r + panel.g));
  const eigenvalues = splineEigenvalues(1 / panel.g);
  const target = targetCoefficients(setting);
  const sample = drawSplineSample(n, setting, random, () => run.check());
  const riskOf = (spectrum: Float64Array) =>
    linalg.scope(() => splineRiskAt(kernelRidge(sample, spectrum, linalg), target, lambda, linalg, inner));
  const risk = (way: Way) => {
    const weights = way === 'leverage' ? eigenvalues.map((v) => v / (v + lambda)) : eigenvalues;
    return riskOf(drawnSpectrum(eigenvalues, weights, featuresAt(way, panel, n), random));
  };
  return { exact: riskOf(eigenvalues), leverage: risk('leverage'), plain: risk('plain'), few: risk('few') };
}

/**
 * Eigenvalues of the kernel that M basis functions make, drawn with probabilities p proportional to the weights: lambda_j·count_j/(M·p_j), whose
 * mean is lambda_j.
 */
export function drawnSpectrum(
  eigenvalues: Float64Array,
  weights: Float64Array,
  features: number,
  random: Random,
): Float64Array {
  let total = 0;
  const cumulative = weights.map((v) => {
    total += v;
    return total;
  });
  const counts = new Float64Array(weights.length);
  for (let drawn = 0; drawn < features; drawn++) {
    const at = total * random.uniform();
    let j = 0;
    while (j < counts.length - 1 && cumulative[j] <= at) j++;
    counts[j]++;
  }
  return eigenvalues.map((v, j) => (v * counts[j] * total) / (features * weights[j]));
}
