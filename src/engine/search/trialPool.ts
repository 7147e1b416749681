import type { MessagePort, Worker } from 'node:worker_threads';
import { nodeAlone, platform } from '../../platform/platform';
import { contextWith } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import { createEmbedded } from '../linalg/core/embedded';
import type { Computing, LibraryPlace, LinearAlgebra } from '../linalg/linalg';
import { spareMemory } from '../machine/memory';
import type { SearchProblem } from './searchProblem';
import { computeTrial, type Trial, type TrialKind, type TrialResult } from './trial';
import { awaitAnswer, beatsOf, cancel, newBoard, ownerOf, type TrialBoard, take } from './trialBoard';
import { type TrialAnswer, type TrialOrder, threadData } from './trialThread';

/** Milliseconds between looks at the cancellation while waiting. */
const LOOK = 50;
/** Workers give a sign of life every 100 ms; a machine busy with other things may delay it. */
const PATIENCE = 10_000;
/** Milliseconds, times n³, for which a call into a library gives no sign of life at most. */
const CALL = 1e-5;

export interface PoolOptions {
  /** The bundle that the workers run: one that calls `serveTrials` first. By default the one this code is in. */
  readonly file?: string;
  /**
   * The number of workers in addition to the calling thread; by default as many as the core has threads beyond its
   * first.
   */
  readonly workers?: number;
  /** Milliseconds without a sign of life after which a worker is given up. */
  readonly patience?: number;
  /** The name of one trial in messages of progress: "length scale". */
  readonly named?: string;
  /** The crew whose threads compute; by default one for this call alone. */
  readonly crew?: Crew;
}

/**
 * Worker threads with a core each, and a core for the calling thread, for calls with the same `file` and linear algebra.
 * Warm threads stay so until `end`.
 */
export class Crew {
  private readonly embedded = createEmbedded({ threads: 1, spare: spareMemory });
  readonly core: LinearAlgebra;
  private readonly hands: Hand[] = [];

  constructor(private readonly linalg: LinearAlgebra) {
    this.core = linalg.onOneThread?.(this.embedded) ?? this.embedded;
  }

  /** The first `count` workers, as far as the system provides them; all are started anew if one was lost. */
  of(count: number, file: string): readonly Hand[] {
    if (this.hands.some(({ lost }) => lost)) this.hands.splice(0).forEach(dismiss);
    this.hands.push(...startHands(file, this.hands.length + 1, count, this.linalg.place));
    return this.hands.slice(0, count);
  }

  end(): void {
    this.embedded.dispose();
    this.hands.splice(0).forEach(dismiss);
  }
}

interface Hand {
  readonly worker: Worker;
  readonly port: MessagePort;
  lost: boolean;
}

/**
 * Computes all trials and returns their results in order. Two trials of one thread each take less time than two in turn
 * on two threads, so each core of the machine takes the next that is left: worker threads, each with a one-thread core,
 * started for this call, or taken from a crew, and this thread, which blocks until all is done. A native library computes
 * on all of them, if it may. Without workers (it may not, the core has one thread, no thread can be started) everything is
 * computed here by `linalg`. Every core has the memory of one trial, about 2.5·n² numbers, 3·n² with a library, and as
 * many as the decomposition keeps.
 *
 * Throws the error of the first failed trial in order, and `run/cancelled` within a look of the cancellation. A worker
 * that dies costs only time: the trials it had taken are computed here.
 */
export function runTrials<K extends TrialKind>(
  problem: SearchProblem,
  trials: readonly Trial<K>[],
  context: Computing,
  options: PoolOptions = {},
): TrialResult<K>[] {
  // Nothing ends it before all results are there.
  return trialsUntil<K>(() => false, problem, trials, context, options) as TrialResult<K>[];
}

/**
 * The same until it is `left`, which is noticed within a look: results are then those of the trials that were done, the
 * others undefined.
 */
