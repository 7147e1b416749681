import { KernelscopeError } from '../../engine/contract/failure';
import type { RunResult } from '../../engine/contract/run';

/** A run as stored: the result, and the address of the file it was fitted to (which may not be a path). */
export interface StoredRun extends RunResult {
  readonly origin: string;
}

/** What a panel keeps of its run while the page has the rest: nothing large. */
export type RunHead = Pick<
  StoredRun,
  'id' | 'origin' | 'file' | 'method' | 'request' | 'inspection' | 'parameters' | 'axes'
>;

export function headOf({ id, origin, file, method, request, inspection, parameters, axes }: StoredRun): RunHead {
  return { id, origin, file, method, request, inspection, parameters, axes };
}

/** What lists of runs show; read from the beginning of a stored run, without its arrays. */
export interface RunSummary {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly file: string;
  readonly origin: string;
  readonly target: string;
  readonly method: { readonly id: string; readonly title: string };
  /** Held-out R²; absent when nothing was held out, and for classes. */
  readonly r2?: number;
  /** Share of rows whose class was predicted rightly; for classes only. */
  readonly accuracy?: number;
  readonly rows: number;
  readonly features: number;
  readonly parameters: readonly { readonly title: string; readonly value: string; readonly rule: string }[];
}

/** A file among the runs that is not a whole run: shown, so that it can be deleted, and never fatal. */
export interface DamagedRun {
  readonly id: string;
  readonly created: number;
  readonly damage: string;
}

export type RunEntry = RunSummary | DamagedRun;

export const isDamaged = (entry: RunEntry): entry is DamagedRun => 'damage' in entry;

/** What was unpacked, when it is a run as this version stores it. Throws `run/unreadable` for one of a version that stored less. */
export function currentRun(unpacked: unknown): StoredRun {
  const run = unpacked as StoredRun;
  if (Array.isArray(run.axes) && run.kernel && run.filter) return run;
  throw new KernelscopeError(
    'run/unreadable',
    'This run is of an earlier version of Kernelscope. Fit the file again to see it.',
  );
}

/** Throws `run/unreadable`, or a TypeError when `head` is not the beginning of a stored run. */
export function summarise(head: unknown): RunSummary {
  const run = currentRun(head);
  const r2 = run.classes ? undefined : run.metrics.holdout?.r2;
  return {
    id: run.id,
    created: Date.parse(run.created),
    file: run.file.name,
    origin: run.origin,
    target: targetsText(run),
    method: { id: run.method.id, title: run.method.title },
    ...(typeof r2 === 'number' && Number.isFinite(r2) && { r2 }),
    ...(run.classes && { accuracy: run.classes.accuracy }),
    rows: run.data.train,
    features: run.data.columns.length,
    parameters: run.parameters.map(({ title, value, rule }) => ({ title, value: String(value), rule })),
  };
}

/** The column that is classified, or the targets: "rent, area_m2". */
export const targetsText = ({ target, others, model, classes }: StoredRun): string =>
  (classes && model.classes?.column) ?? [target, ...others.map((other) => other.target)].join(', ');
