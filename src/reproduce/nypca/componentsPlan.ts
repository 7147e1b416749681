import { silently } from '../../engine/contract/context';
import type { ErrorNorm } from '../../engine/spectrum/componentBounds';
import type { Run } from '../study';
import {
  type ComponentsSetting,
  drawComponentsSample,
  drawFrequencies,
  embeddedError,
  empiricalCovariance,
  empiricalEigenfunctions,
  featureEigenfunctions,
  nystromEigenfunctions,
  projectionErrors,
} from './componentsForms';

/** The form in which components are computed; random features with M = n^gamma of them. */
export type BoundedForm =
  | { readonly kind: 'empirical' }
  | { readonly kind: 'nystrom' }
  | { readonly kind: 'features'; readonly gamma: number };

export const formName = (form: BoundedForm): string =>
  form.kind === 'features' ? `RF-EKPCA, γ = ${form.gamma}` : { empirical: 'EKPCA', nystrom: 'NY-EKPCA' }[form.kind];

type Decay = Pick<ComponentsSetting, 'decay' | 'rate'>;

/** theta from which more components no longer help by the bounds: 1 in H; alpha/(2·alpha − 1) or ½ in L². */
export function thetaLimit(norm: ErrorNorm, { decay, rate }: Decay): number {
  if (norm === 'inH') return 1;
  return decay === 'polynomial' ? rate / (2 * rate - 1) : 0.5;
}

/** e with R^l(Sigma) or T^l(Sigma) of order n^−e: part (i) of corollaries 5, 7, 11 and 13. */
export function populationExponent(norm: ErrorNorm, { decay, rate }: Decay, theta: number): number {
  const squared = norm === 'inH' ? 1 : 2;
  return decay === 'polynomial' ? theta * (squared - 1 / rate) : squared * theta;
}

/** The upper bound on the error at n rows, up to a constant: parts (ii) to (iv) of corollaries 5, 7, 11 and 13. */
export function upperBound(norm: ErrorNorm, kernel: Decay, form: BoundedForm, theta: number, n: number): number {
  const { decay, rate } = kernel;
  const e = populationExponent(norm, kernel, theta);
  const log = Math.log(n);
  if (form.kind === 'features' && form.gamma < e) return n ** -form.gamma;
  // At theta = ½ corollary 13 has the first case, the others have the second at their thresholds.
  const first = theta < thetaLimit(norm, kernel) || (norm === 'inL2' && decay === 'exponential' && theta === 0.5);
  if (first) return decay === 'polynomial' ? n ** -e : n ** -e * log;
  if (norm === 'inH') return decay === 'polynomial' ? (log / n) ** (1 - 1 / rate) : log ** 2 / n;
  return decay === 'exponential' && form.kind === 'nystrom' ? log / n : 1 / n;
}

/** The least growth that the number of landmarks must have, up to a constant: parts (iii). */
export function landmarkLaw(norm: ErrorNorm, kernel: Decay, theta: number, n: number): number {
  const log = Math.log(n);
  const from = thetaLimit(norm, kernel);
  if (norm === 'inH' && theta >= from) return (n / log) * Math.log(n / log);
  return n ** Math.min(theta, from) * log;
}

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
export const plannedForms = ({ gammas }: ComponentsPlan): readonly BoundedForm[] => [
  { kind: 'empirical' },
  { kind: 'nystrom' },
  ...gammas.map((gamma) => ({ kind: 'features', gamma }) as const),
];

/** Errors on one sample, by theta, then form: exact expectations over new rows; the sample, landmarks and features are drawn. */
export function errorsOnSample(plan: ComponentsPlan, n: number, run: Run<object, Float64Array>): readonly number[] {
  const { linalg, random, given: eigenvalues } = run;
  const { norm, setting, thetas } = plan;
  const space = { eigenvalues, mean: setting.mean };
  const kinds = plannedForms(plan);
  const d = setting.dimension;
  const inner = silently(run);
  return linalg.scope(() => {
    const sample = drawComponentsSample(n, d, random, () => run.check());
    const sigma = empiricalCovariance(sample, eigenvalues, linalg.allocate(d * d));
    const drawn = kinds.map((form) =>
      form.kind === 'features'
        ? drawFrequencies(eigenvalues, setting.mean, Math.round(n ** form.gamma), random)
        : undefined,
    );
    const most = Math.max(...thetas.map((theta) => componentsAt(plan, theta, n)));
    // The first l directions are the first of these.
    const leading = empiricalEigenfunctions(sigma, d, most, inner);
    return thetas.flatMap((theta) =>
      kinds.map((form, f) => {
        const l = componentsAt(plan, theta, n);
        const counted = drawn[f];
        return linalg.scope(() => {
          run.check();
          if (counted !== undefined) {
            const { h, count } = featureEigenfunctions(sample, space, counted, l, inner);
            return embeddedError(h, count, eigenvalues, sample.mean, inner);
          }
          const directions =
            form.kind === 'empirical'
              ? leading
              : nystromEigenfunctions(sigma, sample, space, landmarksAt(plan, theta, n), l, inner);
          return projectionErrors(directions, l, eigenvalues, sample.mean, inner)[norm];
        });
      }),
    );
  });
}