export function trialsUntil<K extends TrialKind>(
  left: () => boolean,
  problem: SearchProblem,
  trials: readonly Trial<K>[],
  context: Computing,
  {
    file = ownFile(),
    workers = spareThreads(context.linalg),
    patience = PATIENCE + (context.linalg.place ? CALL * problem.x.rows ** 3 : 0),
    named = 'length scale',
    crew,
  }: PoolOptions = {},
): (TrialResult<K> | undefined)[] {
  const heeded: Computing = {
    linalg: context.linalg,
    progress() {},
    get cancelled() {
      return context.cancelled;
    },
    check() {
      context.check();
      if (left()) throw new LeftEarly();
    },
  };
  const wanted = file === undefined ? 0 : Math.min(workers, trials.length - 1);
  const team = crew ?? new Crew(context.linalg);
  const hands = file === undefined ? [] : team.of(wanted, file);
  if (hands.length === 0) {
    const results = new Array<TrialResult<K> | undefined>(trials.length).fill(undefined);
    untilLeft(() => {
      trials.forEach((trial, i) => {
        tell(context, i, trials.length, named);
        results[i] = computeTrial<K>(problem, trial, heeded);
      });
    });
    return results;
  }
  const board = newBoard(trials.length, hands.length);
  try {
    const order: TrialOrder = { problem, trials, board };
    for (const { port } of hands) port.postMessage(order);
    const answers: Answers = new Map();
    const compute = (index: number) =>
      computeTrial<K>(problem, trials[index], contextWith(heeded, { linalg: team.core }));
    const report = (done: number) => {
      tell(context, done, trials.length, named);
      heeded.check();
    };
    untilLeft(() => collect(answers, trials.length, board, hands, patience, compute, report));
    // A thread answers a trial with the result of its kind.
    return trials.map((_, index) => resultOf(answers.get(index)) as TrialResult<K> | undefined);
  } finally {
    cancel(board);
    if (crew === undefined) team.end();
  }
}

/** Ends a worker. */
function dismiss({ worker, port }: Hand): void {
  port.close();
  void worker.terminate();
}

/** Thrown at the next look of a trial that is no longer needed. */
class LeftEarly extends Error {}

function untilLeft(job: () => void): void {
  try {
    job();
  } catch (error) {
    if (!(error instanceof LeftEarly)) throw error;
  }
}

type Answers = Map<number, TrialAnswer>;

/** Throws the error with which the trial failed. */
function resultOf(answer: TrialAnswer | undefined): TrialResult | undefined {
  if (answer && 'failure' in answer) {
    const { code, message, data } = answer.failure;
    throw new KernelscopeError(code, message, data);
  }
  return answer && 'result' in answer ? answer.result : undefined;
}

function collect(
  answers: Answers,
  count: number,
  board: TrialBoard,
  hands: readonly Hand[],
  patience: number,
  compute: (index: number) => TrialResult,
  report: (done: number) => void,
): void {
  const { receiveMessageOnPort } = nodeAlone().threads;
  const receive = () => {
    for (const hand of hands) {
      for (let got = receiveMessageOnPort(hand.port); got; got = receiveMessageOnPort(hand.port)) {
        const answer = got.message as TrialAnswer;
        if ('lost' in answer) hand.lost = true;
        else if (answer.run === board.run) answers.set(answer.index, answer);
      }
    }
    report(answers.size);
  };
  for (let index = take(board, 0); index !== undefined; index = take(board, 0)) {
    answers.set(index, { run: board.run, index, result: compute(index) });
    receive();
  }
  const beats = hands.map((_, w) => ({ count: beatsOf(board, w + 1), since: performance.now() }));
  let seen = 0;
  while (answers.size < count) {
    seen = awaitAnswer(board, seen, LOOK);
    receive();
    hands.forEach((hand, w) => {
      const now = beatsOf(board, w + 1);
      if (now !== beats[w].count) beats[w] = { count: now, since: performance.now() };
      else if (performance.now() - beats[w].since > patience) hand.lost = true;
    });
    for (let index = 0; index < count; index++) {
      const owner = ownerOf(board, index);
      if (!answers.has(index) && (owner === 0 || hands[owner - 1].lost))
        answers.set(index, { run: board.run, index, result: compute(index) });
    }
  }
}

/** Workers first … last, as many as the system gives. */
function startHands(file: string, first: number, last: number, place: LibraryPlace | undefined): Hand[] {
  const hands: Hand[] = [];
  const { MessageChannel, Worker } = nodeAlone().threads;
  for (let w = first; w <= last; w++) {
    const { port1, port2 } = new MessageChannel();
    try {
      const worker = new Worker(file, {
        workerData: threadData(w, port2, place),
        transferList: [port2],
        name: `kernelscope trials ${w}`,
      });
      const hand: Hand = { worker, port: port1, lost: false };
      // Heard only when this thread has an event loop again; until then a silent worker is given up.
      worker.on('error', () => {
        hand.lost = true;
      });
      worker.unref();
      port1.unref();
      hands.push(hand);
    } catch {
      port1.close();
      break;
    }
  }
  return hands;
}

function tell(context: Computing, done: number, count: number, named: string): void {
  context.check();
  context.progress(done / count, `${named} ${Math.min(count, done + 1)} of ${count}`);
}

/** A library that one thread alone may call starts threads itself, and is faster than the embedded core on one. */
function spareThreads({ core, place }: LinearAlgebra): number {
  return core.backEnd === 'embedded' || place ? core.threads - 1 : 0;
}

/** Bundles of the extension and the command line are of the form that knows its own file; a browser has no threads that another waits for. */
function ownFile(): string | undefined {
  return platform.node && typeof __filename === 'string' ? __filename : undefined;
}
