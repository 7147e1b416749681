import { KernelscopeError } from '../../contract/failure';
import { count } from '../../words/numbers';
import { PAGE } from './layout';

/** An array of the arena starts on a cache line of its own. */
const ALIGNMENT = 64;
/** The memory grows by at least this many bytes: growing takes a system call. */
const STEP = 16 * 2 ** 20;

/**
 * Float64 arrays in the memory of the core, stacked: `mark` remembers the height, `release` returns to it. Memory grows when it
 * must and never moves, so that arrays handed out stay valid until they are released.
 */
export class Arena {
  private top: number;
  private highest: number;
  private readonly buffers = new WeakSet<object>();

  constructor(
    private readonly memory: WebAssembly.Memory,
    private readonly base: number,
    /** The most bytes that the memory can have. */
    private readonly limit: number,
    /** Bytes that the machine has to spare now. */
    private readonly spare: () => number,
  ) {
    this.top = base;
    this.highest = base;
  }

  mark(): number {
    return this.top;
  }

  release(mark: number): void {
    this.top = mark;
  }

  /** The bytes in use now, and the most there ever were. */
  get used(): number {
    return this.top - this.base;
  }

  get peak(): number {
    return this.highest - this.base;
  }

  /** Byte offset of room for `length` numbers. Throws `memory/too-large` when the memory cannot grow that far. */
  allocate(length: number): number {
    const at = this.top;
    const end = at + Math.ceil((length * 8) / ALIGNMENT) * ALIGNMENT;
    if (end > this.memory.buffer.byteLength && !this.grow(end)) {
      const left = Math.min(this.limit, this.memory.buffer.byteLength + this.spare()) - at;
      throw new KernelscopeError(
        'memory/too-large',
        `The computation needs ${megabytes(end - at)} more memory, and ${megabytes(left)} are available. Use fewer rows, or a method that works on landmarks or random features.`,
        { wanted: end - at, left },
      );
    }
    this.top = end;
    this.highest = Math.max(this.highest, end);
    return at;
  }

  /** The `length` numbers at `offset`. */
  view(offset: number, length: number): Float64Array {
    this.buffers.add(this.memory.buffer);
    return new Float64Array(this.memory.buffer, offset, length);
  }

  /** True if an array lies in this arena. */
  holds(values: Float64Array): boolean {
    return this.buffers.has(values.buffer);
  }

  /**
   * Grows the memory if it can; asks again for free memory, since another program may have taken what was free when the
   * fit was planned.
   */
  private grow(end: number): boolean {
    const have = this.memory.buffer.byteLength;
    const wanted = Math.min(this.limit, Math.max(end, have + STEP));
    if (end > Math.min(this.limit, have + this.spare())) return false;
    for (const bytes of [wanted, end]) {
      try {
        this.memory.grow(Math.ceil((bytes - have) / PAGE));
        return true;
      } catch {
        // Refused by the system: next ask only for the bytes that are needed, then give up.
      }
    }
    return false;
  }
}

const megabytes = (bytes: number) => `${count(Math.max(0, Math.round(bytes / 1e6)))} MB`;
