import { silently } from '../../engine/contract/context';
import type { Run } from '../study';
import { type BoundedForm, type ErrorNorm, landmarkLaw } from './componentsBounds';
import { embeddedError, projectionErrors } from './componentsErrors';
import {
  drawFrequencies,
  empiricalCovariance,
  empiricalEigenfunctions,
  featureEigenfunctions,
  nystromEigenfunctions,
} from './componentsForms';
import { type ComponentsSetting, drawComponentsSample } from './componentsSetting';

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

/** The forms that the plan compares. */
export const formsOf = ({ gammas }: ComponentsPlan): readonly BoundedForm[] => [
  { kind: 'empirical' },
  { kind: 'nystrom' },
  ...gammas.map((gamma) => ({ kind: 'features', gamma }) as const),
];

/** Errors on one sample, by theta, then form: exact expectations over new rows; the sample, landmarks and features are drawn. */
export function errorsOnSample(plan: ComponentsPlan, n: number, run: Run<object, Float64Array>): readonly number[] {
  const { linalg, random, given: eigenvalues } = run;
  const { norm, setting, thetas } = plan;
  const kinds = formsOf(plan);
  const d = setting.dimension;
  const inner = silently(run);
  return linalg.scope(() => {
    const sample = drawComponentsSample(n, d, random, () => run.check());
    const sigma = empiricalCovariance(sample, eigenvalues, linalg.allocate(d * d));
    const drawn = kinds.map((form) =>
      form.kind === 'features' ? drawFrequencies(eigenvalues, Math.round(n ** form.gamma), random) : undefined,
    );
    const most = Math.max(...thetas.map((theta) => componentsAt(plan, theta, n)));
    // The first l directions are the first of these.
    const leading = empiricalEigenfunctions(sigma, d, most, linalg, inner);
    return thetas.flatMap((theta) =>
      kinds.map((form, f) => {
        const l = componentsAt(plan, theta, n);
        const counted = drawn[f];
        return linalg.scope(() => {
          run.check();
          if (counted !== undefined) {
            const { h, count } = featureEigenfunctions(sample, eigenvalues, counted, l, linalg, inner);
            return embeddedError(h, count, eigenvalues, sample.mean, linalg, inner);
          }
          const directions =
            form.kind === 'empirical'
              ? leading
              : nystromEigenfunctions(sigma, sample, eigenvalues, landmarksAt(plan, theta, n), l, linalg, inner);
          return projectionErrors(directions, l, eigenvalues, sample.mean, linalg, inner)[norm];
        });
      }),
    );
  });
}
