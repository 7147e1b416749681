import { silently } from '../../engine/contract/context';
import { Random } from '../../engine/data/random';
import type { RecipeContext } from '../recipe';
import { type ComponentsForm, type ErrorNorm, landmarkLaw } from './componentsBounds';
import { embeddedError, populationErrors, projectionErrors } from './componentsErrors';
import {
  drawFrequencies,
  empiricalComponents,
  empiricalCovariance,
  featureComponents,
  nystromComponents,
} from './componentsForms';
import { type ComponentsSetting, covarianceEigenvalues, drawComponentsSample } from './componentsSetting';

export interface ComponentsPlan {
  readonly norm: ErrorNorm;
  readonly setting: ComponentsSetting;
  /** Numbers of rows, ascending. */
  readonly counts: readonly number[];
  readonly thetas: readonly number[];
  /** Components at the least number of rows, where the decay is polynomial. */
  readonly firstComponents: number;
  /** Numbers of random features are n^gamma. */
  readonly gammas: readonly number[];
}

/** Landmarks at the least number of rows, for each component. */
export const LANDMARKS_PER_COMPONENT = 2;

/** l at n rows: of order n^(theta/alpha), or (1/tau)·log n^theta as the paper has it. */
export function componentsAt(plan: ComponentsPlan, theta: number, n: number): number {
  const { setting, counts, firstComponents } = plan;
  return setting.decay === 'polynomial'
    ? Math.round(firstComponents * (n / counts[0]) ** (theta / setting.rate))
    : Math.round((theta / setting.rate) * Math.log(n));
}

/** m at n rows: `LANDMARKS_PER_COMPONENT` at first, then as fast as the corollaries ask for, at most n. */
export function landmarksAt(plan: ComponentsPlan, theta: number, n: number): number {
  const { norm, setting, counts } = plan;
  const growth = landmarkLaw(norm, setting, theta, n) / landmarkLaw(norm, setting, theta, counts[0]);
  return Math.min(n, Math.ceil(LANDMARKS_PER_COMPONENT * componentsAt(plan, theta, counts[0]) * growth));
}

/** Errors of one way at one theta. */
export interface StudiedForm {
  readonly theta: number;
  readonly form: ComponentsForm;
  /** By repetition, then number of rows. */
  readonly errors: readonly Float64Array[];
}

export interface ComponentsStudy {
  readonly forms: readonly StudiedForm[];
  /** Population error by theta, then number of rows. */
  readonly population: readonly Float64Array[];
}

/** The three ways on the same samples, for every theta. Errors are exact expectations over new rows; samples, landmarks and features are drawn. */
export function studyComponents(
  plan: ComponentsPlan,
  repetitions: number,
  seed: number,
  context: RecipeContext,
): ComponentsStudy {
  const { norm, setting, counts, thetas, gammas } = plan;
  const eigenvalues = covarianceEigenvalues(setting);
  const random = new Random(seed);
  const kinds: readonly ComponentsForm[] = [
    { kind: 'empirical' },
    { kind: 'nystrom' },
    ...gammas.map((gamma) => ({ kind: 'features', gamma }) as const),
  ];
  const forms = thetas.flatMap((theta) =>
    kinds.map((form) => ({
      theta,
      form,
      errors: Array.from({ length: repetitions }, () => new Float64Array(counts.length)),
    })),
  );
  const work = counts.map((n) => n + 8000).reduce((sum, v) => sum + v, 0);
  for (let t = 0, done = 0; t < repetitions; t++)
    counts.forEach((n, i) => {
      context.progress(done / (work * repetitions), `repetition ${t + 1} of ${repetitions}, ${n} rows`);
      onSample(plan, eigenvalues, n, kinds, random, context).forEach((error, f) => {
        forms[f].errors[t][i] = error;
      });
      done += n + 8000;
    });
  return {
    forms,
    population: thetas.map((theta) =>
      Float64Array.from(counts, (n) => populationErrors(eigenvalues, componentsAt(plan, theta, n))[norm]),
    ),
  };
}

/** Errors on one sample, by theta, then form. */
function onSample(
  plan: ComponentsPlan,
  eigenvalues: Float64Array,
  n: number,
  kinds: readonly ComponentsForm[],
  random: Random,
  context: RecipeContext,
): readonly number[] {
  const { linalg } = context;
  const { norm, setting, thetas } = plan;
  const d = setting.dimension;
  const inner = silently(context);
  return linalg.scope(() => {
    const sample = drawComponentsSample(n, d, random, () => context.check());
    const sigma = empiricalCovariance(sample, eigenvalues, linalg.allocate(d * d));
    const drawn = kinds.map((form) =>
      form.kind === 'features' ? drawFrequencies(eigenvalues, Math.round(n ** form.gamma), random) : undefined,
    );
    const most = Math.max(...thetas.map((theta) => componentsAt(plan, theta, n)));
    // The first l directions are the first of these.
    const leading = empiricalComponents(sigma, d, most, linalg, inner);
    return thetas.flatMap((theta) =>
      kinds.map((form, f) => {
        const l = componentsAt(plan, theta, n);
        const counted = drawn[f];
        return linalg.scope(() => {
          context.check();
          if (counted !== undefined) {
            const { h, count } = featureComponents(sample, eigenvalues, counted, l, linalg, inner);
            return embeddedError(h, count, eigenvalues, sample.mean, linalg, inner);
          }
          const directions =
            form.kind === 'empirical'
              ? leading
              : nystromComponents(sigma, sample, eigenvalues, landmarksAt(plan, theta, n), l, linalg, inner);
          return projectionErrors(directions, l, eigenvalues, sample.mean, linalg, inner)[norm];
        });
      }),
    );
  });
}
