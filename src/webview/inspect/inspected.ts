import type { DesignOptions } from '../../engine/contract/data';
import type { Profile } from '../../engine/contract/profile';

/** The keys by which the columns can be sorted: one for each sorting heading. */
export const SORTS = ['name', 'kind', 'gaps', 'distinct', 'relation', 'encoded'] as const;
export type Sort = (typeof SORTS)[number];

/** The contents of the panel of a file's data. */
export interface Inspected {
  readonly file: string;
  readonly profile: Profile;
  /** The description of how the file was read, in words. */
  readonly dialect: readonly string[];
  /** The command that repeats the choices in a terminal. */
  readonly commandLine: string;
  /** The person's choices that the profile does not contain. */
  readonly chosen: {
    /** True if a target was chosen; otherwise it is the column whose name says that it is the target. */
    readonly target: boolean;
    readonly task: DesignOptions['task'] | 'auto';
    readonly gaps: DesignOptions['missing'];
    /** Signs that mean a missing cell, separated by blanks; '' for the usual ones. */
    readonly signs: string;
    /** Positions of columns whose kind was set. */
    readonly kinds: readonly number[];
  };
}
