import type { NoiseEstimate, SpectrumData } from '../contract/run';
import { NORMAL_95 } from '../statistics/student';
import { noiseInterval } from './noise';

/** A fraction of the target's variance on the training rows with its 95 % interval, never below 0. */
export interface Share {
  readonly share: number;
  readonly interval: readonly [number, number];
}

/** A smaller fraction of the variance cannot be told from rounding. */
const ROUNDING = 1e-12;

/**
 * The parts of a target f + noise that lie in the span of the unpenalised features and outside of it (CKRR Thm 3.2 for
 * the training rows), as fractions of `variance`: f_par = (||(P_F − P_1)·y||² − m·sigma²)/n and f_perp = (||(I −
 * P_F)·y||² − q·sigma²)/n over m and q directions. The features hold the constant; the first `leading` directions count
 * with them. The interval of f_par is from the scatter of its sum and of sigma². Variation too rough for the kernel
 * counts as noise in sigma²: f_perp lies between the part that remains with the most noise and everything outside.
 * `used` are the degrees of freedom that the fit spends there. Undefined with nothing but the constant inside, nothing
 * outside, or a noise of rounding alone, as copies of rows give.
 */
export function spanShares(
  { n, unpenalised, coordinates, beyond }: SpectrumData,
  variance: number,
  noise: NoiseEstimate,
  leading: number,
  used: number,
): { readonly inside: Share; readonly outside: Share } | undefined {
  const m = unpenalised - 1 + leading;
  const q = n - unpenalised - leading;
  if (m < 1 || q < 1 || !(noise.sigma2 > ROUNDING * variance)) return undefined;
  let left = beyond.score;
  for (let i = leading; i < coordinates.length; i++) left += coordinates[i] ** 2;
  const floor = noise.sigma2 / n;
  const [low, high] = noiseInterval(noise);
  // 95 % of a sum of squares about its mean: 4·signal·floor + 2·directions·floor².
  const scatter = (signal: number, directions: number) =>
    NORMAL_95 * Math.sqrt(4 * Math.max(0, signal) * floor + 2 * directions * floor * floor);
  const share = (v: number) => Math.min(1, Math.max(0, v / variance));
  const inside = Math.max(0, variance - left) - m * floor;
  const about = scatter(inside, m);
  const outside = left - q * floor;
  return {
    inside: {
      share: share(inside),
      interval: [
        share(inside - Math.hypot(about, (m / n) * (high - noise.sigma2))),
        share(inside + Math.hypot(about, (m / n) * (noise.sigma2 - low))),
      ],
    },
    outside: {
      share: share(outside),
      interval: [
        share(outside - Math.hypot(scatter(outside, Math.max(0, used)), (q / n) * (high - noise.sigma2))),
        share(left),
      ],
    },
  };
}
