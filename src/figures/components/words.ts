import type { Components, ReconstructionCurve } from '../../engine/contract/components';
import type { PointShape, Role } from '../../engine/contract/figure';
import { count, NARROW, percent, plain } from '../../engine/words/numbers';
import { counted } from '../../engine/words/sentence';
import { ERROR_AXIS } from './view';

export const ERROR_NAME = 'reconstruction error';

/** The quantity that components explain: without centring it holds the mean too. */
export const explainedName = ({ uncentred }: Pick<Components, 'uncentred'>): string =>
  uncentred ? 'second moment' : 'variance';

/** "component 2, 12 % of the variance" */
export function axisTitle(axis: number, share: Float64Array, explained: string): string {
  return axis === ERROR_AXIS ? ERROR_NAME : `component ${axis}, ${percent(share[axis - 1])} of the ${explained}`;
}

/** "50 landmarks", "100 random features", "all pairs of rows" */
export function formText({ kind, count: m }: Pick<Components, 'kind' | 'count'>): string {
  if (kind === 'empirical') return 'all pairs of rows';
  return counted(m, kind === 'nystrom' ? 'landmark' : 'random feature');
}

/** The same in few letters, for labels beside lines and points. */
export function formLabel({ kind, count: m }: Pick<Components, 'kind' | 'count'>): string {
  if (kind === 'empirical') return 'all pairs';
  return counted(m, kind === 'nystrom' ? 'landmark' : 'feature');
}

export interface FormStyle {
  readonly name: string;
  readonly role: Role;
  readonly shape: PointShape;
}

/** The part that is left, in percent: small parts to two digits. */
export function leftText(share: number): string {
  return share >= 0.01 || !(share > 0) ? percent(share) : `${plain(100 * share, 2)}${NARROW}%`;
}

/** One style for each form in all figures. */
export const FORMS: Readonly<Record<ReconstructionCurve['kind'], FormStyle>> = {
  nystrom: { name: 'landmarks', role: 'first', shape: 'disc' },
  randomFeatures: { name: 'random features', role: 'second', shape: 'square' },
  empirical: { name: 'all pairs', role: 'third', shape: 'triangle' },
};

/** "40 held-out rows", or the training rows that errors are measured on when nothing is held out. */
export function testedText({ tested, n }: Components): string {
  const rows = (of: number) => (of === 1 ? 'row' : 'rows');
  if (tested.heldOut) return `${count(tested.rows)} held-out ${rows(tested.rows)}`;
  return `${tested.rows < n ? `${count(tested.rows)} of ` : ''}the ${count(n)} training ${rows(n)}`;
}

/** "One component explains", "3 components explain" */
export function firstCarry(n: number): string {
  return n === 1 ? 'One component explains' : `${n === 2 ? 'Two' : count(n)} components explain`;
}
