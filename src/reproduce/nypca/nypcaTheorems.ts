import type { FigureSpec } from '../../engine/contract/figure';
import { count, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { inCases, verdictWord } from '../compared';
import { byName } from '../page';
import { chart, curveWithBand, line, log, ROLES, rows } from '../plot';
import { quietly, type Recipe } from '../recipe';
import { averaged, heldWithProbability, powersOfTen } from '../statistics';
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
import texts from './theorems.json';
/** What decides the bounds of NYPCA's theorems 3, 8 and 9. */
export interface BoundSetting {
  /** lambda_i of Sigma, descending. The mean element is 0, so that the uncentred C has the same. */
  readonly eigenvalues: Float64Array;
  /** Largest e_i(x)², at one x for all i: kappa = supremum·sum lambda_i, N_(C,inf)(t) = supremum·N_Sigma(t). */
  readonly supremum: number;
  /** Components. */
  readonly l: number;
  /** Rows. */
  readonly n: number;
  readonly delta: number;
}

/** An upper bound and the least probability with which it holds. */
export interface StatedBound {
  readonly bound: number;
  readonly probability: number;
  readonly t: number;
  /** The fewest landmarks, or random features, for which it is stated; n for EKPCA. */
  readonly m: number;
}

const TRIED = 400;

/**
 * The upper bounds of NYPCA theorems 3(ii), 3(iii), 8(ii), 8(iii) and 9 at the t that makes them least among those which their
 * conditions allow. Throws a RangeError where these allow none: n is then too small.
 */
export function statedBound(norm: ErrorNorm, kind: BoundedForm['kind'], setting: BoundSetting): StatedBound {
  const candidates = allowed(kind, setting).map((t) => boundAt(norm, kind, setting, t));
  const best = candidates
    .filter(({ m }) => kind === 'features' || m <= setting.n)
    .reduce<StatedBound | undefined>((a, b) => (a === undefined || b.bound < a.bound ? b : a), undefined);
  if (best === undefined) throw new RangeError(`the theorem says nothing of ${setting.n} rows`);
  return best;
}

const kappaOf = ({ eigenvalues, supremum }: BoundSetting): number =>
  supremum * eigenvalues.reduce((sum, v) => sum + v, 0);

/** Values of t between the limits that a theorem states. */
function allowed(kind: BoundedForm['kind'], setting: BoundSetting): readonly number[] {
  const { eigenvalues, n, delta } = setting;
  if (n < 2 * Math.log(2 / delta)) return [];
  const kappa = kappaOf(setting);
  const ofRows = ((140 * kappa) / n) * Math.log((16 * kappa * n) / delta);
  const m = featuresFor(setting);
  const further: Readonly<Record<BoundedForm['kind'], number>> = {
    empirical: 0,
    nystrom: ((9 * kappa) / n) * Math.log(n / delta),
    features: ((86 * kappa) / m) * Math.log((16 * kappa * m) / delta),
  };
  const low = Math.max(ofRows, further[kind]);
  const high = eigenvalues[0] / (kind === 'features' ? 3 : 1);
  return low > high ? [] : Array.from(powersOfTen(Math.log10(low), Math.log10(high), TRIED));
}

/** Random features of theorem 8(iii): m ≥ (2 ∨ 1024·kappa²/sum_{i>l} lambda_i²)·log(2/delta). */
function featuresFor(setting: BoundSetting): number {
  const { eigenvalues, l, delta } = setting;
  const left = eigenvalues.subarray(l).reduce((sum, v) => sum + v * v, 0);
  return Math.ceil(Math.max(2, (1024 * kappaOf(setting) ** 2) / left) * Math.log(2 / delta));
}

function boundAt(norm: ErrorNorm, kind: BoundedForm['kind'], setting: BoundSetting, t: number): StatedBound {
  const { eigenvalues, supremum, l, n, delta } = setting;
  const kappa = kappaOf(setting);
  const log = Math.log(2 / delta);
  const dimension = eigenvalues.reduce((sum, v) => sum + v / (v + t), 0);
  const next = eigenvalues[l];
  if (kind === 'features') {
    const m = featuresFor(setting);
    const share = (8 * kappa * log) / (t * m);
    const inner = dimension + 2 * share + Math.sqrt(share * dimension);
    const bound = 162 * inner * (next + t) ** 2 + (640 * kappa ** 2 * log) / (3 * n) + (256 * kappa ** 2 * log) / m;
    return { bound, probability: 1 - 12 * delta, t, m };
  }
  if (kind === 'empirical') {
    return norm === 'inH'
      ? { bound: 3 * dimension * (next + t) + (32 * kappa * log) / n, probability: 1 - 5 * delta, t, m: n }
      : { bound: 9 * dimension * (next + t) ** 2 + (64 * kappa ** 2 * log) / n, probability: 1 - 3 * delta, t, m: n };
  }
  const landmarks = Math.max(
    Math.max(67, 5 * supremum * dimension) * Math.log((4 * kappa) / (t * delta)),
    ((140 * kappa) / t) * Math.log(8 / (t * delta)),
  );
  const bound =
    norm === 'inH'
      ? 6 * dimension * (next + 9 * t) + (32 * kappa * log) / n
      : 36 * dimension * (next + 9 * t) ** 2 + (32 * kappa ** 2 * log) / n;
  return { bound, probability: 1 - 11 * delta, t, m: Math.ceil(landmarks) };
}

const SETTING: Omit<ComponentsSetting, 'dimension'> = { decay: 'polynomial', rate: 2 };
const DELTA = 0.05;
/** What differences of traces may owe to rounding. */
const ROUNDING = 1e-9;

type Kind = BoundedForm['kind'];
const NAMES: Readonly<Record<Kind, string>> = { empirical: 'EKPCA', nystrom: 'NY-EKPCA', features: 'RF-EKPCA' };

interface TheoremForm {
  readonly id: keyof typeof texts.specs;
  readonly norm: ErrorNorm;
  readonly kinds: readonly Kind[];
  readonly components: readonly number[];
}

/** A theorem of NYPCA with its constants as printed, on draws of which the errors are exact expectations over new rows. */
function theoremRecipe({ id, norm, kinds, components }: TheoremForm): Recipe {
  const claims = byName(kinds, (kind) => ({ [kind]: texts.claims[kind] }));
  return study({
    page: { ...texts.specs[id], claims, settings: texts.settings },
    sizes: { counts: [[30_000, 100_000, 300_000], [30_000]], dimension: [256, 64] },
    fewDraws: 2,
    prepare: ({ size: { dimension } }) => covarianceEigenvalues({ ...SETTING, dimension }),
    axes: ({ size, repetitions }) => ({ repetition: repetitions, n: size.counts }),
    work: ({ n }) => n,
    stage: ({ repetition, n }, { repetitions }) => `draw ${repetition + 1} of ${repetitions.length}, ${n} rows`,
    measure: ({ n }, run) => errorsOfDraw(n, { norm, kinds, components }, run),
    report(measurements, { size: { counts }, given: eigenvalues }) {
      const all = kinds.flatMap((kind, k) =>
        components.flatMap((l, c) =>
          counts.map((n) => {
            const errors = measurements.at({ n }).map((drawn) => drawn[k][c]);
            return boundedError(norm, kind, settingOf(eigenvalues, l, n), errors);
          }),
        ),
      );
      const held = all.map(heldIn);
      const holds = all.map(({ stated: { probability } }, i) => heldWithProbability(held[i], probability));
      const times = all.map(({ stated: { bound }, errors }) => bound / averaged(errors).mean);
      const whole = populationErrors(eigenvalues, 0)[norm];
      const telling = all.filter(({ stated: { bound } }) => bound < whole);
      return {
        finding: told`At n = ${span(counts)} the bounds **${verdictWord(holds)}**: ${held.flat().filter((v) => v).length} of ${held.flat().length} errors lie between both. The upper ones are ${plain(Math.min(...times), 2)} to ${plain(Math.max(...times), 2)} times the mean error; ${telling.length} of ${all.length} are below the error without any component.`,
        numbers: {
          ...byName(components, (l) => ({ [`population error, ℓ = ${l}`]: populationErrors(eigenvalues, l)[norm] })),
          ...byName(all, ({ kind, l, n, stated: { bound }, errors }) => ({
            [`${NAMES[kind]}, ℓ = ${l}, n = ${count(n)}: largest error over its bound`]: Math.max(...errors) / bound,
          })),
        },
        claims: byName(kinds, (kind) => {
          const own = all.filter((one) => one.kind === kind);
          return { [kind]: inCases(own, (one) => [`ℓ = ${one.l}, n = ${count(one.n)}`, holds[all.indexOf(one)]]) };
        }),
        values: {
          errors: norm === 'inH' ? 'R^ℓ, in the norm of H' : 'T^ℓ, in L² (reconstruct and embed)',
          delta: DELTA,
          components,
          ...byName(kinds, (of) => ({
            [of]: span(all.filter(({ kind }) => kind === of).map(({ stated }) => stated.m)),
          })),
        },
        settings: {
          ...texts.settings,
          ...byName(kinds, (kind) => texts.sizes[kind]),
          ...texts.shared,
          ...(kinds.includes('empirical') && norm === 'inL2' && texts.sums),
        },
        figures: kinds.flatMap((kind) =>
          components.map((l) =>
            boundFigure(
              texts.specs[id].id,
              all.filter((one) => one.kind === kind && one.l === l),
              norm,
            ),
          ),
        ),
      };
    },
  });
}

/** "30,000 to 1,000,000", or one number where there is but one. */
function span(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)].map((v) => count(v));
  return low === high ? low : `${low} to ${high}`;
}

