import { partOf, type RunContext, silently } from '../contract/context';
import type { Design } from '../contract/data';
import type { LinearAlgebra } from '../linalg/linalg';
import { SpectrumCache } from '../spectrum/cache';
import { keyOfRows } from './cacheKeys';
import type { FitContext, FitHints } from './method';
import { type Problem, problemOf } from './problem';

/** The parts that all stages of a fit share. */
type Shared<P extends Problem | undefined> = Pick<
  FitSession<P>,
  'problem' | 'seed' | 'linalg' | 'cache' | 'rowsKey' | 'hints'
> & { readonly clock: Stopwatch };

/**
 * One fit, or a part of it: the problem, its linear algebra, the cache of the last fit, the clock, and a run context whose
 * progress runs from 0 to 1 over this part. Stages follow each other by `step`, so that progress never falls.
 */
export class FitSession<P extends Problem | undefined = Problem> implements RunContext {
  /** The training rows; undefined if there is no target. */
  readonly problem: P;
  readonly seed: number;
  readonly linalg: LinearAlgebra;
  readonly cache: SpectrumCache;
  /** The key of these rows, with which every key of the cache begins. */
  readonly rowsKey: string;
  readonly hints: FitHints;
  /** The progress at which the next stage begins, 0…1. */
  private reached = 0;

  private constructor(
    private readonly shared: Shared<P>,
    private readonly context: RunContext,
  ) {
    ({
      problem: this.problem,
      seed: this.seed,
      linalg: this.linalg,
      cache: this.cache,
      rowsKey: this.rowsKey,
      hints: this.hints,
    } = shared);
  }

  /** Begins a session for a design with a target. Cached values of other rows are dropped. */
  static begin(design: Design, seed: number, context: FitContext, classWeights?: readonly number[]): FitSession {
    const clock = new Stopwatch();
    const problem = problemOf(design, context, classWeights);
    return FitSession.of(problem, keyOfRows(problem, context), clock, seed, context);
  }

  /** Begins a session without a target. Nothing is cached, and values of other fits are dropped to make room for the matrix. */
  static beginWithoutTarget(seed: number, context: FitContext): FitSession<undefined> {
    return FitSession.of(undefined, 'components', new Stopwatch(), seed, context);
  }

  private static of<P extends Problem | undefined>(
    problem: P,
    rowsKey: string,
    clock: Stopwatch,
    seed: number,
    context: FitContext,
  ): FitSession<P> {
    const { linalg, cache = new SpectrumCache(), hints = {} } = context;
    cache.retain(rowsKey);
    return new FitSession({ problem, seed, linalg, cache, rowsKey, hints, clock }, context);
  }

  get cancelled(): boolean {
    return this.context.cancelled;
  }

  check(): void {
    this.context.check();
  }

  progress(fraction: number, stage: string): void {
    this.context.progress(fraction, stage);
  }

  /** The same session on other rows, which `rowsKey` identifies. */
  on(problem: P, rowsKey: string): FitSession<P> {
    return new FitSession({ ...this.shared, problem, rowsKey }, this.context);
  }

  /** The next stage, up to `end` of this session's progress. Its time counts as `name` until the stage after it begins. */
  step(name: string, end: number): FitSession<P> {
    this.shared.clock.begin(name);
    const from = this.reached;
    this.reached = end;
    return this.part(from, end);
  }

  /** A part of this stage, by its range of the progress. */
  part(from: number, to: number): FitSession<P> {
    return new FitSession(this.shared, partOf(this.context, from, to));
  }

  /** The session without progress reports, for a part that is too short or too often repeated. */
  silent(): FitSession<P> {
    return new FitSession(this.shared, silently(this.context));
  }

  /** Seconds by stage so far, as `RunResult.timings` has them. */
  timings(): Readonly<Record<string, number>> {
    return this.shared.clock.laps();
  }
}

/** Seconds by stage: a stage lasts until the next begins, and the first begins with the watch. Stages of one name add up. */
class Stopwatch {
  private readonly seconds: Record<string, number> = {};
  private since = performance.now();
  private stage: string | undefined;

  begin(stage: string): void {
    if (this.stage !== undefined) this.end(this.stage);
    this.stage = stage;
  }

  /** Seconds of the stages so far, including the current one up to now. */
  laps(): Readonly<Record<string, number>> {
    if (this.stage !== undefined) this.end(this.stage);
    return { ...this.seconds };
  }

  private end(stage: string): void {
    const now = performance.now();
    this.seconds[stage] = (this.seconds[stage] ?? 0) + (now - this.since) / 1000;
    this.since = now;
  }
}
