import { setPriority } from 'node:os';

/** Added to the priority number: whatever else wants the processors, as the editor that draws, comes first. */
const NICE = 10;

/** Of this process and the threads that it begins; on Linux of this thread and those that it begins. */
export function giveWay(): void {
  try {
    setPriority(NICE);
  } catch {
    // It then runs at the usual priority.
  }
}
