import { giveBack, resizableBuffer } from '../contract/resizableBuffer';
import type { MemoryBudget } from './memoryBudget';

/** First capacity, in values. */
const START = 1024;
/** Values per chunk once a column is long: 512 kB of float64. */
const CHUNK = 65_536;

type Values = Float64Array | Int32Array | Uint32Array;
type Make<T> = (buffer: ArrayBufferLike, length: number) => T;

/**
 * A typed column of unknown length. The values lie in chunks that never move; `take` joins them once and gives the
 * memory of each back as soon as it is copied, so that a column is never held twice. An ordinary buffer would wait for
 * the next garbage collection: the chunks are resizable ones, shrunk to nothing. `current` and `used` are public for
 * the hot loops that write many values.
 */
export class Growing<T extends Values> {
  private full: T[] = [];
  private before = 0;
  current: T;
  used = 0;

  constructor(
    private readonly make: Make<T>,
    private readonly width: number,
    private readonly budget?: MemoryBudget,
  ) {
    this.current = this.allocate(START);
  }

  get length(): number {
    return this.before + this.used;
  }

  push(value: number): void {
    if (this.used === this.current.length) this.grow();
    this.current[this.used++] = value;
  }

  fill(value: number, count: number): void {
    for (let i = 0; i < count; i++) this.push(value);
  }

  /** Makes room for at least one more value. */
  grow(): void {
    if (this.used === CHUNK) {
      const bytes = CHUNK * this.width;
      const chunk = this.make(
        this.within(bytes, () => resizableBuffer(bytes)),
        CHUNK,
      );
      chunk.set(this.current as never);
      this.full.push(chunk);
      this.before += CHUNK;
    } else {
      const next = this.allocate(Math.min(CHUNK, this.length * 2));
      this.full.push(this.current.subarray(0, this.used) as T);
      this.before += this.used;
      this.current = next;
    }
    this.used = 0;
  }

  at(index: number): number {
    if (index >= this.before) return this.current[index - this.before];
    let from = 0;
    for (const chunk of this.full) {
      if (index < from + chunk.length) return chunk[index - from];
      from += chunk.length;
    }
    return Number.NaN;
  }

  /** Visits every value once and gives their memory back. */
  drain(visit: (value: number) => void): void {
    this.release((chunk) => chunk.forEach(visit as never));
  }

  /** Visits every value. */
  each(visit: (value: number) => void): void {
    for (const chunk of this.full) chunk.forEach(visit as never);
    this.current.subarray(0, this.used).forEach(visit as never);
  }

  /** Replaces every value. */
  map(change: (value: number) => number): void {
    for (const chunk of this.full) for (let i = 0; i < chunk.length; i++) chunk[i] = change(chunk[i]);
    for (let i = 0; i < this.used; i++) this.current[i] = change(this.current[i]);
  }

  /** Adds to all values from the given place on; returns the last. */
  raise(from: number, by: number): number {
    let at = 0;
    for (const chunk of [...this.full, this.current]) {
      const end = Math.min(chunk.length, this.length - at);
      for (let i = Math.max(0, from - at); i < end; i++) chunk[i] += by;
      at += chunk.length;
    }
    return this.used > 0 ? this.current[this.used - 1] : 0;
  }

  /** Takes all values out, in one array. */
  take(): T {
    const { length } = this;
    const bytes = length * this.width;
    const joined = this.make(
      this.within(0, () => new ArrayBuffer(bytes)),
      length,
    );
    let at = 0;
    this.release((chunk) => {
      joined.set(chunk as never, at);
      at += chunk.length;
    });
    return joined;
  }

  /** Takes the first values out, in one array; the others stay. */
  shift(count: number): T {
    const all = this.take();
    for (let i = count; i < all.length; i++) this.push(all[i]);
    return all.subarray(0, count) as T;
  }

  private release(use: (chunk: T) => void): void {
    for (const chunk of this.full) {
      use(chunk);
      giveBack(chunk.buffer);
    }
    this.full = [];
    use(this.current.subarray(0, this.used) as T);
    this.before = this.used = 0;
  }

  private allocate(length: number): T {
    const bytes = length * this.width;
    return this.make(
      this.within(bytes, () => new ArrayBuffer(bytes)),
      length,
    );
  }

  private within<B>(bytes: number, make: () => B): B {
    this.budget?.take(bytes);
    try {
      return make();
    } catch (error) {
      // The system refuses the memory.
      if (error instanceof RangeError && this.budget) throw this.budget.exceeded();
      throw error;
    }
  }
}

export const growingFloat64 = (budget?: MemoryBudget) => new Growing((b, n) => new Float64Array(b, 0, n), 8, budget);
export const growingInt32 = (budget?: MemoryBudget) => new Growing((b, n) => new Int32Array(b, 0, n), 4, budget);
export const growingUint32 = (budget?: MemoryBudget) => new Growing((b, n) => new Uint32Array(b, 0, n), 4, budget);

/** Takes those of the first rows out; the others are counted from there on. */
export function takeFirst(list: Growing<Uint32Array> | undefined, rows: number): Uint32Array {
  const all = list?.take() ?? new Uint32Array();
  const first = all.filter((row) => row < rows);
  for (const row of all.subarray(first.length)) list?.push(row - rows);
  return first;
}
