import type { SettlingAct } from '../../choices/settled';
import type { ApproximateLane, LaneId, RacedKernel } from '../../engine/contract/race';

/** The change with which the run shown is fitted again. */
export type RunChange =
  /** A candidate of its race: a kernel with one length scale, or one for each column; the sum over columns as it was tuned there. */
  | { readonly kind: 'kernel'; readonly kernel: RacedKernel | 'linear' | 'sum'; readonly byColumn: boolean }
  /** Huber's fit with the kernel that the race chose. */
  | { readonly kind: 'huber' }
  /** Ridge regression or truncated ridge, with the kernel that the race chose where there was one. */
  | { readonly kind: 'krr' }
  | { readonly kind: 'tkrr' }
  /** Landmarks or random features of the kernel that the race chose, as many as they were judged with. */
  | { readonly kind: 'approximation'; readonly lane: ApproximateLane }
  /** With these columns alone. */
  | { readonly kind: 'columns'; readonly features: readonly string[] }
  /** The acts that settle a callout; columns are left out by `columns`. */
  | Exclude<SettlingAct, { readonly kind: 'huber' }>;

/** Commands that a page can call for its run. */
export type PanelCommand =
  | 'kernelscope.predict'
  | 'kernelscope.compare'
  | 'kernelscope.exportModel'
  | 'kernelscope.moreExactly';

/** The change that fits a candidate. */
type LaneChange = Extract<RunChange, { readonly kind: 'kernel' | 'huber' | 'approximation' }>;
type KernelChange = Extract<RunChange, { readonly kind: 'kernel' }>;

/** The method of each approximation, its parameter that says how many, and how they are drawn. */
export const APPROXIMATIONS: Readonly<
  Record<
    ApproximateLane,
    { readonly name: string; readonly method: string; readonly count: string; readonly sampling?: string }
  >
> = {
  landmarks: { name: 'landmarks', method: 'nystrom-ridge', count: 'landmarks' },
  features: { name: 'random features', method: 'rf-ridge', count: 'features', sampling: 'even' },
  leverage: { name: 'random features by leverage scores', method: 'rf-ridge', count: 'features', sampling: 'leverage' },
};

const kernel = (kernel: KernelChange['kernel'], byColumn = false): KernelChange => ({
  kind: 'kernel',
  kernel,
  byColumn,
});

const approximation = (lane: ApproximateLane): LaneChange => ({ kind: 'approximation', lane });

/** The change that fits each candidate of a race; candidates without a kernel are there to compare with. */
const OF_LANE: Readonly<Record<LaneId, LaneChange | undefined>> = {
  mean: undefined,
  column: undefined,
  line: kernel('linear'),
  gaussian: kernel('gaussian'),
  matern32: kernel('matern32'),
  laplace: kernel('laplace'),
  'gaussian-columns': kernel('gaussian', true),
  'matern32-columns': kernel('matern32', true),
  'laplace-columns': kernel('laplace', true),
  sum: kernel('sum'),
  landmarks: approximation('landmarks'),
  features: approximation('features'),
  leverage: approximation('leverage'),
  huber: { kind: 'huber' },
};

export function changeOfLane(id: string): LaneChange | undefined {
  return Object.hasOwn(OF_LANE, id) ? OF_LANE[id as LaneId] : undefined;
}

/** The candidate that a change fits. */
export function laneOfChange(change: KernelChange): LaneId {
  if (change.kernel === 'linear') return 'line';
  return change.byColumn && change.kernel !== 'sum' ? `${change.kernel}-columns` : change.kernel;
}
