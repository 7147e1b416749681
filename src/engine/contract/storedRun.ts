import type { AnyRun } from './run';

/** A run as a file holds it, packed: the result, and the address of the file it was fitted to (which may not be a path). */
export type StoredRun = AnyRun & { readonly origin: string };

/** How the names of such files end. */
export const RUN_SUFFIX = '.ksrun';
