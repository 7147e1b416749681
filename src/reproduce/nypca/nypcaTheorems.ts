import { silently } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import type { ReproductionSpec } from '../../engine/contract/reproduction';
import { count, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { byPaper, byUs, compared, inCases, verdictWord } from '../compared';
import { curveWithBand, line, logAxis, ROLES } from '../plot';
import type { Recipe } from '../recipe';
import { heldWithProbability, meanOf } from '../statistics';
import { type Run, study } from '../study';
import {
  type ComponentsSetting,
  covarianceEigenvalues,
  drawComponentsSample,
  drawFrequencies,
  embeddedError,
  empiricalCovariance,
  empiricalEigenfunctions,
  featureEigenfunctions,
  nystromEigenfunctions,
  populationErrors,
  projectionErrors,
} from './componentsForms';
import type { BoundedForm, ErrorNorm } from './componentsPlan';
import { type BoundSetting, type StatedBound, statedBound } from './theoremBounds';

const SETTING: Omit<ComponentsSetting, 'dimension'> = { decay: 'polynomial', rate: 2 };
const DELTA = 0.05;
const DRAWS = 20;
/** What differences of traces may owe to rounding. */
const ROUNDING = 1e-9;

type Kind = BoundedForm['kind'];
const NAMES: Readonly<Record<Kind, string>> = { empirical: 'EKPCA', nystrom: 'NY-EKPCA', features: 'RF-EKPCA' };

interface TheoremForm {
  readonly spec: ReproductionSpec;
  readonly norm: ErrorNorm;
  readonly kinds: readonly Kind[];
  readonly components: readonly number[];
}

/** One kind of components, l of them, at n rows: what is stated and what was found. */
interface BoundedError {
  readonly kind: Kind;
  readonly l: number;
  readonly n: number;
  readonly stated: StatedBound;
  readonly lower: number;
  /** By draw. */
  readonly errors: readonly number[];
}

/** A theorem of NYPCA with its constants as printed, on draws of which the errors are exact expectations over new rows. */
function theoremRecipe({ spec, norm, kinds, components }: TheoremForm): Recipe {
  return study({
    spec,
    sizes: { counts: [[30_000, 100_000, 300_000], [30_000]], dimension: [256, 64] },
    fewDraws: 2,
    prepare: ({ size: { dimension } }) => covarianceEigenvalues({ ...SETTING, dimension }),
    axes: ({ size, repetitions }) => ({ repetition: repetitions, n: size.counts }),
    work: ({ n }) => n,
    stage: ({ repetition, n }, { repetitions }) => `draw ${repetition + 1} of ${repetitions.length}, ${n} rows`,
    measure: ({ n }, run) => errorsOfDraw(n, { norm, kinds, components }, run),
    report(measurements, { size: { counts, dimension }, repetitions, request, given: eigenvalues }) {
      const all = kinds.flatMap((kind, k) =>
        components.flatMap((l, c) =>
          counts.map((n): BoundedError => {
            const errors = measurements.at({ n }).map((drawn) => drawn[k][c]);
            const population = populationErrors(eigenvalues, l)[norm];
            const lower = kind === 'features' ? population / 4 : population;
            return { kind, l, n, stated: statedBound(norm, kind, settingOf(eigenvalues, l, n)), lower, errors };
          }),
        ),
      );
      const held = all.map(heldIn);
      const holds = all.map(({ stated: { probability } }, i) => heldWithProbability(held[i], probability));
      const times = all.map(({ stated: { bound }, errors }) => bound / meanOf(errors).mean);
      const whole = populationErrors(eigenvalues, 0)[norm];
      const telling = all.filter(({ stated: { bound } }) => bound < whole);
      return {
        finding: told`At n = ${span(counts)} the bounds **${verdictWord(holds)}**: ${held.flat().filter((v) => v).length} of ${held.flat().length} errors lie between both. The upper ones are ${plain(Math.min(...times), 2)} to ${plain(Math.max(...times), 2)} times the mean error; ${telling.length} of ${all.length} are below the error without any component.`,
        numbers: [
          ...components.map((l) => compared(`population error, ℓ = ${l}`, populationErrors(eigenvalues, l)[norm])),
          ...all.map(({ kind, l, n, stated: { bound }, errors }) =>
            compared(
              `${NAMES[kind]}, ℓ = ${l}, n = ${count(n)}: largest error over its bound`,
              Math.max(...errors) / bound,
            ),
          ),
        ],
        claims: kinds.flatMap((kind) =>
          inCases(
            `errors of ${NAMES[kind]} lie between both bounds as often as the theorem says`,
            all.filter((one) => one.kind === kind),
            (one) => [`ℓ = ${one.l}, n = ${count(one.n)}`, holds[all.indexOf(one)]],
          ),
        ),
        settings: [
          byPaper('errors', norm === 'inH' ? 'R^ℓ, in the norm of H' : 'T^ℓ, in L² (reconstruct and embed)'),
          byPaper('constants', 'as printed, with κ = sup k(x, x), N_Σ(t) and N_C,∞(t) computed, log the natural one'),
          byUs('δ', `${DELTA}`),
          byUs('t', 'of those that the conditions allow the one with the lowest bound: the theorem holds for each'),
          byUs('rows and kernel', `uniform on [0, 1]; Σ i⁻²·2·cos(πix)·cos(πiz), i up to ${dimension}`),
          byUs('ℓ', components.join(', ')),
          ...kinds
            .filter((kind) => kind !== 'empirical')
            .map((kind) => byUs(SIZES[kind], sizesText(all, kind, dimension))),
          byUs('draws', `${repetitions.length}`),
          byUs(
            'holds',
            'errors lie between both bounds so often that a probability below the stated one would show that 5 % of the time at most; violated, the same the other way round',
          ),
          byUs('seed', `${request.seed}`),
          ...(kinds.includes('empirical') && norm === 'inL2'
            ? [byUs('lower bound', 'sums over i > ℓ, as in part (i) and theorem 9')]
            : []),
        ],
        figures: kinds.flatMap((kind) =>
          components.map((l) =>
            boundFigure(
              spec.id,
              all.filter((one) => one.kind === kind && one.l === l),
              norm,
            ),
          ),
        ),
      };
    },
  });
}

const SIZES: Readonly<Record<Kind, string>> = { empirical: '', nystrom: 'landmarks', features: 'random features' };

/** "30,000 to 1,000,000", or one number where there is but one. */
function span(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)].map((v) => count(v));
  return low === high ? low : `${low} to ${high}`;
}

