import { KernelscopeError } from '../contract/failure';

/** First capacity, in values. */
const START = 1024;
/** Values per chunk once a column is long: 512 kB of float64. */
const CHUNK = 65_536;

type Values = Float64Array | Int32Array | Uint32Array;

/**
 * A typed column of unknown length. Full chunks are kept, never copied while it grows; `take` joins them once.
 * `current` and `used` are public for the hot loops that write many values.
 */
export class Growing<T extends Values> {
  private readonly full: T[] = [];
  private before = 0;
  current: T;
  used = 0;

  constructor(
    private readonly make: (length: number) => T,
    private readonly budget?: MemoryBudget,
  ) {
    this.current = make(START);
    budget?.take(this.current.byteLength);
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
    const next = this.make(Math.min(CHUNK, this.length * 2));
    this.budget?.take(next.byteLength);
    this.full.push(this.current);
    this.before += this.used;
    this.current = next;
    this.used = 0;
  }

  forEach(visit: (value: number) => void): void {
    for (const chunk of this.full) for (let i = 0; i < chunk.length; i++) visit(chunk[i]);
    for (let i = 0; i < this.used; i++) visit(this.current[i]);
  }

  /** Replaces every value. */
  map(change: (value: number) => number): void {
    for (const chunk of this.full) for (let i = 0; i < chunk.length; i++) chunk[i] = change(chunk[i]);
    for (let i = 0; i < this.used; i++) this.current[i] = change(this.current[i]);
  }

  /** All values in one array. Nothing may be pushed afterwards. */
  take(): T {
    const joined = this.make(this.length);
    let at = 0;
    for (const chunk of this.full.splice(0)) {
      joined.set(chunk as never, at);
      at += chunk.length;
    }
    joined.set(this.current.subarray(0, this.used) as never, at);
    return joined;
  }
}

/** Adds up what the columns of one file take, and refuses in words instead of running out of memory. */
export class MemoryBudget {
  private taken = 0;

  constructor(
    private readonly limit: number,
    private readonly file: string,
  ) {}

  take(bytes: number): void {
    this.taken += bytes;
    if (this.taken <= this.limit) return;
    const gigabytes = (this.limit / 1e9).toFixed(1);
    throw new KernelscopeError(
      'memory/too-large',
      `${this.file} needs more than the ${gigabytes} GB that its columns may take here. Use a file with fewer rows or columns.`,
      { limit: this.limit },
    );
  }
}

export const growingFloat64 = (budget?: MemoryBudget) => new Growing((n) => new Float64Array(n), budget);
export const growingInt32 = (budget?: MemoryBudget) => new Growing((n) => new Int32Array(n), budget);
export const growingUint32 = (budget?: MemoryBudget) => new Growing((n) => new Uint32Array(n), budget);
