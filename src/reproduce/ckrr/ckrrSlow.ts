import { eigenlearning } from '../../engine/spectrum/eigenlearning';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { inCases } from '../compared';
import { byName } from '../page';
import { chart, line, log, meansOf, measureRate, points, ROLES, rows } from '../plot';
import { quietly } from '../recipe';
import { averaged } from '../statistics';
import { study, upTo } from '../study';
import { flipped, solved, times } from './matrices';
import texts from './theorems.json';

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
    const inner = quietly(run);
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
          y: log('||h||²/σ²', 'power'),
          series: decays.flatMap(({ decay, energy, theory }, i) => [
            points(ROLES[i], decay, counts, meansOf(energy)),
            line(ROLES[i], `${decay}, eigenlearning`, counts, theory),
          ]),
        }),
      ],
    };
  },
});
