import type { DesignOptions } from '../../engine/contract/data';
import type { Profile } from '../../engine/contract/profile';

/** By what the columns can be listed: one of the headings. */
export const SORTS = ['name', 'kind', 'gaps', 'distinct', 'relation', 'encoded'] as const;
export type Sort = (typeof SORTS)[number];

/** What the panel of a file's data shows. */
export interface Inspected {
  readonly file: string;
  readonly profile: Profile;
  /** How the file was read, in words. */
  readonly dialect: readonly string[];
  /** What repeats the choices in a terminal. */
  readonly commandLine: string;
  /** What a person chose and the profile does not tell. */
  readonly chosen: {
    /** Whether a target was chosen; otherwise it is the one whose name says so. */
    readonly target: boolean;
    readonly task: DesignOptions['task'] | 'auto';
    readonly gaps: DesignOptions['missing'];
    /** Signs that mean a missing cell, separated by blanks; '' for the usual ones. */
    readonly signs: string;
    /** Positions of columns whose kind was set. */
    readonly kinds: readonly number[];
  };
}
