import { closest } from '../engine/contract/closest';
import { KernelscopeError } from '../engine/contract/failure';
import { type Holds, isRecord } from '../engine/contract/shape';

/**
 * The check of every member of an argument that is an object: `holds` is true for valid values, and `wanted` says them in words that follow "has
 * to be".
 */
export type MemberChecks<T> = { readonly [N in keyof T]-?: readonly [holds: Holds, wanted: string] };

/**
 * Checks an argument that came as JSON, from a keybinding, a task, a link or another extension. `within` is the member that contains it, '' for
 * the argument itself. Throws `parameter/invalid` naming the member.
 */
export function checkMembers<T extends object>(within: string, value: unknown, members: MemberChecks<T>): T {
  if (!isRecord(value)) throw wrong(within === '' ? '' : ` ${within}`, 'an object');
  for (const [name, given] of Object.entries(value)) {
    if (given === undefined) continue;
    const path = within === '' ? name : `${within}.${name}`;
    if (!Object.hasOwn(members, name)) throw unknown(path, name, Object.keys(members));
    const [holds, wanted] = members[name as keyof T];
    if (!holds(given)) throw wrong(` ${path}`, wanted);
  }
  return value as T;
}

const wrong = (path: string, wanted: string) =>
  invalidArgument(path.trim(), `The argument${path} has to be ${wanted}.`);

/** The error for an argument of this name that is invalid; the sentence says what to do. */
export const invalidArgument = (name: string, sentence: string): KernelscopeError =>
  new KernelscopeError('parameter/invalid', sentence, { name });

function unknown(path: string, name: string, known: readonly string[]): KernelscopeError {
  const near = closest(name, known);
  const advice = near === undefined ? `Known: ${known.join(', ')}.` : `Did you mean ${near}?`;
  return new KernelscopeError('parameter/unknown', `There is no argument ${path}. ${advice}`, { name: path });
}

/** The second argument of a command; menus pass other things in its place, lists and objects without any of these members, which give {}. */
export function givenMembers<T extends object>(value: unknown, members: MemberChecks<T>): Partial<T> {
  if (!isRecord(value) || !Object.keys(members).some((name) => name in value)) return {};
  return checkMembers<Partial<T>>('', value, members as MemberChecks<Partial<T>>);
}
