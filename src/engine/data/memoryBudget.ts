import { platform } from '../../platform/platform';
import { KernelscopeError } from '../contract/failure';
import { growable } from '../machine/memory';
import { memorySize } from '../words/quantities';

/** The number of bytes between two checks of the free memory, which another program may have taken meanwhile. */
const LOOK = 64e6;

/** Adds up the memory of the columns of one file, and refuses with a message instead of running out of memory. */
export class MemoryBudget {
  private taken = 0;
  private limit = 0;
  private next = 0;

  constructor(
    private readonly file: string,
    private readonly memory = () => platform.memory(),
  ) {}

  /** Throws `memory/too-large` once the columns would take more than they may. */
  take(bytes: number): void {
    if (this.taken + bytes > this.next) {
      this.limit = growable(this.memory(), this.taken);
      this.next = Math.min(this.limit, this.taken + bytes + LOOK);
    }
    this.taken += bytes;
    if (this.taken > this.limit) throw this.exceeded();
  }

  exceeded(): KernelscopeError {
    return new KernelscopeError(
      'memory/too-large',
      `The columns of ${this.file} need more than the ${memorySize(this.limit)} of memory that they may take here. Leave columns out of the file, use a random sample of its rows, or provide more memory.`,
      { limit: this.limit },
    );
  }
}