function settingOf(eigenvalues: Float64Array, l: number, n: number): BoundSetting {
  // 2·cos² is largest at x = 0, for all i at once.
  return { eigenvalues, supremum: 2, l, n, delta: DELTA };
}

/** Errors by kind, then number of components. */
function errorsOfDraw(
  n: number,
  { norm, kinds, components }: Omit<TheoremForm, 'id'>,
  run: Run<object, Float64Array>,
): readonly (readonly number[])[] {
  const { linalg, random, given: eigenvalues } = run;
  const inner = quietly(run);
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
          const { h, count: columns } = featureEigenfunctions(sample, eigenvalues, drawn, l, inner);
          return embeddedError(h, columns, eigenvalues, sample.mean, inner);
        }
        const directions =
          kind === 'empirical'
            ? empiricalEigenfunctions(sigma, d, l, inner)
            : nystromEigenfunctions(sigma, sample, eigenvalues, m, l, inner);
        return projectionErrors(directions, l, eigenvalues, sample.mean, inner)[norm];
      }),
    ),
  );
}

type BoundedError = ReturnType<typeof boundedError>;

/** One kind of components, l of them, at n rows: what is stated, and what was found by draw. */
function boundedError(norm: ErrorNorm, kind: Kind, setting: BoundSetting, errors: readonly number[]) {
  const { eigenvalues, l, n } = setting;
  const population = populationErrors(eigenvalues, l)[norm];
  const lower = kind === 'features' ? population / 4 : population;
  return { kind, l, n, stated: statedBound(norm, kind, setting), lower, errors };
}

