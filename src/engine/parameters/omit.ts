import type { Parameters } from '../contract/method';

/** The parameters without those named. */
export function omit(parameters: Parameters, names: readonly string[]): Parameters {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !names.includes(name)));
}
