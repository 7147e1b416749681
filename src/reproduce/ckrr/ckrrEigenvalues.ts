import { silently } from '../../engine/contract/context';
import { eigenlearning } from '../../engine/spectrum/eigenlearning';
import { kappaOf, softThresholding } from '../../engine/spectrum/softThresholding';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { inCases } from '../compared';
import { congruent, farthest, flipped, solved, times } from '../matrices';
import { byName } from '../page';
import { chart, meansOf, measureRate, overLinear, overLog, plottedLine, points, ROLES, rows } from '../plot';
import { averaged } from '../statistics';
import { type Run, study, upTo } from '../study';
import texts from './theorems.json';

const { modes: MODES, shown: SHOWN, count: COUNT, tie: TIE, beyond: BEYOND } = texts.thm52.data;
const LAMBDAS = Float64Array.from({ length: MODES }, (_, i) => (i + 1) ** -2);
const COVARIANCES = ['the kernel', 'another'] as const;

/**
 * The residual kernel of k draws Σ_i √λ_i·ξ_i·φ_i in the eigenfunctions φ of K, (I − Π)·Λ·(I − Π) with Π_ij = √(λ_i·λ_j)·M_ij; its first modes, and
 * how far its diagonal is from theorem 5.2's.
 */
function fieldResidual(covariance: (typeof COVARIANCES)[number], run: Run<object, unknown>) {
  const inner = silently(run);
  const xi = Float64Array.from({ length: MODES * COUNT }, () => run.random.normal());
  if (covariance === 'another') for (let a = 0; a < COUNT; a++) xi[1 + a * MODES] += TIE * xi[a * MODES];
  const v = xi.map((z, at) => Math.sqrt(LAMBDAS[at % MODES]) * z);
  const onto = times(v, solved(times(v, v, MODES, inner, true), COUNT, flipped(v, MODES), inner), COUNT, inner);
  const diagonal = (of: (i: number) => number) =>
    new Float64Array(MODES * MODES).map((_, at) => (at % (MODES + 1) === 0 ? of(at % MODES) : 0));
  const left = diagonal(() => 1).map((one, at) => one - onto[at]);
  const kernel = congruent(
    left,
    diagonal((i) => LAMBDAS[i]),
    MODES,
    inner,
  );
  const m = onto.map((value, at) => value / Math.sqrt(LAMBDAS[at % MODES] * LAMBDAS[Math.floor(at / MODES)]));
  const printed = LAMBDAS.map((lambda, i) => {
    const row = m.subarray(i * MODES, (i + 1) * MODES);
    return lambda * (1 - 2 * lambda * row[i] + row.reduce((sum, mij, j) => sum + (LAMBDAS[j] * mij) ** 2, 0));
  });
  const own = LAMBDAS.map((_, i) => kernel[i * (MODES + 1)]);
  return { first: upTo(SHOWN).map((i) => kernel.slice(i * MODES, i * MODES + SHOWN)), off: farthest(own, printed) };
}

export const ckrrThm52 = study({
  page: texts.thm52,
  repetitions: [2000, 200, 20],
  axes: ({ repetitions }) => ({ covariance: COVARIANCES, repetition: repetitions }),
  stage: ({ covariance }) => `features with the covariance of ${covariance}`,
  measure: ({ covariance }, run) => fieldResidual(covariance, run),
  report(measurements) {
    const [field, other] = COVARIANCES.map((covariance) => {
      const draws = measurements.at({ covariance });
      const mean = (i: number, j: number) => averaged(draws.map(({ first }) => first[i][j]));
      const pairs = upTo(SHOWN).flatMap((i) => upTo(i).map((j) => mean(i, j)));
      return {
        farthest: Math.max(...pairs.map(({ mean: value, error }) => Math.abs(value / error))),
        shares: upTo(SHOWN).map((i) => mean(i, i).mean / LAMBDAS[i]),
        off: Math.max(...draws.map(({ off }) => off)),
      };
    });
    const modes = upTo(SHOWN).map((i) => i + 1);
    const kappa = kappaOf(LAMBDAS, COUNT);
    const { predicted } = softThresholding(
      LAMBDAS,
      LAMBDAS.map((l, i) => l * (field.shares[i] ?? 0)),
      COUNT,
      kappa,
    );
    return {
      finding: told`Off the diagonal the mean of the residual kernel lies **within ${plain(field.farthest, 3)} standard errors of 0**; its diagonal is the printed one up to ${plain(field.off, 1)}. With features of another covariance it is ${plain(other.farthest, 3)} standard errors away.`,
      numbers: {
        'largest mean off the diagonal, in standard errors': field.farthest,
        'the same, features of another covariance': other.farthest,
        'largest difference from the printed diagonal, as a share of its largest': field.off,
        ...byName(modes, (mode, i) => ({ [`mu/lambda, mode ${mode}`]: field.shares[i] })),
      },
      claims: { diagonal: field.farthest <= BEYOND, printed: field.off < 1e-9, another: other.farthest > 2 * BEYOND },
      figures: [
        chart({
          id: 'ckrr-thm52',
          title: 'What draws of a Gaussian field leave of each mode',
          sentence: told`The first modes are **suppressed**, as c·κ²/(λ + κ)² of equation (4) has it.`,
          x: overLinear('mode i'),
          y: overLog('share that remains, μ/λ', 'power'),
          series: [
            points('main', 'mean of the draws', modes, field.shares),
            plottedLine('reference', 'equation (4)', modes, Array.from(predicted.subarray(0, SHOWN))),
          ],
        }),
      ],
    };
  },
});

