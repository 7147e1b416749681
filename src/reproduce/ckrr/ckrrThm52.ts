import { kappaOf, softThresholding } from '../../engine/spectrum/softThresholding';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { byName } from '../page';
import { chart, line, linear, log, points } from '../plot';
import { quietly } from '../recipe';
import { averaged } from '../statistics';
import { type Run, study, upTo } from '../study';
import { around, farthest, flipped, solved, times } from './matrices';
import texts from './theorems.json';

const { modes: MODES, shown: SHOWN, count: COUNT, tie: TIE, beyond: BEYOND } = texts.thm52.data;
const LAMBDAS = Float64Array.from({ length: MODES }, (_, i) => (i + 1) ** -2);
const COVARIANCES = ['the kernel', 'another'] as const;

/**
 * The residual kernel of k draws Σ_i √λ_i·ξ_i·φ_i in the eigenfunctions φ of K, (I − Π)·Λ·(I − Π) with Π_ij = √(λ_i·λ_j)·M_ij; its first modes, and
 * how far its diagonal is from theorem 5.2's.
 */
function fieldResidual(covariance: (typeof COVARIANCES)[number], run: Run<object, unknown>) {
  const inner = quietly(run);
  const xi = Float64Array.from({ length: MODES * COUNT }, () => run.random.normal());
  if (covariance === 'another') for (let a = 0; a < COUNT; a++) xi[1 + a * MODES] += TIE * xi[a * MODES];
  const v = xi.map((z, at) => Math.sqrt(LAMBDAS[at % MODES]) * z);
  const onto = times(v, solved(times(v, v, MODES, inner, true), COUNT, flipped(v, MODES), inner), COUNT, inner);
  const diagonal = (of: (i: number) => number) =>
    new Float64Array(MODES * MODES).map((_, at) => (at % (MODES + 1) === 0 ? of(at % MODES) : 0));
  const left = diagonal(() => 1).map((one, at) => one - onto[at]);
  const kernel = around(
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
          x: linear('mode i'),
          y: log('share that remains, μ/λ', 'power'),
          series: [
            points('main', 'mean of the draws', modes, field.shares),
            line('reference', 'equation (4)', modes, Array.from(predicted.subarray(0, SHOWN))),
          ],
        }),
      ],
    };
  },
});
