import { KernelscopeError } from '../contract/failure';
import { krr } from './krr';
import type { Method } from './method';

/** Every method, in the order in which they are offered. */
export const methods: readonly Method[] = [krr];

/** Throws `method/unknown`, naming the methods there are. */
export function methodById(id: string): Method {
  const found = methods.find((method) => method.id === id);
  if (found) return found;
  const known = methods.map((method) => method.id);
  throw new KernelscopeError('method/unknown', `There is no method "${id}". Known: ${known.join(', ')}.`, {
    id,
    known,
  });
}