/** Of each draw, whether the error lies between both bounds. */
const heldIn = ({ errors, lower, stated: { bound } }: BoundedError): readonly boolean[] =>
  errors.map((error) => error >= lower * (1 - ROUNDING) && error <= bound);

function boundFigure(id: string, of: readonly BoundedError[], norm: ErrorNorm): FigureSpec {
  const [{ kind, l }] = of;
  const counts = of.map(({ n }) => n);
  const means = of.map(({ errors }) => averaged(errors));
  const bounds = of.map(({ stated: { bound } }) => bound);
  const lowest = of.map(({ lower }) => lower);
  const last = of.length - 1;
  return chart({
    id: `${id}-${kind}-${l}`,
    title: `${NAMES[kind]}, ℓ = ${l}`,
    sentence: told`At the largest n the upper bound is **${plain(bounds[last] / means[last].mean, 3)} times** the mean error.`,
    x: rows,
    y: log(norm === 'inH' ? 'R^ℓ' : 'T^ℓ', 'power'),
    series: [
      ...curveWithBand(ROLES[0], NAMES[kind], counts, means),
      line('reference', 'upper bound', counts, bounds, 'bound'),
      line('fitted', 'lower bound', counts, lowest, 'least'),
    ],
  });
}

export const nypcaTheorems: readonly Recipe[] = [
  theoremRecipe({ id: 'thm3', norm: 'inH', kinds: ['empirical', 'nystrom'], components: [2, 10, 40] }),
  theoremRecipe({ id: 'thm8', norm: 'inL2', kinds: ['empirical', 'features'], components: [1, 3] }),
  theoremRecipe({ id: 'thm9', norm: 'inL2', kinds: ['nystrom'], components: [2, 10, 40] }),
];
