import type { Flag, FromEngine, ToEngine } from './rpc';

/** With `auto`, fits on fewer rows than this, which take only a moment, use the embedded core, and no library is loaded for them. */
export const LEAST_LIBRARY_ROWS = 1_000;

/** The task that the process with the native libraries is started for: its one argument, as JSON. */
export type HostTask = {
  /** The factor by which a library must beat the embedded core to be used; if omitted, the engine's own rule decides. */
  readonly worthwhile?: number;
  /** Folders, such as a workspace, whose files are not used as libraries. */
  readonly outside?: readonly string[];
} & (
  | {
      readonly task: 'serve';
      /** The file of libraries tried: a proven one computes fits on `LEAST_ROWS` rows and more. If omitted, the first fit looks for one. */
      readonly memory?: string;
    }
  | {
      /** The process tries libraries up to the first that is right and worthwhile, writes its findings to the file `memory`, and ends. */
      readonly task: 'prove';
      readonly memory: string;
      /** True if it tries all libraries, including known ones, for a person who waits. */
      readonly every?: boolean;
    }
);

/** A request without its flags, which cannot cross processes, and the message that replaces raising one. */
export type ToHost = Omit<ToEngine, 'flags'> | { readonly type: 'raise'; readonly id: number; readonly flag: Flag };

export type FromHost =
  | FromEngine
  | { readonly type: 'log'; readonly text: string }
  /** The library computes from now on. */
  | { readonly type: 'library'; readonly file: string };
