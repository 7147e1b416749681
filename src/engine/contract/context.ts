import { KernelscopeError } from './failure';

/** The progress of a long computation. `fraction` runs from 0 to 1 over the whole request and never falls. */
export interface Progress {
  readonly fraction: number;
  /** The present stage, short and in plain words: "reading airfoil.csv", "decomposing the kernel matrix". */
  readonly stage: string;
}

/** The context passed to everything that takes longer than a blink. Long loops call `check` at least every 100 ms. */
export interface RunContext {
  progress(fraction: number, stage: string): void;
  readonly cancelled: boolean;
  /** Throws `run/cancelled` once the person has cancelled. Cheap: one atomic load. */
  check(): void;
}

export function cancelledError(): KernelscopeError {
  return new KernelscopeError('run/cancelled', 'Cancelled. Nothing was saved.');
}

/** A context that reports nowhere and is never cancelled: for tests, benchmarks and small inner calls. */
export const quietContext: RunContext = { progress() {}, cancelled: false, check() {} };

/** The same context with more members, such as the linear algebra to use; a spread would fix `cancelled` at its present value. `progress` reports in another way. */
export function contextWith<Fields extends object>(
  context: RunContext,
  fields: Fields,
  progress: RunContext['progress'] = (fraction, stage) => context.progress(fraction, stage),
): RunContext & Fields {
  return {
    ...fields,
    progress,
    get cancelled() {
      return context.cancelled;
    },
    check: () => context.check(),
  };
}

/** The context that a step is handed: it has the caller's linear algebra, if there is one, and nothing else that the caller's context carries. */
type Within<Context extends RunContext> = RunContext &
  (Context extends { readonly linalg: infer Algebra } ? { readonly linalg: Algebra } : unknown);

/** The part of `context` from `from` to `to`, so that a step can report its own 0…1. */
export function partOf<Context extends RunContext>(context: Context, from: number, to: number): Within<Context> {
  return reporting(context, (fraction, stage) =>
    context.progress(from + (to - from) * Math.min(1, Math.max(0, fraction)), stage),
  );
}

/** The context of a step whose parts are one stage to the person who waits. */
export function atStage<Context extends RunContext>(context: Context, stage: string): Within<Context> {
  return reporting(context, (fraction) => context.progress(fraction, stage));
}

/** The context of a step too short, or too often repeated, to report stages of its own; it can still be cancelled. */
export function silently<Context extends RunContext>(context: Context): Within<Context> {
  return reporting(context, () => {});
}

/** The context of a step that reports in another way. */
function reporting<Context extends RunContext>(context: Context, progress: RunContext['progress']): Within<Context> {
  const carried = 'linalg' in context ? { linalg: context.linalg } : {};
  return contextWith(context, carried, progress) as RunContext as Within<Context>;
}

/** The length of a block: a simple loop over it takes a fraction of a millisecond, and on a busy machine still only a few. */
const BETWEEN_LOOKS = 2 ** 17;

/**
 * Passes `work` the numbers from 0 to `count` in consecutive blocks and checks for cancellation before each, so that no loop over rows delays it
 * for long. `cost` is the number of simple steps that one number takes.
 */
export function inBlocks(
  count: number,
  context: Pick<RunContext, 'check'>,
  cost: number,
  work: (from: number, to: number) => void,
): void {
  const block = Math.max(1, Math.floor(BETWEEN_LOOKS / cost));
  for (let from = 0; from < count; from += block) {
    context.check();
    work(from, Math.min(count, from + block));
  }
}
