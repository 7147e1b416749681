import { Worker } from 'node:worker_threads';
import { type CallOptions, EngineChannel } from '../engine/contract/channel';
import { KernelscopeError } from '../engine/contract/failure';
import type { EngineApi, EngineMethod } from '../engine/contract/rpc';

/** A worker without a request for this long is ended, and its memory returned. The next request starts another. */
const IDLE_RELEASE = 5 * 60_000;

/** A cancelled request that has not ended by then takes its worker with it: cancelling always works. */
const CANCEL_PATIENCE = 5_000;

export interface EngineLog {
  info(message: string): void;
  error(message: string): void;
}

export interface EngineOptions {
  readonly workerPath: string;
  readonly log: EngineLog;
  /** Milliseconds; for tests. */
  readonly idleRelease?: number;
  readonly cancelPatience?: number;
}

interface Running {
  readonly worker: Worker;
  readonly channel: EngineChannel;
}

/**
 * The engine in a worker thread of this process. The worker starts with the first request and again after a crash.
 * Every request settles: with its result, with the engine's failure, or with `engine/crashed` and the stage reached.
 */
export class EngineClient {
  private running: Running | undefined;
  private calls = 0;
  private idle: NodeJS.Timeout | undefined;
  private disposed = false;

  constructor(private readonly options: EngineOptions) {}

  get started(): boolean {
    return this.running !== undefined;
  }

  async call<M extends EngineMethod>(
    method: M,
    params: EngineApi[M]['params'],
    options: CallOptions = {},
  ): Promise<EngineApi[M]['result']> {
    if (this.disposed) throw crashed('The engine was closed with the window');
    clearTimeout(this.idle);
    const running = this.running ?? this.start();
    this.running = running;
    this.calls++;
    let stage = 'starting';
    const onProgress = (fraction: number, said: string) => {
      stage = said;
      options.onProgress?.(fraction, said);
    };
    const stopWaiting = this.enforceCancel(running, options.signal);
    try {
      return await running.channel.call(method, params, { ...options, onProgress });
    } catch (error) {
      throw withStage(error, method, stage);
    } finally {
      stopWaiting();
      this.calls--;
      if (this.calls === 0 && this.running) this.releaseLater();
    }
  }

  /** Ends the worker and returns its memory. Requests under way reject with `engine/crashed`. */
  release(why = 'The engine was stopped'): void {
    clearTimeout(this.idle);
    const { running } = this;
    this.running = undefined;
    running?.channel.close(crashed(why).failure);
    void running?.worker.terminate();
  }

  dispose(): void {
    this.disposed = true;
    this.release('The engine was closed with the window');
  }

  /** Ends the worker as a crash would: for tests. */
  async crash(): Promise<void> {
    await this.running?.worker.terminate();
  }

  private start(): Running {
    const started = performance.now();
    const worker = new Worker(this.options.workerPath, { name: 'kernelscope' });
    const running = { worker, channel: new EngineChannel(worker) };
    let cause: string | undefined;
    worker.on('online', () => this.options.log.info(`engine started in ${Math.round(performance.now() - started)} ms`));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      cause = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it ran out of memory' : error.message;
      this.options.log.error(`engine: ${error.stack ?? error.message}`);
    });
    worker.on('exit', (code) => {
      if (this.running !== running) return;
      this.running = undefined;
      this.options.log.error(`engine ended unexpectedly with code ${code}`);
      running.channel.close(crashed(`The engine stopped unexpectedly${cause ? ` (${cause})` : ''}`).failure);
    });
    return running;
  }

  private releaseLater(): void {
    this.idle = setTimeout(() => {
      this.options.log.info('engine released after being idle');
      this.release();
    }, this.options.idleRelease ?? IDLE_RELEASE);
    this.idle.unref();
  }

  private enforceCancel(running: Running, signal: AbortSignal | undefined): () => void {
    let timer: NodeJS.Timeout | undefined;
    const watch = () => {
      timer = setTimeout(() => {
        if (this.running !== running) return;
        this.options.log.error('engine did not heed a cancellation and was stopped');
        this.running = undefined;
        running.channel.close({ code: 'run/cancelled', message: 'Cancelled. The engine had to be stopped for it.' });
        void running.worker.terminate();
      }, this.options.cancelPatience ?? CANCEL_PATIENCE);
    };
    if (signal?.aborted) watch();
    else signal?.addEventListener('abort', watch, { once: true });
    return () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', watch);
    };
  }
}

const crashed = (why: string): KernelscopeError => new KernelscopeError('engine/crashed', why, { why });

/** A crash names what it interrupted; other failures pass. */
function withStage(error: unknown, method: EngineMethod, stage: string): unknown {
  if (!(error instanceof KernelscopeError) || error.failure.code !== 'engine/crashed') return error;
  const why = String(error.failure.data?.why ?? error.message);
  return new KernelscopeError(
    'engine/crashed',
    `${why} at the stage “${stage}”. The next command starts it again; the log has the details.`,
    { why, method, stage },
  );
}
