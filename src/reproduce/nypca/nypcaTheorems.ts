import { silently } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import {
  type BoundedKind,
  type BoundSetting,
  type ErrorNorm,
  statedBound,
} from '../../engine/spectrum/componentBounds';
import { count, plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { inCases, verdictWord } from '../compared';
import { byName } from '../page';
import { chart, curveWithBand, overLog, plottedLine, ROLES, rows } from '../plot';
import type { Recipe } from '../recipe';
import { averaged, heldWithProbability } from '../statistics';
import { type Run, study } from '../study';
import {
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
  uncentredError,
} from './componentsForms';
import texts from './theorems.json';

const SETTING = { decay: 'polynomial', rate: 2, mean: 0.5 } as const;
/** Landmarks far fewer than the theorem asks for, and than H has dimensions: NY-EKPCA is then not EKPCA. */
const FEW = 48;
const DELTA = 0.05;
/** The part of differences of traces that may be due to rounding. */
const ROUNDING = 1e-9;

type Kind = BoundedKind | 'few';
const NAMES: Readonly<Record<Kind, string>> = {
  empirical: 'EKPCA',
  nystrom: 'NY-EKPCA',
  few: `NY-EKPCA, ${FEW} landmarks`,
  features: 'RF-EKPCA',
};
const boundKind = (kind: Kind): BoundedKind => (kind === 'few' ? 'nystrom' : kind);

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
      const last = counts[counts.length - 1];
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
      const ratios = (k: number, name: string) =>
        byName(norm === 'inH' ? components : [], (l, c) => ({
          [`${name} / EKPCA, ℓ = ${l}, n = ${count(last)}: error`]: averaged(
            measurements.at({ n: last }).map((drawn) => drawn[k][c] / drawn[0][c]),
          ),
        }));
      const telling = all.filter(({ stated: { bound } }) => bound < whole);
      return {
        finding: told`At n = ${span(counts)} the bounds **${verdictWord(holds)}**: ${held.flat().filter((v) => v).length} of ${held.flat().length} errors lie between both. The upper ones are ${plain(Math.min(...times), 2)} to ${plain(Math.max(...times), 2)} times the mean error; ${telling.length} of ${all.length} are below the error without any component.`,
        numbers: {
          ...byName(components, (l) => ({ [`population error, ℓ = ${l}`]: populationErrors(eigenvalues, l)[norm] })),
          ...byName(all, ({ kind, l, n, stated: { bound }, errors }) => ({
            [`${NAMES[kind]}, ℓ = ${l}, n = ${count(n)}: largest error over its bound`]: Math.max(...errors) / bound,
          })),
          ...ratios(kinds.indexOf('few'), NAMES.few),
          ...ratios(kinds.length, 'uncentred EKPCA'),
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
            [of]: of === 'few' ? FEW : span(all.filter(({ kind }) => kind === of).map(({ stated }) => stated.m)),
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
  const { mean } = SETTING;
  // 2·cos² is largest at x = 0, for all i at once.
  const largest = (t: number) => 2 * eigenvalues.reduce((sum, v) => sum + v / (v + t), 0);
  const kappa = mean + 2 * eigenvalues.reduce((sum, v) => sum + v, 0);
  return { eigenvalues, rest: 0, kappa, leverage: (t) => mean / (mean + t) + largest(t), l, n, delta: DELTA };
}

/** Errors by kind, then number of components; in H followed by those of uncentred EKPCA. */
function errorsOfDraw(
  n: number,
  { norm, kinds, components }: Omit<TheoremForm, 'id'>,
  run: Run<object, Float64Array>,
): readonly (readonly number[])[] {
  const { linalg, random, given: eigenvalues } = run;
  const inner = silently(run);
  const d = eigenvalues.length;
  const sample = drawComponentsSample(n, d, random, () => run.check());
  const sigma = empiricalCovariance(sample, eigenvalues, linalg.allocate(d * d));
  const space = { eigenvalues, mean: SETTING.mean };
  const uncentred = norm === 'inH' ? [components.map((l) => uncentredError(sample, space, l, inner))] : [];
  const bounded = kinds.map((kind) =>
    components.map((l) =>
      linalg.scope(() => {
        run.check();
        const m = kind === 'few' ? FEW : boundOf(norm, kind, settingOf(eigenvalues, l, n)).m;
        if (kind === 'features') {
          const drawn = drawFrequencies(eigenvalues, SETTING.mean, m, random);
          const { h, count: columns } = featureEigenfunctions(sample, space, drawn, l, inner);
          return embeddedError(h, columns, eigenvalues, sample.mean, inner);
        }
        const directions =
          kind === 'empirical'
            ? empiricalEigenfunctions(sigma, d, l, inner)
            : nystromEigenfunctions(sigma, sample, space, m, l, inner);
        return projectionErrors(directions, l, eigenvalues, sample.mean, inner)[norm];
      }),
    ),
  );
  return [...bounded, ...uncentred];
}

function boundOf(norm: ErrorNorm, kind: Kind, setting: BoundSetting) {
  const stated = statedBound(norm, boundKind(kind), setting);
  if (stated === undefined) throw new RangeError(`the theorem says nothing of ${setting.n} rows`);
  return stated;
}

type BoundedError = ReturnType<typeof boundedError>;

/** One kind of components, l of them, at n rows: the stated bounds, and the errors found by draw. */
function boundedError(norm: ErrorNorm, kind: Kind, setting: BoundSetting, errors: readonly number[]) {
  const { eigenvalues, l, n } = setting;
  const population = populationErrors(eigenvalues, l)[norm];
  const lower = kind === 'features' ? population / 4 : population;
  return { kind, l, n, stated: boundOf(norm, kind, setting), lower, errors };
}

/** For each draw, whether the error lies between both bounds. */
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
    y: overLog(norm === 'inH' ? 'R^ℓ' : 'T^ℓ', 'power'),
    series: [
      ...curveWithBand(ROLES[0], NAMES[kind], counts, means),
      plottedLine('reference', 'upper bound', counts, bounds, 'bound'),
      plottedLine('fitted', 'lower bound', counts, lowest, 'least'),
    ],
  });
}

export const nypcaTheorems: readonly Recipe[] = [
  theoremRecipe({ id: 'thm3', norm: 'inH', kinds: ['empirical', 'nystrom', 'few'], components: [2, 10, 40] }),
  theoremRecipe({ id: 'thm8', norm: 'inL2', kinds: ['empirical', 'features'], components: [1, 3] }),
  theoremRecipe({ id: 'thm9', norm: 'inL2', kinds: ['nystrom', 'few'], components: [2, 10, 40] }),
];
