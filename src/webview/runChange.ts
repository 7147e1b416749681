import type { LaneId } from '../engine/contract/race';
import type { RunChange } from './protocol';

/** What fits a candidate. */
type LaneChange = Extract<RunChange, { readonly kind: 'kernel' | 'huber' }>;
type KernelChange = Extract<RunChange, { readonly kind: 'kernel' }>;

const kernel = (kernel: KernelChange['kernel'], byColumn = false): KernelChange => ({
  kind: 'kernel',
  kernel,
  byColumn,
});

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
