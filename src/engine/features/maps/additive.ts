import type { RunContext } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import type { AdditiveMap } from '../../contract/kernel';
import { Random } from '../../data/random';
import type { LinearAlgebra } from '../../linalg/linalg';

/**
 * Features of the additive homogeneous kernels sum_c k(x_c, z_c)/lengthScale_c on x ≥ 0 (Vedaldi and Zisserman 2012; RF appendix E), k
 * being 2xz/(x + z) or min(x, z). k = sqrt(xz)·v(log x − log z), and v is the Fourier transform of sech(πw), or of (2/π)/(1 + 4w²): φ =
 * factor·sqrt(x_c)·cos(w·log x_c + b) with w drawn from it. Columns take turns in an order drawn anew each round, and features come in
 * pairs that differ in phase by a quarter turn, as in pairedCosines.ts; each one alone has a uniform column and phase.
 */
export function additiveFeatures(
  kernel: AdditiveMap['kernel'],
  lengthScale: readonly number[],
  count: number,
  inputs: number,
  seed: number,
  context: RunContext,
): AdditiveMap {
  const random = new Random(seed, context);
  const columns = new Uint16Array(count);
  const frequencies = new Float64Array(count);
  const phases = new Float64Array(count);
  const factors = new Float64Array(count);
  const order = Uint16Array.from({ length: inputs }, (_, c) => c);
  for (let j = 0, turn = 0; j < count; j += 2, turn = (turn + 1) % inputs) {
    // The rest of the round's order is drawn as it is needed: Fisher and Yates.
    const other = turn + random.below(inputs - turn);
    [order[turn], order[other]] = [order[other], order[turn]];
    const column = order[turn];
    const scale = lengthScale.length === 1 ? lengthScale[0] : lengthScale[column];
    const u = random.uniform();
    const frequency =
      kernel === 'chiSquared'
        ? Math.log(Math.tan((Math.PI / 2) * (u || 1e-16))) / Math.PI
        : Math.tan(Math.PI * (u - 0.5)) / 2;
    const phase = 2 * Math.PI * random.uniform();
    for (let k = j; k < Math.min(count, j + 2); k++) {
      columns[k] = column;
      frequencies[k] = frequency;
      phases[k] = k === j ? phase : phase - Math.PI / 2;
      factors[k] = Math.sqrt((2 * inputs) / scale);
    }
  }
  return { kind: 'additive', inputs, kernel, columns, frequencies, phases, factors, lengthScale };
}

/** φ of the rows of x, n×M, into `into`. A cell that is 0 gives 0, a negative one NaN. */
export function evaluateAdditive(
  { columns, frequencies, phases, factors }: AdditiveMap,
  x: Matrix,
  linalg: LinearAlgebra,
  context: RunContext,
  into: Float64Array,
): void {
  const n = x.rows;
  const logarithms = x.values.map((v) => (v === 0 ? 0 : Math.log(v)));
  const roots = x.values.map(Math.sqrt);
  for (let j = 0; j < columns.length; j++) {
    const from = columns[j] * n;
    for (let i = 0; i < n; i++) into[j * n + i] = frequencies[j] * logarithms[from + i] + phases[j];
  }
  linalg.map('cos', into, 1, 0, context);
  for (let j = 0; j < columns.length; j++) {
    const from = columns[j] * n;
    for (let i = 0; i < n; i++) into[j * n + i] *= factors[j] * roots[from + i];
  }
}

/** The kernel between two rows, one length scale for each column. */
export function additiveKernel(
  kernel: AdditiveMap['kernel'],
  lengthScale: ArrayLike<number>,
  x: ArrayLike<number>,
  z: ArrayLike<number>,
): number {
  let sum = 0;
  for (let c = 0; c < x.length; c++) {
    if (kernel === 'intersection') sum += Math.min(x[c], z[c]) / lengthScale[c];
    else if (x[c] + z[c] > 0) sum += (2 * x[c] * z[c]) / (x[c] + z[c]) / lengthScale[c];
  }
  return sum;
}