function sizesText(all: readonly BoundedError[], of: Kind, dimension: number): string {
  const text = `as many as the conditions ask for: ${span(all.filter(({ kind }) => kind === of).map(({ stated }) => stated.m))}`;
  return of === 'nystrom' ? `${text}. They span all ${dimension} dimensions of H, so that NY-EKPCA is EKPCA` : text;
}

function settingOf(eigenvalues: Float64Array, l: number, n: number): BoundSetting {
  // 2·cos² is largest at x = 0, for all i at once.
  return { eigenvalues, supremum: 2, l, n, delta: DELTA };
}

/** Errors by kind, then number of components. */
function errorsOfDraw(
  n: number,
  { norm, kinds, components }: Omit<TheoremForm, 'spec'>,
  run: Run<object, Float64Array>,
): readonly (readonly number[])[] {
  const { linalg, random, given: eigenvalues } = run;
  const inner = silently(run);
  const d = eigenvalues.length;
  const sample = drawComponentsSample(n, d, random, () => run.check());
  const sigma = empiricalCovariance(sample, eigenvalues, linalg.allocate(d * d));
  return kinds.map((kind) =>
    components.map((l) =>
      linalg.scope(() => {
        run.check();
        const { m } = statedBound(norm, kind, settingOf(eigenvalues, l, n));
        if (kind === 'features') {
          const drawn = drawFrequencies(eigenvalues, m, random);
          const { h, count: columns } = featureEigenfunctions(sample, eigenvalues, drawn, l, linalg, inner);
          return embeddedError(h, columns, eigenvalues, sample.mean, linalg, inner);
        }
        const directions =
          kind === 'empirical'
            ? empiricalEigenfunctions(sigma, d, l, linalg, inner)
            : nystromEigenfunctions(sigma, sample, eigenvalues, m, l, linalg, inner);
        return projectionErrors(directions, l, eigenvalues, sample.mean, linalg, inner)[norm];
      }),
    ),
  );
}

