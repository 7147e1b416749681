import type { MethodSpec } from './method';

/** What is known of how long fits take on this machine: logarithms of seconds taken over seconds estimated, by family, the oldest first. */
export type Paces = Readonly<Partial<Record<MethodSpec['family'], readonly number[]>>>;

/** Goes with a request whose answer promises a time. */
export interface Paced {
  readonly paces?: Paces;
}
