import type { SpectrumData } from '../contract/run';

/** Errors in units of y squared; degrees of freedom in directions. */
export interface Risk {
  readonly bias: number;
  readonly variance: number;
  /** bias + variance: estimated excess risk on the training inputs. */
  readonly total: number;
  readonly degreesOfFreedom: number;
  /** Residual sum of squares on the training rows. */
  readonly rss: number;
  readonly gcv: number;
}

/**
 * Exact mean squared error of ridge on a fixed design (TKRR Thm 1) with estimated scores:
 * bias = sum (1−g_i)²·(c_i² − sigma²/n), variance = sigma²/n·sum g_i², and with them the residual sum of squares
 * and GCV = n·rss/(n − df)². `lambda` > 0 is per sample.
 */
export function riskAt(spectrum: SpectrumData, sigma2: number, lambda: number): Risk {
  const { n, mu, rank, coordinates } = spectrum;
  const floor = sigma2 / n;
  let squared = 0; // sum (1−g)²·c²
  let lost = 0; // sum (1−g)²
  let kept = 0; // sum g²
  let df = 0;
  let free = 0; // n − df summed directly: the difference cancels when nearly every direction is kept
  for (let i = 0; i < rank; i++) {
    const scale = 1 / (mu[i] + lambda);
    const g = mu[i] * scale;
    const h = lambda * scale;
    const c = coordinates[i];
    squared += h * h * c * c;
    lost += h * h;
    kept += g * g;
    df += g;
    free += h;
  }
  for (let i = rank; i < n; i++) squared += coordinates[i] * coordinates[i];
  lost += n - rank;
  free += n - rank;
  // Only the sum is clipped: single terms c² − sigma²/n are rightly negative half the time, and clipping each inflates the bias.
  const bias = Math.max(0, squared - floor * lost);
  const variance = floor * kept;
  const rss = n * squared;
  return { bias, variance, total: bias + variance, degreesOfFreedom: df, rss, gcv: (n * rss) / (free * free) };
}
