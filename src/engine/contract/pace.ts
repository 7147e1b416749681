import type { MethodSpec } from './method';

/** The times of earlier fits on this machine: logarithms of seconds taken over seconds estimated, by family, the oldest first. */
export type Paces = Readonly<Partial<Record<MethodSpec['family'], readonly number[]>>>;

/** The part of a request whose answer promises a time. */
export interface Paced {
  readonly paces?: Paces;
}
