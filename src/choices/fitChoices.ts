import type { DesignOptions, ReadOptions } from '../engine/contract/data';
import type { MethodSpec, Parameters } from '../engine/contract/method';
import { invalidArgument } from './members';

/** A design as chosen. `auto` is a choice too: against a setting that differs, the column's kind decides the task. */
export type DesignChoices = Partial<Omit<DesignOptions, 'target' | 'moreTargets' | 'features' | 'task'>> & {
  readonly task?: NonNullable<DesignOptions['task']> | 'auto';
};

/** A person's choices for a file. Those that are omitted follow the settings, and then the method's rules. */
export interface FitChoices {
  readonly method?: string;
  readonly target?: string;
  readonly moreTargets?: readonly string[];
  /** The feature columns; if omitted, all usable columns that are neither targets nor weights. */
  readonly features?: readonly string[];
  /** The choices for principal components: their columns as features, and their parameters. */
  readonly components?: Pick<FitChoices, 'features' | 'parameters'>;
  readonly parameters?: Parameters;
  readonly design?: DesignChoices;
  readonly read?: ReadOptions;
}

/** A person's choices with at least a target, which is '' for methods without one. */
export type CompleteChoices = FitChoices & { readonly target: string };

/** A design without task, weights and folds, which belong to a target. */
export function rowChoicesOf({
  task: _task,
  weights: _weights,
  splitBy: _splitBy,
  ...rows
}: DesignChoices): DesignChoices {
  return rows;
}

/** The choices for principal components; columns given as targets colour the scores. */
export function targetless({
  target = '',
  design = {},
  read,
  method: _,
  components: __,
  ...others
}: FitChoices): CompleteChoices {
  return { ...others, target, design: rowChoicesOf(design), ...(read && { read }) };
}

/** The choices with a target. Throws `parameter/invalid` if a method that needs one is given none. */
export function completed(method: MethodSpec, given: FitChoices): CompleteChoices {
  if (method.family === 'components') return targetless(given);
  if (given.target !== undefined) return { ...given, target: given.target };
  throw invalidArgument('target', `${method.title} predicts a column: give the argument target, its name or position.`);
}