/** Of each draw, whether the error lies between both bounds. */
const heldIn = ({ errors, lower, stated: { bound } }: BoundedError): readonly boolean[] =>
  errors.map((error) => error >= lower * (1 - ROUNDING) && error <= bound);

function boundFigure(id: string, of: readonly BoundedError[], norm: ErrorNorm): FigureSpec {
  const [{ kind, l }] = of;
  const counts = of.map(({ n }) => n);
  const means = of.map(({ errors }) => meanOf(errors));
  const bounds = of.map(({ stated: { bound } }) => bound);
  const lowest = of.map(({ lower }) => lower);
  const last = of.length - 1;
  return {
    id: `${id}-${kind}-${l}`,
    title: `${NAMES[kind]}, ℓ = ${l}`,
    sentence: told`At the largest n the upper bound is **${plain(bounds[last] / means[last].mean, 3)} times** the mean error.`,
    x: logAxis('rows n', 'count', counts),
    y: logAxis(
      norm === 'inH' ? 'R^ℓ' : 'T^ℓ',
      'power',
      means.map(({ mean }) => mean),
      bounds,
      lowest,
    ),
    series: [
      ...curveWithBand(ROLES[0], NAMES[kind], counts, means),
      line('reference', 'upper bound', counts, bounds, 'bound'),
      line('fitted', 'lower bound', counts, lowest, 'least'),
    ],
  };
}

export const nypcaThm3 = theoremRecipe({
  spec: {
    id: 'nypca-thm3',
    title: 'NYPCA, theorem 3: bounds on the reconstruction error in H',
    claim:
      'With probability at least 1 − 5δ the error of EKPCA lies between the sum of the eigenvalues left out and 3·N_Σ(t)·(λ_(ℓ+1) + t) + 32κ·log(2/δ)/n, and with 1 − 11δ that of NY-EKPCA between that sum and 6·N_Σ(t)·(λ_(ℓ+1) + 9t) + 32κ·log(2/δ)/n.',
    seconds: 20,
    draws: DRAWS,
  },
  norm: 'inH',
  kinds: ['empirical', 'nystrom'],
  components: [2, 10, 40],
});

export const nypcaThm8 = theoremRecipe({
  spec: {
    id: 'nypca-thm8',
    title: 'NYPCA, theorem 8: bounds on the reconstruction error in L², EKPCA and random features',
    claim:
      'With probability at least 1 − 3δ the error of EKPCA in L² lies between the sum of the squared eigenvalues left out and 9·N_Σ(t)·(λ_(ℓ+1) + t)² + 64κ²·log(2/δ)/n, and with 1 − 12δ that of RF-EKPCA between a quarter of that sum and 162·A₁(t)·(λ_(ℓ+1) + t)² + 640κ²·log(2/δ)/3n + 256κ²·log(2/δ)/m.',
    seconds: 20,
    draws: DRAWS,
  },
  norm: 'inL2',
  kinds: ['empirical', 'features'],
  components: [1, 3],
});

export const nypcaThm9 = theoremRecipe({
  spec: {
    id: 'nypca-thm9',
    title: 'NYPCA, theorem 9: bounds on the reconstruction error in L², landmarks',
    claim:
      'With probability at least 1 − 11δ the error of NY-EKPCA in L² lies between the sum of the squared eigenvalues left out and 36·N_Σ(t)·(λ_(ℓ+1) + 9t)² + 32κ²·log(2/δ)/n.',
    seconds: 20,
    draws: DRAWS,
  },
  norm: 'inL2',
  kinds: ['nystrom'],
  components: [2, 10, 40],
});
