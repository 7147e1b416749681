import type { ReadOptions } from '../../engine/contract/data';
import { KernelscopeError } from '../../engine/contract/failure';
import type { Parameters } from '../../engine/contract/method';
import type { DesignChoices } from '../remembered';
import type { CompleteChoices } from './request';

/**
 * Arguments for keybindings, tasks and other extensions: `{ target, features?, parameters?, design?, read? }`. With a
 * target nothing is asked. Menus pass other things in this place (the selection, an editor's group): those give undefined.
 * Throws `parameter/invalid` when a member has the wrong shape.
 */
export function fitArguments(value: unknown): CompleteChoices | undefined {
  if (typeof value !== 'object' || value === null || !('target' in value)) return undefined;
  const { target, features, parameters, design, read } = value as Record<string, unknown>;
  if (typeof target !== 'string' && typeof target !== 'number')
    throw invalid('target', "a column's name or its position");
  if (features !== undefined && !(Array.isArray(features) && features.every((name) => typeof name === 'string'))) {
    throw invalid('features', 'a list of column names');
  }
  return {
    target: String(target),
    ...(features !== undefined && { features: features as string[] }),
    parameters: members('parameters', parameters) as Parameters,
    design: members('design', design) as DesignChoices,
    read: members('read', read) as ReadOptions,
  };
}

/** The engine checks what is inside; here only that it is an object. */
function members(name: string, value: unknown): object {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(name, 'an object');
  return value;
}

const invalid = (name: string, wanted: string): KernelscopeError =>
  new KernelscopeError('parameter/invalid', `The command's argument ${name} has to be ${wanted}.`, { name });
