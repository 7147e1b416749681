import type { ReadOptions } from '../../engine/contract/data';
import { KernelscopeError } from '../../engine/contract/failure';
import type { Parameters } from '../../engine/contract/method';
import type { DesignChoices, FitChoices } from '../remembered';

/**
 * Arguments for keybindings, tasks and other extensions: `{ target, moreTargets?, weights?, task?, features?, parameters?,
 * design?, read? }`, columns by name or position. With a target nothing is asked; a method without one asks nothing where any
 * of the others is there. Menus pass other things in this place (the selection, an editor's group): those give undefined.
 * Throws `parameter/invalid` when a member has the wrong shape.
 */
export function fitArguments(value: unknown): FitChoices | undefined {
  if (typeof value !== 'object' || value === null || !MEMBERS.some((name) => name in value)) return undefined;
  const { target, moreTargets, weights, task, features, parameters, design, read } = value as Record<string, unknown>;
  if (target !== undefined && !isColumn(target)) throw invalid('target', "a column's name or its position");
  if (moreTargets !== undefined && !isColumns(moreTargets)) throw invalid('moreTargets', 'a list of column names');
  if (features !== undefined && !isColumns(features)) throw invalid('features', 'a list of column names');
  if (weights !== undefined && !isColumn(weights)) throw invalid('weights', "a column's name or its position");
  if (task !== undefined && !isTask(task)) throw invalid('task', 'auto, regress or classify');
  const rows: DesignChoices = {
    ...(members('design', design) as DesignChoices),
    ...(weights !== undefined && { weights: String(weights) }),
    ...(task !== undefined && { task }),
  };
  return {
    ...(target !== undefined && { target: String(target) }),
    ...(moreTargets !== undefined && { moreTargets: moreTargets.map(String) }),
    ...(features !== undefined && { features: features.map(String) }),
    parameters: members('parameters', parameters) as Parameters,
    design: rows,
    read: members('read', read) as ReadOptions,
  };
}

const MEMBERS = ['target', 'features', 'parameters', 'design', 'read'] as const;

const isColumn = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
const isColumns = (value: unknown): value is readonly (string | number)[] =>
  Array.isArray(value) && value.every(isColumn);
const isTask = (value: unknown): value is NonNullable<DesignChoices['task']> =>
  value === 'auto' || value === 'regress' || value === 'classify';

/** The engine checks what is inside; here only that it is an object. */
function members(name: string, value: unknown): object {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(name, 'an object');
  return value;
}

const invalid = (name: string, wanted: string): KernelscopeError =>
  new KernelscopeError('parameter/invalid', `The command's argument ${name} has to be ${wanted}.`, { name });
