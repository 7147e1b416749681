import type { Paces } from '../contract/pace';
import { median } from './robustScale';

/** The last fits of a family that count. */
const KEPT = 10;
/** With fewer fits, as many that took the estimated time are counted as well. */
const ENOUGH = 3;
/** No machine is believed to be slower or faster by more; a single fit beyond it had another reason. */
const FARTHEST = Math.log(5);
/**
 * Times are within this factor of the estimate on most machines; after some fits on this one the factor is their
 * scatter, within bounds.
 */
const UNKNOWN = Math.log(1.6);
const NARROWEST = Math.log(1.25);
const WIDEST = Math.log(2.5);

/** The factor for estimated seconds, and the factor by which most fits lie below or above the product. */
export interface Pace {
  readonly factor: number;
  readonly spread: number;
}

/**
 * The median of the last ten fits of a family, which a few unusual ones cannot change much, and 2 robust standard
 * deviations of them about it.
 */
export function paceOf(paces: Paces | undefined, family: keyof Paces): Pace {
  const logs = paces?.[family]?.slice(-KEPT) ?? [];
  const few = logs.length < ENOUGH;
  const centre = median(Float64Array.from(few ? [...logs, 0, 0, 0] : logs));
  const scatter = 2 * 1.4826 * median(Float64Array.from(logs, (v) => Math.abs(v - centre)));
  const spread = few ? UNKNOWN : Math.min(WIDEST, Math.max(NARROWEST, scatter));
  return { factor: Math.exp(Math.min(FARTHEST, Math.max(-FARTHEST, centre))), spread: Math.exp(spread) };
}

/** The paces with a fit added: its seconds relative to those estimated before any pace was applied. */
export function pacesWith(paces: Paces, family: keyof Paces, estimated: number, taken: number): Paces {
  const log = Math.log(taken / estimated);
  if (!Number.isFinite(log)) return paces;
  return { ...paces, [family]: [...(paces[family] ?? []), log].slice(-KEPT) };
}

/** The range of seconds that most fits take, from and to. */
export const secondsRange = (seconds: number, { spread }: Pace): readonly [number, number] => [
  seconds / spread,
  seconds * spread,
];
