import type { Parameters } from '../contract/method';
import type { NumberName } from '../filters/filter';
import { NUMBER_NAMES } from '../filters/table';
import { parseKernel } from '../kernels/expression';
import type { KernelTemplate } from '../kernels/kernel';
import { checkScale } from '../kernels/scaledRows';
import { asked, invalid } from '../parameters/asked';
import { AUTO, type LengthScaleRule, type Selection } from '../parameters/common';

/** The parameters that all spectral methods share, with their defaults. */
export interface Settings {
  /** The parameters that the person set, checked; all other members include defaults. */
  readonly given: Parameters;
  readonly kernel: KernelTemplate;
  /** One length scale or d; if omitted, `lengthScaleRule` chooses it. */
  readonly lengthScale?: readonly number[];
  readonly lengthScaleRule: LengthScaleRule;
  readonly selection: Selection;
  /** The reason why the selection is not the default, if the person did not set it. */
  readonly selectedBy?: string;
  readonly intercept: boolean;
  readonly folds: number;
  readonly seed: number;
  /** Parameters of the filter that the person set. */
  readonly filter: FilterSettings;
}

export type FilterSettings = { readonly [N in NumberName]?: number };

/** Reads checked parameters for n training rows and d encoded columns. Throws `parameter/invalid` if they do not fit these or each other. */
export function readSettings(parameters: Parameters, n: number, d: number, axes: readonly string[]): Settings {
  const {
    folds = Math.min(10, n),
    selection = 'loo',
    lengthScaleRule = 'loo',
    intercept = true,
    seed = 0,
    ...set
  } = asked(parameters);
  if (folds > n)
    throw invalid('folds', folds, `folds must be at most the number of training rows, ${n}; it is ${folds}.`);
  if (folds === 1 || folds > 65_535)
    throw invalid('folds', folds, `folds must be 0, to leave them out, or from 2 to 65535; it is ${folds}.`);
  const filter: { [N in NumberName]?: number } = {};
  for (const name of NUMBER_NAMES) if (set[name] !== undefined) filter[name] = set[name];
  const open = axes.some((axis) => parameters[axis] === undefined);
  if (folds === 0 && open && (selection === 'cv' || selection === 'oneStandardError'))
    throw invalid('folds', 0, `selection ${selection} needs folds; set folds to 2 or more, or selection to loo.`);
  if (folds === 0 && lengthScaleRule === 'cv' && parameters.lengthScale === undefined)
    throw invalid('folds', 0, 'lengthScaleRule cv needs folds; set folds to 2 or more, or lengthScaleRule to loo.');
  if (filter.k !== undefined && filter.r !== undefined && filter.k > filter.r)
    throw invalid('k', filter.k, `k must be at most r, ${filter.r}; it is ${filter.k}.`);
  return {
    given: parameters,
    kernel: parseKernel(kernelAsked(parameters)),
    ...(parameters.lengthScale !== undefined && { lengthScale: scales(String(parameters.lengthScale), d) }),
    lengthScaleRule,
    selection,
    intercept,
    folds,
    seed,
    filter,
  };
}

/** The kernel as it was set; the Gaussian if it was left open and no race has chosen one. */
function kernelAsked({ kernel = AUTO }: Parameters): string {
  return kernel === AUTO ? 'gaussian' : String(kernel);
}

/** Reads length scales such as "0.7" or "0.7 1.2 3": one number, or d of them. */
function scales(text: string, d: number): number[] {
  const values = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);
  checkScale(values, d);
  return values;
}
