import type { Thread } from '../platform/interface';
import type { BundleAsked } from './engineThread';

/** Starts dist/webEngine.js in a worker, and sends it the bundles that it asks for. */
export function startEngine(read: (bundle: string) => Promise<string>): Thread {
  const heard: Record<string, ((value: never) => void)[]> = { message: [], error: [], online: [], exit: [] };
  let worker: Worker | undefined;
  let ended = false;
  const early: [unknown, ArrayBuffer[]][] = [];
  const tell = (kind: string, value?: unknown) => {
    for (const listener of heard[kind]) listener(value as never);
  };
  const end = (code: number) => {
    if (ended) return;
    ended = true;
    worker?.terminate();
    tell('exit', code);
  };
  const fail = (error: unknown) => {
    tell('error', error instanceof Error ? error : new Error(String(error)));
    end(1);
  };
  const answer = async (name: string) => worker?.postMessage({ bundles: { [name]: await read(name) } });
  void read('webEngine')
    .then((script) => {
      if (ended) return;
      worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })), {
        name: 'kernelscope',
      });
      worker.onerror = (event) => fail(event.message);
      worker.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'object' && data !== null && 'bundle' in data)
          answer(String((data as BundleAsked).bundle)).catch(fail);
        else tell('message', data);
      };
      for (const [message, transfer] of early.splice(0)) worker.postMessage(message, transfer);
      tell('online');
    })
    .catch(fail);
  const thread = {
    postMessage(message: unknown, transfer: ArrayBuffer[] = []) {
      if (worker) worker.postMessage(message, transfer);
      else early.push([message, transfer]);
    },
    on(event: string, listener: never) {
      heard[event]?.push(listener);
    },
    terminate: async () => end(0),
  };
  return thread as Thread;
}
