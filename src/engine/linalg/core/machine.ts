import { bytes as relaxed } from 'kernelscope-core/relaxed';
import { platform } from '../../../platform/platform';
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
/** The same for memory that is not shared: arrays on it would be lost if it grew, so all of it is requested at once. */
const PLAIN_LIMITS = [2 ** 30, 2 ** 29];

/**
 * Milliseconds of work, those of warming up included, from which on threads are worth their start, which takes the
 * processor longer than this.
 */
const WORTH_THREADS = 30;

/** Browsers that let no page share memory may still give such memory to one thread, and some do not. */
export type MemoryKind = 'shared' | 'plain';

/** The program of a pool thread: its own instance of the module on the shared memory, until the pool is closed. */
const THREAD = `({ module, memory, broken, stopped, left }) => {
  const words = new Int32Array(memory.buffer, 0, 4096);
  const sleep = (address, expected) => void Atomics.wait(words, address >> 2, expected);
  try {
    new WebAssembly.Instance(module, { env: { memory }, host: { poll: () => 0, sleep } }).exports.serve();
  } catch (error) {
    Atomics.store(words, stopped, 1);
    Atomics.store(words, broken, 1);
    Atomics.notify(words, left);
  }
}`;

/** The compiled core on a memory of its own, with its pool of threads. */
export class CoreMachine {
  readonly exports: CoreExports;
  readonly arena: Arena;
  private readonly words: Int32Array;
  private context: RunContext | undefined;
  private thrown: unknown;
  /** Starts the other threads; undefined once they are, or are no longer to be. */
  private waiting: (() => void) | undefined;
  /** Milliseconds of work done, and when that under way began. */
  private worked = 0;
  private began = 0;

  constructor(
    readonly build: Build,
    readonly threads: number,
    /** Bytes that the machine has to spare now. */
    spare: () => number = () => Number.POSITIVE_INFINITY,
    kind?: MemoryKind,
  ) {
    const { memory, limit } = reserve(kind);
    const module = compiled(build, !(memory.buffer instanceof ArrayBuffer));
    const words = new Int32Array(memory.buffer, 0, 4096);
    const host = {
      poll: () => this.poll(),
      sleep: (address: number, expected: number) => void Atomics.wait(words, address >> 2, expected, 1),
    };
    const instance = new WebAssembly.Instance(module, { env: { memory }, host });
    this.exports = instance.exports as unknown as CoreExports;
    const scratch = Math.ceil(this.exports.scratchBytes() / PAGE) * PAGE;
    const base = SCRATCH_START + scratch * threads;
    const missing = Math.ceil((base - memory.buffer.byteLength) / PAGE);
    if (missing > 0) memory.grow(missing);
    this.words = words;
    this.words[WORD.scratch / 4] = SCRATCH_START;
    this.words[WORD.scratchSize / 4] = scratch;
    this.arena = new Arena(memory, base, limit, spare);
    const [broken, stopped, left] = [WORD.broken / 4, WORD.stopped / 4, WORD.left / 4];
    // A thread that cannot start is one thread fewer; the core works with those that came up.
    this.waiting = () => {
      for (let thread = 1; thread < threads; thread++)
        platform.startThread(`kernelscope ${thread}`, THREAD, { module, memory, broken, stopped, left });
    };
  }

  /** Starts the other threads now, and not only when the work so far says that they are worth it. */
  startThreads(): void {
    this.waiting?.();
    this.waiting = undefined;
  }

  /**
   * Runs `body`, calls of the exports, under a context: cancelling leaves the work unfinished and throws the context's
   * error. A trap (a defect, or a thread that died) is an ordinary error; the machine cannot be used afterwards.
   */
  run<T>(context: RunContext, body: (exports: CoreExports) => T): T {
    const outer = this.context;
    this.context = context;
    Atomics.store(this.words, WORD.stopped / 4, 0);
    this.thrown = undefined;
    if (this.waiting && !outer) this.began = performance.now();
    try {
      const value = body(this.exports);
      this.settle();
      return value;
    } finally {
      this.context = outer;
      if (this.waiting && !outer) this.worked += this.startedWhereWorth();
    }
  }

  /** Starts the other threads once there was work enough; returns the milliseconds of that under way. */
  private startedWhereWorth(): number {
    const now = performance.now() - this.began;
    if (this.worked + now > WORTH_THREADS) this.startThreads();
    return now;
  }

