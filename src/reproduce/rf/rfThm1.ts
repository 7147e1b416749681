import { silently } from '../../engine/contract/context';
import { count, fixed, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { atMost, byPaper, byUs, compared, tested } from '../compared';
import { curveWithBand, line, logAxis, type MeasuredRate, meansOf, measureRate, ROLES, slopeText } from '../plot';
import { type MeanEstimate, meanOf, powersOfTen } from '../statistics';
import { type Run, study } from '../study';
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

/** r = ½, the worst case that the theorem allows: a target in H and no more. */
const SETTING: SplineSetting = { r: 0.5, g: 0.25, sigma: 0.3, epsilon: 0.01, x0: 0 };
const FIXED = 8;
/** Numbers of features, ascending at every n that is tried. */
const FEATURES = {
  fixed: { name: `M = ${FIXED}`, at: () => FIXED },
  root: { name: 'M = √n', at: (n: number) => Math.ceil(Math.sqrt(n)) },
  enough: { name: 'M = √n·log n', at: (n: number) => Math.ceil(Math.sqrt(n) * Math.log(n)) },
  all: { name: 'M = n', at: (n: number) => n },
} as const;
const NAMES = Object.keys(FEATURES) as readonly (keyof typeof FEATURES)[];
type Risks = Readonly<Record<keyof typeof FEATURES | 'exact', number>>;
const EXPONENT = -0.5;
const DRAWS = 50;
const COUNTS = Array.from(powersOfTen(3, 5, 7), Math.round);
/** How much larger the risk may be than with M = n: the theorem has a constant there, which does not grow. */
const GROWTH = 0.02;

export const rfThm1 = study({
  spec: {
    id: 'rf-thm1',
    title: 'RF, theorem 1: √n·log n features are enough',
    claim:
      'With λ = n^(−1/2) and of the order of √n·log n random features the excess risk falls at least like n^(−1/2), as that of exact kernel ridge does: more features do not help.',
    seconds: 60,
    draws: DRAWS,
  },
  fewDraws: 3,
  axes: ({ repetitions }) => ({ repetition: repetitions, n: COUNTS }),
  work: ({ n }) => n,
  stage: ({ repetition, n }, { repetitions }) => `draw ${repetition + 1} of ${repetitions.length}, ${n} rows`,
  measure: ({ n }, run) => risksAt(n, run),
  report(measurements, { repetitions }) {
    const rate = (value: (risks: Risks) => number): MeasuredRate =>
      measureRate(
        COUNTS,
        repetitions.map((repetition) => measurements.at({ repetition }).map(value)),
      );
    const rates = Object.fromEntries(NAMES.map((name) => [name, rate((risks) => risks[name])]));
    const excess = Object.fromEntries(NAMES.map((name) => [name, rate((risks) => risks[name] / risks.all)]));
    const exact = rate(({ exact: risk }) => risk);
    const last = COUNTS[COUNTS.length - 1];
    const atLast = (value: (risks: Risks) => number) => meanOf(measurements.at({ n: last }).map(value));
    const enough = atLast((risks) => risks.enough / risks.all);
    const few = atLast((risks) => risks.fixed / risks.all);
    return {
      finding: told`With √n·log n features the excess risk falls like **n^(${slopeText(rates.enough.slope)})**, with n of them like n^(${slopeText(rates.all.slope)}); at n = ${count(last)} the first is ${fixed(enough.mean, 3)} times the second. With ${FIXED} features it is ${plain(few.mean, 2)} times.`,
      numbers: [
        compared('exact kernel ridge: slope of the excess risk', exact.slope),
        ...NAMES.map((name) => compared(`${FEATURES[name].name}: slope of the excess risk`, rates[name].slope)),
        ...NAMES.filter((name) => name !== 'all').map((name) =>
          compared(
            `${FEATURES[name].name}: excess risk over that of M = n, n = ${count(last)}`,
            atLast((risks) => risks[name] / risks.all),
          ),
        ),
      ],
      claims: tested({
        [`with √n·log n features the slope of the excess risk is at most ${plain(EXPONENT)}`]: atMost(
          rates.enough.slope,
          EXPONENT,
        ),
        [`the slope of its ratio to the risk with n features is at most ${GROWTH}`]: atMost(
          excess.enough.slope,
          GROWTH,
        ),
      }),
      settings: [
        byPaper('λ', 'n^(−1/2)'),
        byPaper('kernel, features, target', 'those of section 4, with γ = ¼; r = ½ is the least that theorem 1 takes'),
        byUs('M', '√n·log n with the constant 1; beside it √n, n and a number that does not grow'),
        byUs(
          'constants of the theorem',
          'not tried: with κ = sup ψ = 4.3 the number of rows n₀ from which it speaks is above 10⁹, and its M above n up to there',
        ),
        byUs('n', `${COUNTS.length} values from ${count(COUNTS[0])} to ${count(last)}, evenly spaced in log n`),
        byUs(
          'σ, ε, x₀',
          `${SETTING.sigma}, ${SETTING.epsilon} and ${SETTING.x0}; normal noise, which the appendix’s assumption 4 takes`,
        ),
        byUs('draws', `${repetitions.length}`),
        byUs('Λ_q', `1 for frequency 0; cut at frequency ${FREQUENCIES}`),
        byUs(
          'enough',
          `the slope of the risk is at most ${EXPONENT}, that of its ratio to the risk with M = n at most ${GROWTH}, each by more than two standard errors; refuted the other way round`,
        ),
      ],
      figures: [
        {
          id: 'rf-thm1-risk',
          title: 'Excess risk against n',
          sentence: told`√n·log n features have the slope **${slopeText(rates.enough.slope)}**, the theorem at most ${EXPONENT}.`,
          x: logAxis('rows n', 'count', COUNTS),
          y: logAxis('excess risk', 'power', ...NAMES.map((name) => meansOf(rates[name].logs).map(Math.exp))),
          series: [
            ...NAMES.map((name, i) =>
              line(ROLES[i], FEATURES[name].name, COUNTS, meansOf(rates[name].logs).map(Math.exp)),
            ),
            line(
              'reference',
              'n^(−1/2)',
              COUNTS,
              COUNTS.map((n) => Math.exp(rates.all.logs[0].mean) * (n / COUNTS[0]) ** EXPONENT),
              '',
            ),
          ],
        },
        {
          id: 'rf-thm1-ratio',
          title: 'Excess risk over that of n features',
          sentence: told`At n = ${count(last)} √n·log n features have **${fixed(enough.mean, 3)} times** the risk of n.`,
          x: logAxis('rows n', 'count', COUNTS),
          y: logAxis(
            'ratio',
            'plain',
            ...(['root', 'enough'] as const).map((name) => meansOf(excess[name].logs).map(Math.exp)),
          ),
          series: (['root', 'enough'] as const).flatMap((name, i) =>
            curveWithBand(ROLES[i], FEATURES[name].name, COUNTS, excess[name].logs.map(ofLogarithm)),
          ),
        },
      ],
    };
  },
});

/** Mean and standard error of a logarithm as those of the value. */
const ofLogarithm = ({ mean, error }: MeanEstimate): MeanEstimate => ({
  mean: Math.exp(mean),
  error: Math.exp(mean) * error,
});

/** Excess risks on one sample, of exact kernel ridge and with each number of features. */
function risksAt(n: number, run: Run<object, unknown>): Risks {
  const { linalg, random } = run;
  const inner = silently(run);
  const lambda = n ** EXPONENT;
  const target = targetCoefficients(SETTING);
  const sample = drawSplineSample(n, SETTING, random, () => run.check());
  const exact = splineRiskAt(
    kernelRidge(sample, splineEigenvalues(1 / SETTING.g), linalg),
    target,
    lambda,
    linalg,
    inner,
  );
  const features = new SplineFeatures(sample, splineEigenvalues(0.5 / SETTING.g), random, linalg, inner);
  const risks = NAMES.map((name) => {
    run.check();
    const risk = () => splineRiskAt(features.first(FEATURES[name].at(n)), target, lambda, linalg, inner);
    return [name, linalg.scope(risk)];
  });
  return { ...Object.fromEntries(risks), exact };
}
