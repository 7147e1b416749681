// Penalties on the predictions of training and test rows themselves, in place of coefficients (SIGN appendix A.3): f⁺ = [f, f*], of which only f is in the error.

/** Rows are visited until no prediction moves by more than this. */
export const STANDSTILL = 1e-9;
const MOST_SWEEPS = 100_000;

/** Training targets and the kernel matrix of all rows, column-major; the training rows come first. */
export interface PredictionSetting {
  readonly y: Float64Array;
  readonly kernel: Float64Array;
}

/** K**·[y − f; 0], the negative gradient at the predictions f of all rows: a test row's own is no part of the error. */
export function descentLimit({ y, kernel }: PredictionSetting, f: Float64Array, into: Float64Array): Float64Array {
  const m = f.length;
  into.fill(0);
  for (let j = 0; j < y.length; j++) {
    const rest = y[j] - f[j];
    for (let i = 0; i < m; i++) into[i] += kernel[i + j * m] * rest;
  }
  return into;
}

/** Predictions and the gradient there. */
interface Solved {
  readonly f: Float64Array;
  readonly gradient: Float64Array;
}

/** Visits training rows in turn until none moves: each goes to `best` of where the error alone would have it, with its entry of the kernel's diagonal. */
function settled(setting: PredictionSetting, best: (wanted: number, diagonal: number) => number): Solved {
  const { y, kernel } = setting;
  const [n, m] = [y.length, Math.sqrt(kernel.length)];
  const f = new Float64Array(m);
  const gradient = descentLimit(setting, f, new Float64Array(m));
  for (let sweep = 0, moved = 1; moved > STANDSTILL && sweep < MOST_SWEEPS; sweep++) {
    moved = 0;
    for (let j = 0; j < n; j++) {
      const diagonal = kernel[j + j * m];
      const by = best(f[j] + gradient[j] / diagonal, diagonal) - f[j];
      f[j] += by;
      for (let i = 0; i < m && by !== 0; i++) gradient[i] -= kernel[i + j * m] * by;
      moved = Math.max(moved, Math.abs(by));
    }
  }
  return { f, gradient };
}

/**
 * min ‖y⁺ − f⁺‖² in the norm of K** under ‖f⁺‖∞ ≤ bound. The gradient at a test row does not depend on its own prediction, so that projected gradients from 0 end at the bound, or stay
 * where there is none.
 */
export function boundedPredictions(setting: PredictionSetting, bound: number): Float64Array {
  const { f, gradient } = settled(setting, (wanted) => Math.max(-bound, Math.min(bound, wanted)));
  for (let i = setting.y.length; i < f.length; i++) f[i] = bound * Math.sign(gradient[i]);
  return f;
}

/**
 * min ½‖y⁺ − f⁺‖² + penalty·‖f⁺‖₁ in the norm of K**, and at how many test rows there is none: where the gradient exceeds the penalty, proximal gradients go on for ever. Elsewhere a test row stays at 0.
 */
export function sparsePredictions(
  setting: PredictionSetting,
  penalty: number,
): { readonly f: Float64Array; readonly without: number } {
  const { f, gradient } = settled(setting, (wanted, diagonal) => {
    const least = penalty / diagonal;
    return Math.sign(wanted) * Math.max(0, Math.abs(wanted) - least);
  });
  const test = gradient.subarray(setting.y.length);
  return { f, without: test.filter((g) => Math.abs(g) > penalty * (1 + 1e-6)).length };
}