const { modes: MANY, alpha: ALPHA, power: POWER, close: CLOSE } = texts.slow.data;
/** Eigenvalues of the residual kernel, and the sum of those beyond them, which act as a ridge. */
const DECAYS = {
  'i⁻¹·log^−α': {
    of: (i: number) => 1 / (i * Math.log(i + 1) ** ALPHA),
    tail: Math.log(MANY + 1.5) ** (1 - ALPHA) / (ALPHA - 1),
  },
  'i^−a': { of: (i: number) => i ** -POWER, tail: (MANY + 0.5) ** (1 - POWER) / (POWER - 1) },
} as const;
const NAMES = ['i⁻¹·log^−α', 'i^−a'] as const;
const eigenvaluesOf = (name: (typeof NAMES)[number]) =>
  Float64Array.from({ length: MANY }, (_, i) => DECAYS[name].of(i + 1));

export const ckrrSlow = study({
  page: texts.slow,
  sizes: {
    counts: [
      [25, 50, 100, 200, 400],
      [25, 50, 100],
      [20, 40],
    ],
  },
  repetitions: [24, 6, 2],
  axes: ({ size, repetitions }) => ({ decay: NAMES, n: size.counts, repetition: repetitions }),
  work: ({ n }) => n,
  stage: ({ decay, n }) => `eigenvalues ${decay}, n = ${n}`,
  measure({ decay, n }, run) {
    const inner = silently(run);
    const lambdas = eigenvaluesOf(decay);
    const scaled = Float64Array.from(
      { length: n * MANY },
      (_, at) => Math.sqrt(lambdas[Math.floor(at / n)]) * run.random.normal(),
    );
    const across = flipped(scaled, n);
    const gram = times(scaled, across, MANY, inner);
    for (let i = 0; i < n; i++) gram[i * (n + 1)] += DECAYS[decay].tail;
    const noise = Float64Array.from({ length: n }, () => run.random.normal());
    const learnt = times(across, solved(gram, n, noise, inner), n, inner);
    return learnt.reduce((sum, v, i) => sum + lambdas[i] * v * v, 0);
  },
  report(measurements, { size: { counts } }) {
    const decays = NAMES.map((decay) => {
      const lambdas = eigenvaluesOf(decay);
      const energy = counts.map((n) => averaged(measurements.at({ decay, n })));
      const theory = counts.map((n) => eigenlearning(lambdas, n, DECAYS[decay].tail / n).noiseFactor - 1);
      const draws = counts.map((n) => measurements.at({ decay, n }));
      const { slope } = measureRate(
        counts,
        upTo(draws[0].length).map((r) => draws.map((of) => of[r])),
      );
      return { decay, energy, theory, slope };
    });
    const [slow, power] = decays;
    const last = counts.length - 1;
    return {
      finding: told`What is learnt of noise falls as **n^(${plain(slow.slope.mean, 2)} ± ${plain(2 * slow.slope.error, 1)})** with eigenvalues 1/(i·log^${ALPHA} i), to ${plain(slow.energy[last].mean, 2)} of σ² at n = ${counts[last]}; with i^(−${POWER}) as n^(${plain(power.slope.mean, 2)} ± ${plain(2 * power.slope.error, 1)}).`,
      numbers: byName(decays, ({ decay, energy, slope }) => ({
        [`exponent of n, ${decay}`]: slope,
        ...byName(counts, (n, i) => ({ [`||h||²/σ², ${decay}, n = ${n}`]: energy[i] })),
      })),
      claims: {
        benign: slow.slope.mean + 2 * slow.slope.error < 0,
        tempered: Math.abs(power.slope.mean) <= CLOSE + 2 * power.slope.error,
        theory: inCases(
          decays.flatMap(({ decay, energy, theory }) =>
            counts.map((n, i) => ({ at: `${decay}, n = ${n}`, of: energy[i], theory: theory[i] })),
          ),
          ({ at, of, theory }) => [at, Math.abs(of.mean - theory) <= CLOSE * theory + 3 * of.error],
        ),
      },
      figures: [
        chart({
          id: 'ckrr-slow',
          title: 'What ridgeless regression learns of noise',
          sentence: told`It **falls with n** where eigenvalues fall as slowly as 1/(i·log^${ALPHA} i).`,
          x: rows,
          y: overLog('||h||²/σ²', 'power'),
          series: decays.flatMap(({ decay, energy, theory }, i) => [
            points(ROLES[i], decay, counts, meansOf(energy)),
            plottedLine(ROLES[i], `${decay}, eigenlearning`, counts, theory),
          ]),
        }),
      ],
    };
  },
});
