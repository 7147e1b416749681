import { KernelscopeError } from '../../engine/contract/failure';
import type { ParameterValue } from '../../engine/contract/method';
import type { FitRecord, SolvedTarget } from '../../engine/contract/model';
import type { PortableModel } from '../portable/portable';

/** A model with the record of its fit, which a sheet repeats. */
export interface RecordedFit {
  readonly model: PortableModel;
  readonly record: FitRecord;
  readonly method: string;
}

/** A parameter that the fit was made with; undefined where the method has none of this name. */
export const parameterOf = ({ record }: RecordedFit, name: string): ParameterValue | undefined =>
  Object.hasOwn(record.parameters, name) ? record.parameters[name] : undefined;

/** For every target a number that it was solved with. Throws for a record that lacks it, as a damaged one may. */
export function solvedNumbers(
  { record }: RecordedFit,
  name: keyof SolvedTarget & ('strength' | 'stepSize' | 'epsilon' | 'remainder'),
): readonly number[] {
  return record.solved.map((target) => {
    const value = target[name];
    if (value === undefined) throw lacking(name);
    return value;
  });
}

export const lacking = (what: string): KernelscopeError =>
  new KernelscopeError(
    'model/unreadable',
    `The record of this fit lacks its ${what}. Fit again and export that model.`,
  );

/** How a method is fitted again in Python. */
export interface NotebookRecipe {
  /** The problem and its solver, with the paper's tag and equation: sentences without any name from the file. */
  readonly words: string;
  readonly code: readonly string[];
  /**
   * Largest difference that is expected, in standard deviations of the training rows' target, as Python, and the reason
   * for it.
   */
  readonly allowed: string;
  readonly why: string;
}

export type Cook = (fit: RecordedFit) => NotebookRecipe;
