import type { Flag, FromEngine, ToEngine } from './rpc';

/** Where a library is and how its functions are called; kept by the editor between sessions. */
export interface LibraryAt {
  /** A path, or a name that the system's loader finds. */
  readonly file: string;
  readonly prefix: string;
  readonly suffix: string;
  /** Integers have 64 bits instead of 32. */
  readonly wide: boolean;
}

/** What the process with the native libraries is started for: its one argument, as JSON. */
export type HostTask = {
  /** Factor by which a library must beat the embedded core to be used; left out, the engine's own rule. */
  readonly worthwhile?: number;
} & (
  | {
      readonly task: 'serve';
      /** The only libraries to try; left out, those of the machine. */
      readonly libraries?: readonly LibraryAt[];
      /** Fits on fewer rows stay with the embedded core. */
      readonly leastRows?: number;
    }
  /** Sends one `ProbeReport` and ends. */
  | { readonly task: 'probe' }
);

export interface ProbeReport {
  readonly type: 'probe';
  /** One sentence for the log. */
  readonly said: string;
  readonly library?: LibraryAt;
}

/** A request without its flags, which cannot cross processes, and the message that stands for raising one. */
export type ToHost = Omit<ToEngine, 'flags'> | { readonly type: 'raise'; readonly id: number; readonly flag: Flag };

export type FromHost = FromEngine | ProbeReport | { readonly type: 'log'; readonly text: string };
