import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FromHost, HostTask, ToHost } from '../engine/contract/host';
import { newFlags, type Port, raiseFlag } from '../engine/contract/rpc';
import { Engine } from '../engine/engine';
import { embeddedAlone, onOneThread } from '../engine/machine/backEnd';
import { plannedMemory } from '../engine/machine/memory';
import { serve } from '../engine/serve';
import { giveWay } from './giveWay';

/** The code for native libraries is a separate bundle, which only this process loads. */
const nativeBackEnd = () => import('../engine/machine/nativeBackEnd');

/**
 * Milliseconds after which a process that tries libraries ends itself, even during a call into one; a trial usually
 * takes one second.
 */
const TRIAL = 30_000;
/** The same limit when a person waits for all libraries to be tried. */
const EVERY_TRIAL = 300_000;
/**
 * A trial that had less than this fraction of a processor says something about the machine, and nothing about the
 * library.
 */
const STARVED = 1 / 3;

/**
 * The process in which native libraries are loaded: a wrong call there ends this process and not the editor. Its main
 * thread relays messages and flags, and another thread works, so that cancellations and the clock are noticed while it
 * computes. A call into a library notices nothing: the program that started this process ends it when a cancellation
 * takes too long.
 */
export function beginHost(task: HostTask): void {
  // Not `exit`, which would wait for the library: the editor is gone, and nobody needs the result.
  process.on('disconnect', end);
  // Not when a person waits for nothing else.
  if (task.task === 'serve' || !task.every) giveWay();
  if (task.task === 'serve') return void relay(task);
  const limit = task.every ? EVERY_TRIAL : TRIAL;
  setTimeout(() => void endTrial(task.memory, limit), limit);
  relay(task).on('exit', (code) => process.exit(code));
}

async function endTrial(memory: string, limit: number): Promise<void> {
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 < STARVED * limit) {
    const { LibraryMemory } = await import('../engine/machine/libraryMemory');
    await new LibraryMemory(memory).forgive().catch(() => {});
  }
  end();
}

const end = () => process.kill(process.pid, 'SIGKILL');

function relay(task: HostTask): Worker {
  const flags = new Map<number, ArrayBufferLike>();
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

/** The work of that thread: it serves the engine's requests, or tries libraries. */
export async function workInHost(port: Port, task: HostTask): Promise<void> {
  const { nativeWherePossible, provenWherePossible, tryLibraries } = await nativeBackEnd();
  const post = (message: FromHost) => port.postMessage(message);
  const log = (text: string) => post({ type: 'log', text });
  const options = { ...task, embedded: embeddedAlone(), onOneThread, bundles: dirname(__filename), log };
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

/** Sends a message to the program that started this process, if it is still connected. */
function send(message: FromHost, sent: () => void = () => {}): void {
  if (process.connected) process.send?.(message, sent);
  else sent();
}
