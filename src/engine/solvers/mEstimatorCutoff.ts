import type { ResidualScale } from './mEstimatorScale';

/** Relative error of the cutoff that is let be, and how often the scale is computed to find it. */
const ENOUGH = 1e-8;
const EVALUATIONS = 8;
/** A step may not change the cutoff by more than this factor. */
const LEAP = 3;

/**
 * Cutoff c + delta that agrees with the residuals it leads to: c + delta = tuning·scale(r − step − delta·perCutoff), by secants
 * from delta = 0. The robust scale is piecewise linear in delta, so that a few of them reach it. `trial` (n) is scratch.
 */
export function rootOfCutoff(
  c: number,
  tuning: number,
  scale: ResidualScale,
  r: Float64Array,
  step: Float64Array,
  perCutoff: Float64Array,
  trial: Float64Array,
): number {
  const n = r.length;
  const excess = (delta: number) => {
    for (let i = 0; i < n; i++) trial[i] = r[i] - step[i] - delta * perCutoff[i];
    return tuning * scale.of(trial) - c - delta;
  };
  const within = (delta: number) => Math.min(Math.max(delta, c / LEAP - c), c * LEAP - c);
  let [last, lastExcess] = [0, excess(0)];
  let delta = within(lastExcess);
  for (let k = 1; k < EVALUATIONS && Math.abs(delta - last) > ENOUGH * c; k++) {
    const now = excess(delta);
    const slope = (now - lastExcess) / (delta - last);
    [last, lastExcess] = [delta, now];
    // Where the scale grows faster than the cutoff there is no stable agreement nearby: take what the scale says.
    delta = within(slope < 0 ? delta - now / slope : delta + now);
  }
  return c + delta;
}
