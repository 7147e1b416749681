import type { AnyRun } from './run';

/** A run as it is stored in a file, packed: the result, and the address of the file it was fitted to (which may not be a path). */
export type StoredRun = AnyRun & { readonly origin: string };

/** The ending of the names of such files. */
export const RUN_SUFFIX = '.ksrun';
