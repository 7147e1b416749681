import { dirname } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { FromHost, HostTask, ProbeReport, ToHost } from './contract/host';
import { Engine } from './engine';
import { embeddedCore, koffiBeside, nativeWherePossible, probeFrom } from './machine/backEnd';
import { plannedMemory } from './machine/memory';
import { serveTrials } from './search/trialThread';
import { serve } from './serve';

/**
 * The process in which native libraries are loaded: a wrong call there ends this process and not the editor. Its main thread
 * relays messages and flags; the engine works in a thread of it, so that a cancellation is heard while it computes. A call
 * into a library hears nothing: whoever started this process ends it when a cancellation takes too long.
 */
const koffi = koffiBeside(dirname(__filename));

if (serveTrials()) {
  // A thread of a length-scale search on the embedded core: it has all it needs.
} else if (!isMainThread) work(workerData as HostTask);
else if (process.send) begin(JSON.parse(process.argv[2]) as HostTask);

function begin(task: HostTask): void {
  // Not `exit`, which would wait for the library: the editor is gone, and nobody needs the result.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  if (task.task === 'serve') relay(task);
  else send(report(task.worthwhile), () => process.exit(0));
}

function report(worthwhile?: number): ProbeReport {
  const { found, said } = probeFrom(koffi, embeddedCore(), worthwhile);
  return { type: 'probe', said, ...(found && { library: found.candidate }) };
}

function relay(task: HostTask): void {
  const flags = new Map<number, SharedArrayBuffer>();
  const worker = new Worker(__filename, { workerData: task, name: 'kernelscope' });
  process.on('message', (message: ToHost) => {
    if (message.type === 'cancel') {
      const flag = flags.get(message.id);
      if (flag) Atomics.store(new Int32Array(flag), 0, 1);
      return;
    }
    const cancel = new SharedArrayBuffer(4);
    flags.set(message.id, cancel);
    worker.postMessage({ ...message, cancel });
  });
  worker.on('message', (message: FromHost) => {
    if (message.type === 'result' || message.type === 'failure') flags.delete(message.id);
    send(message);
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const why = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it ran out of memory' : (error.stack ?? error.message);
    send({ type: 'log', text: why }, () => process.exit(1));
  });
}

function work(task: HostTask): void {
  if (!parentPort || task.task !== 'serve') return;
  const port = parentPort;
  const log = (text: string) => port.postMessage({ type: 'log', text } satisfies FromHost);
  const linearAlgebra = nativeWherePossible({ ...task, koffi, log });
  serve(port, new Engine({ memory: plannedMemory, linearAlgebra }));
}

function send(message: FromHost, sent: () => void = () => {}): void {
  process.send?.(message, sent);
}
