import type { AdditiveMap } from '../../contract/kernel';
import { isNameIn, isNumbers } from '../../contract/shape';
import { type Draw, type DrawnMap, eachColumn, type MapKind } from '../map';
import { isBelow, isScale } from '../members';

/** A homogeneous kernel k(x, z) = sqrt(xz)·v(log x − log z) of two values of a column, x, z ≥ 0. */
interface Homogeneous {
  kernel(x: number, z: number): number;
  /** A frequency of which v is the Fourier transform, from u uniform on [0, 1). */
  frequency(u: number): number;
}

const KERNELS: Readonly<Record<AdditiveMap['kernel'], Homogeneous>> = {
  // The density of the frequencies is sech(πw).
  chiSquared: {
    kernel: (x, z) => (x + z > 0 ? (2 * x * z) / (x + z) : 0),
    frequency: (u) => Math.log(Math.tan((Math.PI / 2) * (u || 1e-16))) / Math.PI,
  },
  // It is (2/π)/(1 + 4w²).
  intersection: { kernel: Math.min, frequency: (u) => Math.tan(Math.PI * (u - 0.5)) / 2 },
};

export const chiSquared: DrawnMap = {
  title: 'Additive chi-squared features',
  description: 'For columns that are counts or shares: the kernel sum 2xz/(x + z).',
  kernels: [],
  nonNegative: true,
  draw: (draw) => drawAdditive('chiSquared', draw),
};

export const intersection: DrawnMap = {
  title: 'Histogram intersection features',
  description: 'For columns that are counts or shares: the kernel sum min(x, z).',
  kernels: [],
  nonNegative: true,
  draw: (draw) => drawAdditive('intersection', draw),
};

/**
 * Features of the additive homogeneous kernels sum_c k(x_c, z_c)/lengthScale_c on x ≥ 0 (Vedaldi and Zisserman 2012; RF appendix E): φ =
 * factor·sqrt(x_c)·cos(w·log x_c + b). Columns take turns in an order drawn anew each round, and features come in
 * pairs that differ in phase by a quarter turn, as in cosines.ts; each one alone has a uniform column and phase.
 */
function drawAdditive(kernel: AdditiveMap['kernel'], { scales, count, inputs, random, ...draw }: Draw): AdditiveMap {
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
    const frequency = KERNELS[kernel].frequency(random.uniform());
    const phase = 2 * Math.PI * random.uniform();
    for (let k = j; k < Math.min(count, j + 2); k++) {
      columns[k] = column;
      frequencies[k] = frequency;
      phases[k] = k === j ? phase : phase - Math.PI / 2;
      factors[k] = Math.sqrt((2 * inputs) / scales[column]);
    }
  }
  const { lengthScale } = draw.kernel;
  return { kind: 'additive', inputs, kernel, columns, frequencies, phases, factors, lengthScale };
}

export const additive: MapKind<AdditiveMap> = {
  /** A cell that is 0 gives 0, a negative one NaN. */
  evaluate({ columns, frequencies, phases, factors }, x, linalg, context, into) {
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
  },
  first: (map, count) => ({
    ...map,
    columns: map.columns.slice(0, count),
    frequencies: map.frequencies.slice(0, count),
    phases: map.phases.slice(0, count),
    factors: map.factors.slice(0, count),
  }),
  recovers({ kernel, lengthScale, inputs }) {
    const scales = eachColumn(lengthScale, inputs);
    return (x, z) => x.reduce((sum, value, c) => sum + KERNELS[kernel].kernel(value, z[c]) / scales[c], 0);
  },
  isWhole: ({ kernel, columns, frequencies, phases, factors, lengthScale }, d) =>
    isBelow(columns, d) &&
    columns.length > 0 &&
    isNameIn(KERNELS, kernel) &&
    [frequencies, phases, factors].every((values) => isNumbers(values, columns.length)) &&
    isScale(lengthScale, d),
};
