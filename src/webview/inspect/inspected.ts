import type { ColumnKind, DesignOptions } from '../../engine/contract/data';
import type { Profile } from '../../engine/contract/profile';

/** By what the columns can be listed: one of the headings. */
export const SORTS = ['name', 'kind', 'gaps', 'distinct', 'relation', 'encoded'] as const;
export type Sort = (typeof SORTS)[number];

/** What the panel of a file's data remembers. */
export interface InspectState {
  /** Address of the file; '' before the first message. */
  readonly file: string;
  /** No column is to be predicted. */
  readonly alone?: boolean;
  /** Left out: what says most of the target first and what is not used last; without a target as in the file. */
  readonly sort?: Sort;
  /** The other way round. */
  readonly reversed?: boolean;
  /** Only columns whose name holds this. */
  readonly filter?: string;
  /** Position in the file of the column whose details are open. */
  readonly open?: number;
}

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

export type ChosenKind = Exclude<ColumnKind, 'empty'>;

/** What else than the target a column can be made. */
export type ChosenRole = 'feature' | 'weights' | 'group' | 'fold' | 'order' | 'out';

/** A choice for the file, kept with it: the next fit follows. Columns by their position in the file. */
export type DataChange =
  | { readonly kind: 'target'; readonly column: number }
  /** Nothing is to be predicted: of this panel alone. */
  | { readonly kind: 'alone' }
  | { readonly kind: 'task'; readonly task: NonNullable<DesignOptions['task']> | 'auto' }
  /** Left out: as found. */
  | { readonly kind: 'kind'; readonly column: number; readonly as?: ChosenKind }
  | { readonly kind: 'name'; readonly column: number; readonly name: string }
  | { readonly kind: 'role'; readonly columns: readonly number[]; readonly role: ChosenRole }
  | { readonly kind: 'signs'; readonly signs: string }
  | { readonly kind: 'gaps'; readonly gaps: DesignOptions['missing'] }
  /** Only rows that meet this condition, beside the one that was set. */
  | { readonly kind: 'where'; readonly where: string };

export type DataAction = 'fit' | 'compare' | 'settings' | 'changeData' | 'copyCommandLine';
