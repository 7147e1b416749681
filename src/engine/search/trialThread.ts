import type { MessagePort } from 'node:worker_threads';
import { platform } from '../../platform/platform';
import { cancelledError, contextWith, type RunContext } from '../contract/context';
import { type Failure, KernelscopeError } from '../contract/failure';
import { createEmbedded } from '../linalg/core/embedded';
import type { LibraryPlace, LinearAlgebra } from '../linalg/linalg';
import { spareMemory } from '../machine/memory';
import type { SearchProblem } from './searchProblem';
import { computeTrial, type Trial, type TrialResult } from './trial';
import { announceAnswer, beat, isCancelled, type TrialBoard, take } from './trialBoard';

/** Marks the data of a worker that is started for trials, whatever bundle it runs. */
const ROLE = 'kernelscope trials';

export interface ThreadData {
  readonly role: typeof ROLE;
  /** 1, 2, … */
  readonly worker: number;
  readonly port: MessagePort;
  /** Given if a library computes. */
  readonly place?: LibraryPlace;
}

export interface TrialOrder {
  readonly problem: SearchProblem;
  readonly trials: readonly Trial[];
  readonly board: TrialBoard;
}

/** `lost`: something else than a failure of the trial itself went wrong, and the thread computes nothing more. */
export type TrialAnswer = { readonly run: number; readonly index: number } & (
  | { readonly result: TrialResult }
  | { readonly failure: Failure }
  | { readonly lost: string }
);

export const threadData = (worker: number, port: MessagePort, place?: LibraryPlace): ThreadData => ({
  role: ROLE,
  worker,
  port,
  ...(place && { place }),
});

/**
 * Computes trials and returns true if this thread was started for them. Every bundle from which a search may start threads asks this
 * first, since the threads run the same file.
 */
export function serveTrials(): boolean {
  const data = platform.node?.threads.workerData as Partial<ThreadData> | null | undefined;
  if (platform.node?.threads.isMainThread || data?.role !== ROLE || !data.port || !data.worker) return false;
  const { port, worker, place } = data;
  const embedded = createEmbedded({ threads: 1, spare: spareMemory });
  if (place)
    void import('../machine/nativeBackEnd').then(({ openLibrary }) => {
      const linalg = openLibrary(place, embedded);
      // A thread that cannot open the library takes no trial.
      if (linalg) heed(port, worker, linalg);
    });
  else heed(port, worker, embedded);
  return true;
}

/** Computes the trials of every order, also of one that was sent before this thread was ready. */
function heed(port: MessagePort, worker: number, linalg: LinearAlgebra): void {
  port.on('message', ({ problem, trials, board }: TrialOrder) => {
    const context: RunContext = {
      progress() {},
      get cancelled() {
        return isCancelled(board);
      },
      check() {
        beat(board, worker);
        if (isCancelled(board)) throw cancelledError();
      },
    };
    for (;;) {
      const index = take(board, worker);
      if (index === undefined) return;
      const answer = answerTo(board.run, index, () =>
        computeTrial(problem, trials[index], contextWith(context, { linalg })),
      );
      port.postMessage(answer);
      announceAnswer(board);
      if ('lost' in answer) return;
    }
  });
}

function answerTo(run: number, index: number, compute: () => TrialResult): TrialAnswer {
  try {
    return { run, index, result: compute() };
  } catch (error) {
    if (error instanceof KernelscopeError && error.failure.code !== 'engine/failed')
      return { run, index, failure: error.failure };
    return { run, index, lost: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
