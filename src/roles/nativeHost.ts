import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FromHost, HostTask, ToHost } from '../engine/contract/host';
import { newFlags, type Port, raiseFlag } from '../engine/contract/rpc';
import { Engine } from '../engine/engine';
import { embeddedAlone, onOneThread } from '../engine/machine/backEnd';
import { plannedMemory } from '../engine/machine/memory';
import { serve } from '../engine/serve';

/** The code for native libraries is a separate bundle, which only this process loads. */
const nativeBackEnd = () => import('../engine/machine/nativeBackEnd');

/** Milliseconds after which a process that tries libraries ends itself, also within one; a second is usual. */
const TRIAL = 30_000;
/** Added to the priority number of such a process: whatever else wants the processors comes first. */
const NICE = 10;

/**
 * The process in which native libraries are loaded: a wrong call there ends this process and not the editor. Its main thread
 * relays messages and flags; a thread of it works, so that a cancellation and the clock are heard while it computes. A call
 * into a library hears nothing: whoever started this process ends it when a cancellation takes too long.
 */
export function beginHost(task: HostTask): void {
  // Not `exit`, which would wait for the library: the editor is gone, and nobody needs the result.
  process.on('disconnect', end);
  const worker = relay(task);
  if (task.task === 'serve') return;
  setTimeout(end, TRIAL);
  worker.on('exit', (code) => process.exit(code));
  try {
    setPriority(NICE);
  } catch {
    // It then runs at the usual priority.
  }
}

const end = () => process.kill(process.pid, 'SIGKILL');

function relay(task: HostTask): Worker {
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
  return worker;
}

/** What is done in that thread: the engine serves there, or libraries are tried. */
export async function workInHost(port: Port, task: HostTask): Promise<void> {
  const { koffiBeside, nativeWherePossible, provenWherePossible, tryLibraries } = await nativeBackEnd();
  const post = (message: FromHost) => port.postMessage(message);
  const log = (text: string) => post({ type: 'log', text });
  const options = { ...task, embedded: embeddedAlone(), onOneThread, koffi: koffiBeside(dirname(__filename)), log };
  if (task.task === 'prove') {
    const { memory, every } = task;
    await tryLibraries({ ...options, memory, every }).catch((error: unknown) => log(`${error}`));
    return process.exit(0);
  }
  const { memory } = task;
  const begun = (file: string) => post({ type: 'library', file });
  const linearAlgebra =
    memory === undefined ? nativeWherePossible(options) : await provenWherePossible({ ...options, memory, begun });
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

/** To whoever started this process, where it listens. */
function send(message: FromHost, sent: () => void = () => {}): void {
  if (process.connected) process.send?.(message, sent);
  else sent();
}