  /** Throws the error that stopped the work, if any. Called between steps of a long computation. */
  settle(): void {
    if (Atomics.load(this.words, WORD.stopped / 4) === 0) return;
    Atomics.store(this.words, WORD.stopped / 4, 0);
    const { thrown } = this;
    this.thrown = undefined;
    throw thrown;
  }

  /** True if a thread of the pool has died of a trap. */
  get broken(): boolean {
    return Atomics.load(this.words, WORD.broken / 4) !== 0;
  }

  /** Threads that are up, the calling one among them. */
  get running(): number {
    return 1 + Atomics.load(this.words, WORD.ready / 4);
  }

  /** Ends the threads. */
  dispose(): void {
    this.waiting = undefined;
    Atomics.store(this.words, WORD.closed / 4, 1);
    Atomics.add(this.words, WORD.epoch / 4, 1);
    Atomics.notify(this.words, WORD.epoch / 4);
  }

  /**
   * Called by the core every few million operations; an exception must not cross its frames, so it is stored for
   * `settle`.
   */
  private poll(): number {
    if (this.waiting) this.startedWhereWorth();
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
  return platform.sharesMemory ? Math.max(1, Math.min(MOST_THREADS, platform.cores())) : 1;
}

/**
 * True if this engine takes relaxed SIMD; engines from just before it became standard have it behind a flag, which is
 * safe to raise.
 */
export function relaxedWorks(): boolean {
  const works = () => WebAssembly.validate(RELAXED_PROBE);
  return works() || (platform.allowRelaxedSimd() && works());
}

/** A module of one function, which multiplies and adds three pairs of float64 in relaxed SIMD. */
const RELAXED_PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 8, 1, 96, 3, 123, 123, 123, 1, 123],
  ...[3, 2, 1, 0],
  ...[10, 13, 1, 11, 0, 32, 0, 32, 1, 32, 2, 253, 135, 2, 11],
);

const modules = new Map<string, WebAssembly.Module>();

function compiled(build: Build, shared: boolean): WebAssembly.Module {
  const key = `${build} ${shared}`;
  const known = modules.get(key);
  if (known) return known;
  const bytes = build === 'relaxed' ? relaxed() : plainCore();
  const module = new WebAssembly.Module(shared ? bytes : onPlainMemory(bytes));
  modules.set(key, module);
  return module;
}

/** Section and kind of an import in the format of WebAssembly, and the limits of a memory: shared ones with a maximum, and others. */
const IMPORTS = 2;
const MEMORY = 2;
const SHARED = 3;
const WITH_MAXIMUM = 1;

/** The same code on a memory that is not shared: its atomic operations work there too, and the imported memory alone says which it is. */
function onPlainMemory(shared: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = shared.slice();
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (bytes[at] !== IMPORTS) {
    at++;
    const length = number();
    at += length;
  }
  at++;
  number();
  for (let left = number(); left > 0; left--) {
    // Names of the module and of what is imported.
    for (let names = 0; names < 2; names++) {
      const length = number();
      at += length;
    }
    const kind = bytes[at++];
    if (kind === MEMORY && bytes[at] === SHARED) {
      bytes[at] = WITH_MAXIMUM;
      return bytes;
    }
    // A function is imported by the number of its type.
    number();
  }
  throw new Error('the core imports no shared memory');
}

function reserve(kind: MemoryKind | undefined): { memory: WebAssembly.Memory; limit: number } {
  const shared = { shared: true, sizes: LIMITS, initial: () => 16 };
  const plain = { shared: false, sizes: PLAIN_LIMITS, initial: (pages: number) => pages };
  const tries = { shared: [shared], plain: [plain], either: [shared, plain] }[kind ?? 'either'];
  const asked = tries.flatMap(({ shared, sizes, initial }) => sizes.map((limit) => ({ shared, limit, initial })));
  for (const [i, { shared, limit, initial }] of asked.entries()) {
    try {
      const pages = limit / PAGE;
      return { memory: new WebAssembly.Memory({ initial: initial(pages), maximum: pages, shared }), limit };
    } catch (error) {
      if (i === asked.length - 1) throw error;
    }
  }
  throw new Error('unreachable');
}
