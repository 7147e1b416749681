/**
 * The threads of a search share this board while it runs: 32-bit words for the next trial, whether to stop, and who
 * works on what. There is one board for each run, so that a thread that comes late from an earlier run takes nothing
 * from this one.
 */
export interface TrialBoard {
  readonly words: Int32Array<SharedArrayBuffer>;
  readonly trials: number;
  /** Answers bear it: a thread may still send one of an earlier run. */
  readonly run: number;
}

/** Words of the board; one for each trial and one for each worker follow. */
const NEXT = 0;
const CANCELLED = 1;
/** The number of answers sent so far; whoever waits for one sleeps on this word. */
const ANSWERS = 2;
const OWNERS = 3;

let runs = 0;

export function newBoard(trials: number, workers: number): TrialBoard {
  return { words: new Int32Array(new SharedArrayBuffer(4 * (OWNERS + trials + workers))), trials, run: runs++ };
}

/** Takes the next trial for worker 1, 2, … (0: the calling thread); undefined when none is left. */
export function take({ words, trials }: TrialBoard, worker: number): number | undefined {
  if (Atomics.load(words, CANCELLED) === 1) return undefined;
  const index = Atomics.add(words, NEXT, 1);
  if (index >= trials) return undefined;
  Atomics.store(words, OWNERS + index, worker);
  return index;
}

export const ownerOf = ({ words }: TrialBoard, trial: number): number => Atomics.load(words, OWNERS + trial);

export const cancel = ({ words }: TrialBoard): void => void Atomics.store(words, CANCELLED, 1);
export const isCancelled = ({ words }: TrialBoard): boolean => Atomics.load(words, CANCELLED) === 1;

/** A sign of life of worker 1, 2, …: counted up at least every 100 ms while it computes. */
export const beat = ({ words, trials }: TrialBoard, worker: number): void =>
  void Atomics.add(words, OWNERS + trials + worker - 1, 1);
export const beatsOf = ({ words, trials }: TrialBoard, worker: number): number =>
  Atomics.load(words, OWNERS + trials + worker - 1);

export function announceAnswer({ words }: TrialBoard): void {
  Atomics.add(words, ANSWERS, 1);
  Atomics.notify(words, ANSWERS);
}

/** Sleeps until more than `seen` answers were sent, at most this many milliseconds; returns how many there are. */
export function awaitAnswer({ words }: TrialBoard, seen: number, milliseconds: number): number {
  Atomics.wait(words, ANSWERS, seen, milliseconds);
  return Atomics.load(words, ANSWERS);
}
