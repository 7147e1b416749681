import { isRecord } from '../../engine/contract/shape';

/**
 * A command's two arguments. Keybindings and tasks can pass only one value: then it is a list of both, or an object
 * with the first of them as a member of this name: `{ "file": "a.csv", "target": "y" }`.
 */
export function spreadArguments(name: 'file' | 'run', given: readonly unknown[]): readonly [unknown, unknown] {
  const [first, second] = given;
  if (second !== undefined) return [first, second];
  if (Array.isArray(first) && first.length <= 2 && isRecord(first[1]) && !isUri(first[1])) return [first[0], first[1]];
  if (!isRecord(first) || isUri(first) || !isPlain(first)) return [first, undefined];
  const { [name]: subject, ...rest } = first;
  return [subject, Object.keys(rest).length > 0 ? rest : undefined];
}

const isUri = (value: object): boolean => 'scheme' in value && 'path' in value;

/** True for objects as JSON makes them: not the view's items, which have an id, nor the objects that editors pass. */
const isPlain = (value: object): boolean =>
  Object.getPrototypeOf(value) === Object.prototype && !('id' in value) && !('key' in value) && !('groupId' in value);
