import type { RunResult } from '../../engine/contract/run';

/** A run as stored: the result, and the address of the file it was fitted to (which may not be a path). */
export interface StoredRun extends RunResult {
  readonly origin: string;
}

/** What a panel keeps of its run while the page has the rest: nothing large. */
export type RunHead = Pick<StoredRun, 'id' | 'origin' | 'file' | 'method' | 'request' | 'lengthScale' | 'inspection'>;

export const headOf = ({ id, origin, file, method, request, lengthScale, inspection }: StoredRun): RunHead => ({
  id,
  origin,
  file,
  method,
  request,
  lengthScale,
  inspection,
});

/** What lists of runs show; read from the beginning of a stored run, without its arrays. */
export interface RunSummary {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly file: string;
  readonly origin: string;
  readonly target: string;
  readonly method: { readonly id: string; readonly title: string };
  /** Held-out R²; absent when nothing was held out. */
  readonly r2?: number;
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

/** Throws a TypeError when `head` is not the beginning of a stored run. */
export function summarise(head: unknown): RunSummary {
  const run = head as StoredRun;
  const r2 = run.metrics.holdout?.r2;
  return {
    id: run.id,
    created: Date.parse(run.created),
    file: run.file.name,
    origin: run.origin,
    target: run.target,
    method: { id: run.method.id, title: run.method.title },
    ...(typeof r2 === 'number' && Number.isFinite(r2) && { r2 }),
    rows: run.data.train,
    features: run.data.columns.length,
    parameters: run.parameters.map(({ title, value, rule }) => ({ title, value: String(value), rule })),
  };
}
