import { KernelscopeError } from '../contract/failure';
import type { FilterSpec } from '../contract/filter';
import type { Parameters } from '../contract/method';
import type { ScoreLoss, StrengthAxis } from '../contract/robust';
import type { LandmarkRule } from '../features/landmarks/chooseLandmarks';
import type { LengthScaleRule, Selection } from './common';

type NumberName<S = FilterSpec> = S extends FilterSpec ? Exclude<keyof S, 'kind'> : never;

/**
 * The parameters that a person set, by name; those left out are undefined. A name has one type in all methods, as
 * `checkParameters` has verified.
 */
interface Asked extends Partial<Readonly<Record<NumberName | StrengthAxis, number>>> {
  readonly lengthScaleRule?: LengthScaleRule;
  readonly selection?: Selection;
  readonly intercept?: boolean;
  readonly folds?: number;
  readonly seed?: number;
  readonly threshold?: number;
  readonly unpenalised?: string;
  readonly compare?: boolean;
  readonly features?: number;
  readonly featureMap?: string;
  readonly landmarks?: number;
  readonly landmarkRule?: LandmarkRule;
  readonly landmarkRows?: string;
  readonly hidden?: number;
  readonly components?: number;
  readonly centre?: boolean;
  readonly validation?: number;
  readonly scoreLoss?: ScoreLoss;
  readonly tuning?: number;
}

export const asked = (parameters: Parameters): Asked => parameters as Asked;

/** `parameter/invalid` about the parameter `name`. */
export function invalid(name: string, value: number | string, sentence: string): KernelscopeError {
  return new KernelscopeError('parameter/invalid', sentence, { name, value });
}
