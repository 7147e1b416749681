import type { ApproximateLane, LaneId } from '../engine/contract/race';
import type { RunChange } from './protocol';

/** What fits a candidate. */
type LaneChange = Extract<RunChange, { readonly kind: 'kernel' | 'huber' | 'approximation' }>;
type KernelChange = Extract<RunChange, { readonly kind: 'kernel' }>;

/** The method of each approximation, and its parameter that says how many. */
export const APPROXIMATIONS: Readonly<
  Record<ApproximateLane, { readonly name: string; readonly method: string; readonly count: string }>
> = {
  landmarks: { name: 'landmarks', method: 'nystrom-ridge', count: 'landmarks' },
  features: { name: 'random features', method: 'rf-ridge', count: 'features' },
};

const kernel = (kernel: KernelChange['kernel'], byColumn = false): KernelChange => ({
  kind: 'kernel',
  kernel,
  byColumn,
});

const approximation = (lane: ApproximateLane): LaneChange => ({ kind: 'approximation', lane });

/** What fits a candidate of a race; those without a kernel are there to compare with. */
const OF_LANE: Readonly<Record<LaneId, LaneChange | undefined>> = {
  mean: undefined,
  column: undefined,
  line: kernel('linear'),
  gaussian: kernel('gaussian'),
  matern52: kernel('matern52'),
  matern32: kernel('matern32'),
  laplace: kernel('laplace'),
  'gaussian-columns': kernel('gaussian', true),
  'matern52-columns': kernel('matern52', true),
  'matern32-columns': kernel('matern32', true),
  'laplace-columns': kernel('laplace', true),
  landmarks: approximation('landmarks'),
  features: approximation('features'),
  huber: { kind: 'huber' },
};

export function changeOfLane(id: string): LaneChange | undefined {
  return Object.hasOwn(OF_LANE, id) ? OF_LANE[id as LaneId] : undefined;
}

/** The candidate that a change fits. */
export function laneOfChange(change: KernelChange): LaneId {
  if (change.kernel === 'linear') return 'line';
  return change.byColumn ? `${change.kernel}-columns` : change.kernel;
}
