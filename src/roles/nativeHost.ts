import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FromHost, HostTask, ProbeReport, ToHost } from '../engine/contract/host';
import { newFlags, type Port, raiseFlag } from '../engine/contract/rpc';
import { Engine } from '../engine/engine';
import { embeddedAlone, embeddedCore } from '../engine/machine/backEnd';
import { plannedMemory } from '../engine/machine/memory';
import { serve } from '../engine/serve';

/** The code for native libraries is a separate bundle, which only this process loads. */
const nativeBackEnd = () => import('../engine/machine/nativeBackEnd');

/**
 * The process in which native libraries are loaded: a wrong call there ends this process and not the editor. Its main thread
 * relays messages and flags; the engine works in a thread of it, so that a cancellation is heard while it computes. A call
 * into a library hears nothing: whoever started this process ends it when a cancellation takes too long.
 */
export function beginHost(task: HostTask): void {
  // Not `exit`, which would wait for the library: the editor is gone, and nobody needs the result.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  if (task.task === 'serve') relay(task);
  else void report(task.worthwhile).then((outcome) => send(outcome, () => process.exit(0)));
}

async function report(worthwhile?: number): Promise<ProbeReport> {
  const { koffiBeside, probeFrom } = await nativeBackEnd();
  const { qualified, said } = probeFrom(koffiBeside(dirname(__filename)), embeddedCore(), worthwhile);
  return { type: 'probe', said, ...(qualified && { library: qualified.candidate }) };
}

function relay(task: HostTask): void {
  const flags = new Map<number, SharedArrayBuffer>();
  const worker = new Worker(__filename, { workerData: task, name: 'kernelscope' });
  process.on('message', (message: ToHost) => {
    if (message.type === 'raise') {
      const raised = flags.get(message.id);
      if (raised) raiseFlag(raised, message.flag);
      return;
    }
    const own = newFlags();
    flags.set(message.id, own);
    worker.postMessage({ ...message, flags: own });
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

/** The engine, in a thread of that process. */
export async function workInHost(port: Port, task: HostTask): Promise<void> {
  if (task.task !== 'serve') return;
  const { koffiBeside, nativeWherePossible } = await nativeBackEnd();
  const koffi = koffiBeside(dirname(__filename));
  const log = (text: string) => port.postMessage({ type: 'log', text } satisfies FromHost);
  const linearAlgebra = nativeWherePossible({ ...task, embedded: embeddedAlone(), koffi, log });
  serve(
    port,
    new Engine({
      memory: plannedMemory,
      linearAlgebra,
      reproductions: () => import('../reproduce/run'),
      exports: () => import('../export/exportModel'),
    }),
  );
}

function send(message: FromHost, sent: () => void = () => {}): void {
  process.send?.(message, sent);
}
