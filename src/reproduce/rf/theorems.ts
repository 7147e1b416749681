import { silently } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import type { Random } from '../../engine/data/random';
import { featureExponent } from '../../engine/fit/features/recommend';
import { count, fixed, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { atMost, inCases } from '../compared';
import { byName, type Ours } from '../page';
import {
  chart,
  curveWithBand,
  geometricMeans,
  type MeasuredRate,
  measureRate,
  overLog,
  plottedLine,
  positiveAxis,
  ROLES,
  rows,
  slopeText,
} from '../plot';
import { averaged, type MeanEstimate, powersOfTen } from '../statistics';
import { type Measurements, type Run, study } from '../study';
import { SplineFeatures } from './splineFeatures';
import {
  drawSplineSample,
  FREQUENCIES,
  kernelRidge,
  type SplineSetting,
  splineEigenvalues,
  splineRiskAt,
  targetCoefficients,
} from './splineRidge';
import page1 from './thm1.json';
import page3 from './thm3.json';

const COUNTS = Array.from(powersOfTen(3, 5, 7), Math.round);
const SIZES = { counts: [COUNTS, COUNTS, [1000, 1500]] } as const;

/** Summarises the excess risks of draws, as a rate over the numbers of rows and as a mean at the last of them. */
function overDraws<C extends { readonly repetition: number; readonly n: number }, V>(
  measurements: Measurements<C, V>,
  place: Partial<C>,
  { repetitions, size: { counts } }: Run<{ readonly counts: readonly number[] }, unknown>,
) {
  const last = { ...place, n: counts[counts.length - 1] };
  return {
    rate: (value: (risks: V) => number): MeasuredRate =>
      measureRate(
        counts,
        repetitions.map((repetition) => measurements.at({ ...place, repetition }).map(value)),
      ),
    atLast: (value: (risks: V) => number): MeanEstimate => averaged(measurements.at(last).map(value)),
  };
}

const span = (counts: readonly number[]) => ({
  many: counts.length,
  first: count(counts[0]),
  last: count(counts[counts.length - 1]),
});

/** r = ½, the worst case that theorem 1 allows: a target in H and no more. */
const SETTING: SplineSetting = page1.data;
const FIXED = 8;
/** Numbers of features, ascending at every n that is tried. */
const FEATURES = {
  fixed: { name: `M = ${FIXED}`, at: () => FIXED },
  root: { name: 'M = √n', at: (n: number) => Math.ceil(Math.sqrt(n)) },
  enough: { name: 'M = √n·log n', at: (n: number) => Math.ceil(Math.sqrt(n) * Math.log(n)) },
  all: { name: 'M = n', at: (n: number) => n },
} as const;
const NAMES = Object.keys(FEATURES) as readonly (keyof typeof FEATURES)[];
/** `GROWTH`: how much larger the risk may be than with M = n: the theorem has a constant there, which does not grow. */
const { exponent: EXPONENT, growth: GROWTH } = page1.data;

export const rfThm1 = study({
  page: page1,
  sizes: SIZES,
  fewDraws: 3,
  axes: ({ repetitions, size }) => ({ repetition: repetitions, n: size.counts }),
  work: ({ n }) => n,
  stage: ({ repetition, n }, { repetitions }) => `draw ${repetition + 1} of ${repetitions.length}, ${n} rows`,
  measure: ({ n }, run) => risksOfNumbers(n, run),
  report(measurements, run) {
    const { counts } = run.size;
    const { rate, atLast } = overDraws(measurements, {}, run);
    const rates = byName(NAMES, (name) => ({ [name]: rate((risks) => risks[name]) }));
    const excess = byName(NAMES, (name) => ({ [name]: rate((risks) => risks[name] / risks.all) }));
    const [enough, few] = [atLast((risks) => risks.enough / risks.all), atLast((risks) => risks.fixed / risks.all)];
    const values = span(counts);
    return {
      finding: told`With √n·log n features the excess risk falls like **n^(${slopeText(rates.enough.slope)})**, with n of them like n^(${slopeText(rates.all.slope)}); at n = ${values.last} the first is ${fixed(enough.mean, 3)} times the second. With ${FIXED} features it is ${plain(few.mean, 2)} times.`,
      numbers: {
        'exact kernel ridge: slope of the excess risk': rate(({ exact }) => exact).slope,
        ...byName(NAMES, (name) => ({ [`${FEATURES[name].name}: slope of the excess risk`]: rates[name].slope })),
        ...byName(
          NAMES.filter((name) => name !== 'all'),
          (name) => ({
            [`${FEATURES[name].name}: excess risk over that of M = n, n = ${values.last}`]: atLast(
              (risks) => risks[name] / risks.all,
            ),
          }),
        ),
      },
      claims: { slope: atMost(rates.enough.slope, EXPONENT), ratio: atMost(excess.enough.slope, GROWTH) },
      values: {
        ...values,
        ...SETTING,
        frequencies: FREQUENCIES,
        written: plain(EXPONENT),
      },
      figures: [
        chart({
          id: 'rf-thm1-risk',
          title: 'Excess risk against n',
          sentence: told`√n·log n features have the slope **${slopeText(rates.enough.slope)}**, the theorem at most ${EXPONENT}.`,
          x: rows,
          y: positiveAxis('excess risk', 'power', ...NAMES.map((name) => geometricMeans(rates[name]))),
          series: [
            ...NAMES.map((name, i) => plottedLine(ROLES[i], FEATURES[name].name, counts, geometricMeans(rates[name]))),
            plottedLine(
              'reference',
              'n^(−1/2)',
              counts,
              counts.map((n) => Math.exp(rates.all.logs[0].mean) * (n / counts[0]) ** EXPONENT),
              '',
            ),
          ],
        }),
        chart({
          id: 'rf-thm1-ratio',
          title: 'Excess risk over that of n features',
          sentence: told`At n = ${values.last} √n·log n features have **${fixed(enough.mean, 3)} times** the risk of n.`,
          x: rows,
          y: overLog('ratio'),
          series: (['root', 'enough'] as const).flatMap((name, i) =>
            curveWithBand(ROLES[i], FEATURES[name].name, counts, excess[name].logs.map(ofLogarithm)),
          ),
        }),
      ],
    };
  },
});

/** Mean and standard error of a value from those of its logarithm. */
const ofLogarithm = ({ mean, error }: MeanEstimate): MeanEstimate => ({
  mean: Math.exp(mean),
  error: Math.exp(mean) * error,
});

/** Excess risks on one sample, of exact kernel ridge and with each number of features. */
function risksOfNumbers(
  n: number,
  run: Run<object, unknown>,
): Readonly<Record<keyof typeof FEATURES | 'exact', number>> {
  const { linalg, random } = run;
  const inner = silently(run);
  const lambda = n ** EXPONENT;
  const target = targetCoefficients(SETTING);
  const sample = drawSplineSample(n, SETTING, random, () => run.check());
  const ridge = kernelRidge(sample, splineEigenvalues(1 / SETTING.g), linalg);
  const exact = splineRiskAt(ridge, target, lambda, inner);
  const features = new SplineFeatures(sample, splineEigenvalues(0.5 / SETTING.g), random, inner);
  const risks = NAMES.map((name) => {
    run.check();
    const risk = () => splineRiskAt(features.first(FEATURES[name].at(n)), target, lambda, inner);
    return [name, linalg.scope(risk)];
  });
  return { ...Object.fromEntries(risks), exact };
}

const PANELS = [
  { id: 'half', name: 'r = 1/2, γ = 1/4', r: 1 / 2, g: 1 / 4 },
  { id: 'high', name: 'r = 7/8, γ = 1/4', r: 7 / 8, g: 1 / 4 },
] as const;
type Panel = (typeof PANELS)[number];
/** The ways to draw features, and the theorem whose number of them is taken: n^exponent·log n. */
const WAYS = {
  leverage: { name: 'leverage scores, M of theorem 3', exponent: 'leverageFeatures' },
  plain: { name: 'plain, M of theorem 2', exponent: 'features' },
  few: { name: 'plain, M of theorem 3', exponent: 'leverageFeatures' },
} as const;
type Way = keyof typeof WAYS;
const WAY_NAMES = Object.keys(WAYS) as readonly Way[];
type WayRisks = Readonly<Record<Way | 'exact', number>>;
/**
 * `CONSTANT`: Factor of n^exponent·log n: with fewer, a feature that matters is missed now and then. The theorem's own
 * constant is above 99. `MARGIN`: The part of a slope that may be due to the finite n: exponents are limits.
 */
const { constant: CONSTANT, margin: MARGIN } = page3.data;

const featuresAt = (way: Way, { r, g }: Panel, n: number): number =>
  Math.ceil(CONSTANT * n ** featureExponent(WAYS[way].exponent, r, g) * Math.log(n));
const rateOf = ({ r, g }: Panel): number => (-2 * r) / (2 * r + g);

export const rfThm3 = study({
  page: page3,
  sizes: SIZES,
  fewDraws: 3,
  axes: ({ repetitions, size }) => ({ panel: PANELS, repetition: repetitions, n: size.counts }),
  work: ({ n }) => n + 2000,
  stage: ({ panel, repetition, n }, { repetitions }) =>
    `${panel.name}: draw ${repetition + 1} of ${repetitions.length}, ${n} rows`,
  measure: ({ panel, n }, run) => risksOfWays(panel, n, run),
  report(measurements, run) {
    const { counts } = run.size;
    const [values, last] = [span(counts), counts[counts.length - 1]];
    const panels = PANELS.map((panel) => {
      const { rate, atLast } = overDraws(measurements, { panel }, run);
      const each = <T>(make: (way: Way) => T) => byName(WAY_NAMES, (way) => ({ [way]: make(way) }));
      return {
        panel,
        rates: each((way) => rate((risks) => risks[way])),
        exact: rate((risks) => risks.exact),
        ratios: each((way) => atLast((risks) => risks[way] / risks.exact)),
        worse: atLast((risks) => Math.log(risks.leverage / risks.few)),
      };
    });
    const enough = (way: Way) =>
      inCases(panels, ({ panel, rates }) => [panel.name, atMost(rates[way].slope, rateOf(panel) + MARGIN)]);
    const ratiosOf = (way: Way) => panels.map(({ ratios }) => plain(ratios[way].mean, 3)).join(' and ');
    return {
      finding: told`With the features of theorem 3 drawn by leverage scores the excess risk falls like **${panels.map(({ rates }) => `n^(${slopeText(rates.leverage.slope)})`).join(' and ')}**, for ${panels.map(({ panel }) => fixed(rateOf(panel), 2)).join(' and ')} at r = 1/2 and 7/8. At n = ${values.last} it is ${ratiosOf('leverage')} times that of exact ridge; as many plain features have ${ratiosOf('few')} times, those of theorem 2 ${ratiosOf('plain')}.`,
      numbers: byName<(typeof panels)[number], Ours>(panels, ({ panel, rates, exact, ratios }) => ({
        [`${panel.name}, exact ridge: slope of the excess risk`]: exact.slope,
        ...byName(WAY_NAMES, (way) => ({
          [`${panel.name}, ${WAYS[way].name}: slope (theorem: at most ${fixed(rateOf(panel), 2)})`]: rates[way].slope,
        })),
        ...byName(WAY_NAMES, (way) => ({
          [`${panel.name}, ${WAYS[way].name}: excess risk over that of exact ridge, n = ${values.last}, M = ${count(featuresAt(way, panel, last))}`]:
            ratios[way],
        })),
      })),
      claims: {
        leverage: enough('leverage'),
        plain: enough('plain'),
        worse: inCases(panels, ({ panel, worse }) => [panel.name, atMost(worse, 0)]),
      },
      values: { ...values, frequencies: FREQUENCIES },
      figures: panels.map(({ panel, rates, exact }) => panelFigure(panel, rates, exact, counts)),
    };
  },
});

function panelFigure(
  { id, name }: Panel,
  rates: Readonly<Record<string, MeasuredRate>>,
  exact: MeasuredRate,
  counts: readonly number[],
): FigureSpec {
  return chart({
    id: `rf-thm3-${id}`,
    title: `Excess risk against n, ${name}`,
    sentence: told`By leverage scores it falls like **n^(${slopeText(rates.leverage.slope)})**, with as many plain features like n^(${slopeText(rates.few.slope)}).`,
    x: rows,
    y: overLog('excess risk', 'power'),
    series: [
      ...WAY_NAMES.map((way, i) => plottedLine(ROLES[i], WAYS[way].name, counts, geometricMeans(rates[way]))),
      plottedLine('reference', 'exact ridge', counts, geometricMeans(exact), ''),
    ],
  });
}

/**
 * Excess risks on one sample, of exact ridge and with features √(lambda_j/p_j)·e_j, e_j drawn with probability p_j. The leverage of e_j's
 * feature is that of the direction, so that p_j is proportional to lambda_j/(lambda_j + lambda) (RF example 2).
 */
function risksOfWays(panel: Panel, n: number, run: Run<object, unknown>): WayRisks {
  const { linalg, random } = run;
  const inner = silently(run);
  const setting: SplineSetting = { ...panel, sigma: 0.3, epsilon: 0.01, x0: 0 };
  const lambda = n ** (-1 / (2 * panel.r + panel.g));
  const eigenvalues = splineEigenvalues(1 / panel.g);
  const target = targetCoefficients(setting);
  const sample = drawSplineSample(n, setting, random, () => run.check());
  const riskOf = (spectrum: Float64Array) =>
    linalg.scope(() => splineRiskAt(kernelRidge(sample, spectrum, linalg), target, lambda, inner));
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
