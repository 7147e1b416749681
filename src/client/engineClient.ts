import { type CallOptions, EngineChannel } from '../engine/contract/channel';
import { cancelledError } from '../engine/contract/context';
import { KernelscopeError } from '../engine/contract/failure';
import type { EngineApi, EngineMethod } from '../engine/contract/rpc';
import type { EngineLog, EngineProcess, StartEngine } from './engineProcess';

/** An engine that gets no request for this long is ended, and its memory returned. The next request starts another. */
const IDLE_RELEASE = 5 * 60_000;

export interface EngineOptions {
  readonly start: StartEngine;
  readonly log: EngineLog;
  /** Milliseconds; for tests. */
  readonly idleRelease?: number;
}

interface Running {
  readonly engine: EngineProcess;
  readonly channel: EngineChannel;
}

/**
 * An engine outside this thread. It starts with the first request and again after a crash. Every request settles: with its
 * result, with the engine's failure, or with `engine/crashed` and the stage reached.
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

  get busy(): boolean {
    return this.calls > 0;
  }

  async call<M extends EngineMethod>(
    method: M,
    params: EngineApi[M]['params'],
    options: CallOptions = {},
  ): Promise<EngineApi[M]['result']> {
    clearTimeout(this.idle);
    this.calls++;
    const { log } = this.options;
    const asked = performance.now();
    log.debug?.(`${method}: asked`);
    let stage = 'starting';
    let reached = 0;
    const onProgress = (fraction: number, text: string) => {
      stage = text;
      reached = Math.max(reached, fraction);
      options.onProgress?.(reached, text);
    };
    try {
      for (;;) {
        if (this.disposed) throw crashed('The engine was closed with the window');
        const running = this.running ?? this.start();
        this.running = running;
        const stopWaiting = this.enforceCancel(running, options.signal);
        try {
          const answer = await running.channel.call(method, params, { ...options, onProgress });
          log.debug?.(`${method}: answered after ${Math.round(performance.now() - asked)} ms`);
          return answer;
        } catch (error) {
          if (!isStopped(error)) throw error;
          if (options.signal?.aborted) throw cancelledError();
          // The engine was ended because of another request; this one starts again.
        } finally {
          stopWaiting();
        }
      }
    } catch (error) {
      throw withStage(error, method, stage);
    } finally {
      this.calls--;
      if (this.calls === 0 && this.running) this.releaseLater();
    }
  }

  /** Ends the engine and returns its memory. Requests under way reject with `engine/crashed`. */
  release(why = 'The engine was stopped'): void {
    clearTimeout(this.idle);
    const { running } = this;
    this.running = undefined;
    running?.channel.close(crashed(why).failure);
    void running?.engine.kill();
  }

  dispose(): void {
    this.disposed = true;
    this.release('The engine was closed with the window');
  }

  /** Ends the engine as a crash would: for tests. */
  async crash(): Promise<void> {
    await this.running?.engine.kill();
  }

  private start(): Running {
    const engine = this.options.start();
    const running = { engine, channel: new EngineChannel(engine.port) };
    engine.onExit(({ code, cause }) => {
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
    this.idle.unref?.();
  }

  /** A cancelled request that does not end by itself takes its engine with it: cancelling always works. */
  private enforceCancel(running: Running, signal: AbortSignal | undefined): () => void {
    const { engine, channel } = running;
    let timer: NodeJS.Timeout | undefined;
    const watch = () => {
      timer = setTimeout(() => {
        if (this.running !== running) return;
        this.options.log.info('the engine was ended to cancel what it was doing');
        this.running = undefined;
        channel.close({ code: 'run/cancelled', message: 'Cancelled.', data: { stopped: true } });
        void engine.kill();
      }, engine.cancelPatience);
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

/** True for a request that ended because its engine was ended to cancel some request. */
const isStopped = (error: unknown): boolean =>
  error instanceof KernelscopeError && error.failure.code === 'run/cancelled' && error.failure.data?.stopped === true;

/** Adds to a crash the stage that it interrupted; other failures are returned unchanged. */
function withStage(error: unknown, method: EngineMethod, stage: string): unknown {
  if (!(error instanceof KernelscopeError) || error.failure.code !== 'engine/crashed') return error;
  const why = String(error.failure.data?.why ?? error.message);
  return new KernelscopeError(
    'engine/crashed',
    `${why} at the stage “${stage}”. The next command restarts it; the log has the details.`,
    { why, method, stage },
  );
}
