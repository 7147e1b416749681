import type { Port } from '../engine/contract/rpc';

export interface EngineLog {
  /** Left out where nobody reads it. */
  debug?(message: string): void;
  info(message: string): void;
  error(message: string): void;
}

/** How an engine came to its end: its exit code or signal, and the cause where one is known. */
export interface EngineEnd {
  readonly code: number | string | null;
  readonly cause?: string;
}

/** An engine that runs somewhere else than the editor's own thread. */
export interface EngineProcess {
  readonly kind: 'worker' | 'native';
  readonly port: Port;
  /** Milliseconds a cancelled request may take to end by itself before the engine is ended. */
  readonly cancelPatience: number;
  /** Called once, however the engine ends. */
  onExit(listener: (end: EngineEnd) => void): void;
  /** Ends it at once. */
  kill(): Promise<void>;
}

export type StartEngine = () => EngineProcess;
