import type { Port } from '../engine/contract/rpc';

export interface EngineLog {
  /** Omitted if nobody reads it. */
  debug?(message: string): void;
  info(message: string): void;
  error(message: string): void;
}

/** The end of an engine: its exit code or signal, and the cause if it is known. */
export interface EngineEnd {
  readonly code: number | string | null;
  readonly cause?: string;
}

/** An engine that runs outside the editor's own thread. */
export interface EngineProcess {
  readonly kind: 'worker' | 'native';
  readonly port: Port;
  /** Milliseconds for which a cancelled request may run on before its engine is ended. */
  readonly cancelPatience: number;
  /** Called once, however the engine ends. */
  onExit(listener: (end: EngineEnd) => void): void;
  /** Ends it at once. */
  kill(): Promise<void>;
}

export type StartEngine = () => EngineProcess;
