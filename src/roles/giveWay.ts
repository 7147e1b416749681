import { setPriority } from 'node:os';

/** Added to the priority number, so that other work for the processors, such as the editor's drawing, comes first. */
const NICE = 10;

/**
 * Lowers the priority of this process and of the threads that it starts; on Linux, of this thread and of those that it
 * starts.
 */
export function giveWay(): void {
  try {
    setPriority(NICE);
  } catch {
    // The usual priority remains.
  }
}
