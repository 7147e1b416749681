import { cancelledError } from './context';
import { type Failure, KernelscopeError } from './failure';
import {
  type EngineApi,
  type EngineMethod,
  type Flag,
  type FromEngine,
  type Interim,
  newFlags,
  type Port,
  raiseFlag,
  type ToEngine,
} from './rpc';

export interface CallOptions {
  /** Called for every report; `fraction` never falls within one call. */
  readonly onProgress?: (fraction: number, stage: string) => void;
  /** Called for each interim result before the answer, in order; the engine computes them only for callers that ask. */
  readonly onInterim?: (interim: Interim) => void;
  /** Cancels the call when aborted: it then rejects with `run/cancelled` as soon as the engine notices (200 ms). */
  readonly signal?: AbortSignal;
  /** Ends the fit's comparison of kernels when aborted; the fit goes on with the candidates judged by then. */
  readonly finish?: AbortSignal;
  /** Aborted once the first figures are drawn. Until then, but not for long, the engine leaves the processors to the program that draws them. */
  readonly seen?: AbortSignal;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly options: CallOptions;
  fraction: number;
  readonly settled: () => void;
}

/**
 * The caller's end of the engine's port. Every call settles: with a value, with the engine's failure, or with the
 * failure passed to `close` when the engine is gone.
 */
export class EngineChannel {
  private readonly pending = new Map<number, Pending>();
  private next = 1;
  private closed: Failure | undefined;

  constructor(private readonly port: Port) {
    port.on('message', (message) => this.receive(message as FromEngine));
  }

  get busy(): boolean {
    return this.pending.size > 0;
  }

  call<M extends EngineMethod>(
    method: M,
    params: EngineApi[M]['params'],
    options: CallOptions = {},
  ): Promise<EngineApi[M]['result']> {
    if (this.closed)
      return Promise.reject(new KernelscopeError(this.closed.code, this.closed.message, this.closed.data));
    const id = this.next++;
    const flags = newFlags();
    const raise = (flag: Flag) => {
      raiseFlag(flags, flag);
      this.port.raise?.(id, flag);
    };
    const cancel = () => {
      raise('cancel');
      this.leave(id);
    };
    const forget = [
      whenAborted(options.signal, cancel),
      whenAborted(options.finish, () => raise('finish')),
      whenAborted(options.seen, () => raise('seen')),
    ];
    const settled = () => {
      for (const one of forget) one();
    };
    const { onInterim, seen } = options;
    const listens = { interim: onInterim !== undefined, rests: seen !== undefined };
    const message: ToEngine = { type: 'call', id, method, params, flags, ...listens };
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve: resolve as (value: unknown) => void, reject, options, fraction: 0, settled });
      this.port.postMessage(message);
    });
  }

  /** Rejects every call under way, and every later one, with this failure. */
  close(failure: Failure): void {
    this.closed = failure;
    for (const [id, call] of this.pending) {
      this.pending.delete(id);
      call.settled();
      call.reject(new KernelscopeError(failure.code, failure.message, failure.data));
    }
  }

  /** Rejects a cancelled call at once if the engine has not begun it. */
  private leave(id: number): void {
    const call = this.pending.get(id);
    if (!call || this.pending.keys().next().value === id) return;
    this.pending.delete(id);
    call.settled();
    call.reject(cancelledError());
  }

  private receive(message: FromEngine): void {
    const call = this.pending.get(message.id);
    if (!call) return;
    if (message.type === 'progress') {
      call.fraction = Math.max(call.fraction, message.fraction);
      call.options.onProgress?.(call.fraction, message.stage);
      return;
    }
    if (message.type === 'interim') {
      call.options.onInterim?.(message.interim);
      return;
    }
    this.pending.delete(message.id);
    call.settled();
    if (message.type === 'result') call.resolve(message.value);
    else call.reject(new KernelscopeError(message.failure.code, message.failure.message, message.failure.data));
  }
}

/** Calls `act` once the signal is aborted, at once if it already is; returns a function that removes the listener. */
function whenAborted(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal?.aborted) act();
  signal?.addEventListener('abort', act);
  return () => signal?.removeEventListener('abort', act);
}
