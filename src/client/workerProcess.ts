import { Worker } from 'node:worker_threads';
import type { Thread } from '../platform/interface';
import { platform } from '../platform/platform';
import type { EngineEnd, EngineLog, EngineProcess } from './engineProcess';

/** Milliseconds. The embedded core looks at its flag often; this is for the case that it does not. */
const CANCEL_PATIENCE = 5_000;
/** Milliseconds where memory is not shared, as the thread then receives nothing while it computes. */
const UNHEARD = 100;

/** The engine in a worker thread of this process, or of this page. */
export function startWorker(
  path: string,
  log: EngineLog,
  cancelPatience = platform.sharesMemory ? CANCEL_PATIENCE : UNHEARD,
): EngineProcess {
  const started = performance.now();
  const worker: Thread = platform.startEngine?.() ?? new Worker(path, { name: 'kernelscope' });
  let cause: string | undefined;
  worker.on('online', () => log.info(`engine started in ${Math.round(performance.now() - started)} ms`));
  worker.on('error', (error: Error & { code?: string }) => {
    cause = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it ran out of memory' : error.message;
    log.error(`engine: ${error.stack ?? error.message}`);
  });
  return {
    kind: 'worker',
    port: worker,
    cancelPatience,
    onExit: (listener: (end: EngineEnd) => void) => worker.on('exit', (code) => listener({ code, cause })),
    kill: async () => void (await worker.terminate()),
  };
}
