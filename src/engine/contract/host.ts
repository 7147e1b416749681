import type { Flag, FromEngine, ToEngine } from './rpc';

/** With `auto` fits on fewer rows, which are over in a moment, are the embedded core's, and no library is loaded for them. */
export const LEAST_ROWS = 1_000;

/** What the process with the native libraries is started for: its one argument, as JSON. */
export type HostTask = {
  /** Factor by which a library must beat the embedded core to be used; left out, the engine's own rule. */
  readonly worthwhile?: number;
  /** Folders whose files are no libraries to it. */
  readonly outside?: readonly string[];
} & (
  | {
      readonly task: 'serve';
      /** The file of libraries tried: a proven one computes fits on `LEAST_ROWS` rows and more. Left out, one is looked for at the first fit. */
      readonly memory?: string;
    }
  | {
      /** Tries libraries up to the first that is right and worthwhile, notes what it finds in that file, and ends. */
      readonly task: 'prove';
      readonly memory: string;
      /** Tries all, those known too, for a person who waits. */
      readonly every?: boolean;
    }
);

/** A request without its flags, which cannot cross processes, and the message that stands for raising one. */
export type ToHost = Omit<ToEngine, 'flags'> | { readonly type: 'raise'; readonly id: number; readonly flag: Flag };

export type FromHost =
  | FromEngine
  | { readonly type: 'log'; readonly text: string }
  /** The library computes from here on. */
  | { readonly type: 'library'; readonly file: string };
