import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { bytes as relaxed } from 'kernelscope-core/relaxed';
import type { RunContext } from '../../contract/context';
import { Arena } from './arena';
import type { CoreExports } from './exports';
import { PAGE, SCRATCH_START, WORD } from './layout';
import { plainCore } from './plainCore';

export type Build = 'relaxed' | 'plain';

/** More threads than this gain nothing on matrices that fit this memory. */
const MOST_THREADS = 16;
/** Largest memories to ask for, in bytes; a system short of address space grants less. */
const LIMITS = [4 * 2 ** 30, 2 * 2 ** 30, 2 ** 30];

/** What a thread of the pool runs: its own instance of the module on the shared memory, until the pool is closed. */
const THREAD = `
const { workerData: { module, memory, broken, stopped, left } } = require('node:worker_threads');
const words = new Int32Array(memory.buffer, 0, 4096);
const sleep = (address, expected) => void Atomics.wait(words, address >> 2, expected);
try {
  new WebAssembly.Instance(module, { env: { memory }, host: { poll: () => 0, sleep } }).exports.serve();
} catch (error) {
  Atomics.store(words, stopped, 1);
  Atomics.store(words, broken, 1);
  Atomics.notify(words, left);
}
`;

/** The compiled core on a memory of its own, with its pool of threads. */
export class CoreMachine {
  readonly exports: CoreExports;
  readonly arena: Arena;
  private readonly words: Int32Array<SharedArrayBuffer>;
  private context: RunContext | undefined;
  private thrown: unknown;

  constructor(
    readonly build: Build,
    readonly threads: number,
    /** Bytes that the machine has to spare now. */
    spare: () => number = () => Number.POSITIVE_INFINITY,
  ) {
    const { memory, limit } = reserve();
    const module = compiled(build);
    const words = new Int32Array(memory.buffer as unknown as SharedArrayBuffer, 0, 4096);
    const host = {
      poll: () => this.poll(),
      sleep: (address: number, expected: number) => void Atomics.wait(words, address >> 2, expected, 1),
    };
    const instance = new WebAssembly.Instance(module, { env: { memory }, host });
    this.exports = instance.exports as unknown as CoreExports;
    const scratch = Math.ceil(this.exports.scratchBytes() / PAGE) * PAGE;
    const base = SCRATCH_START + scratch * threads;
    memory.grow(Math.max(0, Math.ceil((base - memory.buffer.byteLength) / PAGE)));
    this.words = words;
    this.words[WORD.scratch / 4] = SCRATCH_START;
    this.words[WORD.scratchSize / 4] = scratch;
    this.arena = new Arena(memory, base, limit, spare);
    const [broken, stopped, left] = [WORD.broken / 4, WORD.stopped / 4, WORD.left / 4];
    for (let thread = 1; thread < threads; thread++) {
      const worker = new Worker(THREAD, {
        eval: true,
        name: `kernelscope ${thread}`,
        workerData: { module, memory, broken, stopped, left },
      });
      // A thread that cannot start is one thread fewer; the core works with those that came up.
      worker.on('error', () => {});
      worker.unref();
    }
  }

  /**
   * Runs `body`, calls of the exports, under a context: cancelling leaves the work unfinished and throws what the context threw.
   * A trap (a defect, or a thread that died) is an ordinary error; the machine is of no use afterwards.
   */
  run<T>(context: RunContext, body: (exports: CoreExports) => T): T {
    const outer = this.context;
    this.context = context;
    Atomics.store(this.words, WORD.stopped / 4, 0);
    this.thrown = undefined;
    try {
      const value = body(this.exports);
      this.settle();
      return value;
    } finally {
      this.context = outer;
    }
  }

  /** Throws what stopped the work, if anything did. Called between steps of a long computation. */
  settle(): void {
    if (Atomics.load(this.words, WORD.stopped / 4) === 0) return;
    Atomics.store(this.words, WORD.stopped / 4, 0);
    const { thrown } = this;
    this.thrown = undefined;
    throw thrown;
  }

  /** Whether a thread of the pool has died of a trap. */
  get broken(): boolean {
    return Atomics.load(this.words, WORD.broken / 4) !== 0;
  }

  /** Threads that are up, the calling one among them. */
  get running(): number {
    return 1 + Atomics.load(this.words, WORD.ready / 4);
  }

  /** Ends the threads. */
  dispose(): void {
    Atomics.store(this.words, WORD.closed / 4, 1);
    Atomics.add(this.words, WORD.epoch / 4, 1);
    Atomics.notify(this.words, WORD.epoch / 4);
  }

  /** Called by the core every few million operations; an exception must not cross its frames, so it is kept for `settle`. */
  private poll(): number {
    try {
      this.context?.check();
      return 0;
    } catch (error) {
      this.thrown = error;
      return 1;
    }
  }
}

/** All cores, the calling thread being one: nothing else computes while the engine does. */
export function defaultThreads(): number {
  return Math.max(1, Math.min(MOST_THREADS, availableParallelism()));
}

/** Whether this engine takes relaxed SIMD; engines just before it became standard have it behind a flag, which is safe to raise. */
export function relaxedWorks(): boolean {
  if (WebAssembly.validate(RELAXED_PROBE)) return true;
  try {
    setFlagsFromString('--experimental-wasm-relaxed-simd');
  } catch {
    return false;
  }
  return WebAssembly.validate(RELAXED_PROBE);
}

/** A module of one function, which multiplies and adds three pairs of float64 in relaxed SIMD. */
const RELAXED_PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 8, 1, 96, 3, 123, 123, 123, 1, 123],
  ...[3, 2, 1, 0],
  ...[10, 13, 1, 11, 0, 32, 0, 32, 1, 32, 2, 253, 135, 2, 11],
);

const modules = new Map<Build, WebAssembly.Module>();

function compiled(build: Build): WebAssembly.Module {
  const known = modules.get(build);
  if (known) return known;
  const module = new WebAssembly.Module(build === 'relaxed' ? relaxed() : plainCore());
  modules.set(build, module);
  return module;
}

function reserve(): { memory: WebAssembly.Memory; limit: number } {
  for (const limit of LIMITS) {
    try {
      return { memory: new WebAssembly.Memory({ initial: 16, maximum: limit / PAGE, shared: true }), limit };
    } catch (error) {
      if (limit === LIMITS.at(-1)) throw error;
    }
  }
  throw new Error('unreachable');
}
