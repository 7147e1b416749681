import type { AdditiveMap } from '../../contract/kernel';
import { isNameIn, isNumbers } from '../../contract/shape';
import { allBelow, type Draw, type DrawnMap, eachColumn, isScale, type MapKind } from '../map';

/** A homogeneous kernel k(x, z) = sqrt(xz)·v(log x − log z) of two values of a column, x, z ≥ 0. */
interface Homogeneous {
  kernel(x: number, z: number): number;
  /**
   * A frequency of the law whose Fourier transform is v, from numbers uniform on [0, 1): from a single one if the law
   * has an inverse in closed form.
   */
  frequency(uniform: () => number): number;
}

const KERNELS: Readonly<Record<AdditiveMap['kernel'], Homogeneous>> = {
  // The density of the frequencies is sech(πw).
  chiSquared: {
    kernel: (x, z) => (x + z > 0 ? (2 * x * z) / (x + z) : 0),
    frequency: (uniform) => sechFrequency(uniform()),
  },
  // The density of the frequency is (2/π)/(1 + 4w²).
  intersection: { kernel: Math.min, frequency: (uniform) => Math.tan(Math.PI * (uniform() - 0.5)) / 2 },
  // The density is (2/log 4)·sech(πw)/(1 + 4w²): a frequency of the first kernel is accepted with probability 1/(1 +
  // 4w²).
  jensenShannon: {
    kernel: (x, z) => (x > 0 ? (x / 2) * Math.log2((x + z) / x) : 0) + (z > 0 ? (z / 2) * Math.log2((x + z) / z) : 0),
    frequency(uniform) {
      for (;;) {
        const w = sechFrequency(uniform());
        if (uniform() * (1 + 4 * w * w) < 1) return w;
      }
    },
  },
  hellinger: { kernel: (x, z) => Math.sqrt(x * z), frequency: () => 0 },
};

const sechFrequency = (u: number): number => Math.log(Math.tan((Math.PI / 2) * (u || 1e-16))) / Math.PI;

const additiveOf = (kernel: AdditiveMap['kernel'], title: string, formula: string, evenly = false): DrawnMap => ({
  title,
  description: `For columns that are counts or shares: the kernel ${formula}${evenly ? ', frequencies spread evenly' : ''}.`,
  kernels: [],
  nonNegative: true,
  draw: (draw) => drawAdditive(kernel, draw, evenly),
});

const [CHI, LEAST] = ['sum 2xz/(x + z)', 'sum min(x, z)'];
export const chiSquared = additiveOf('chiSquared', 'Additive chi-squared features', CHI);
export const chiSquaredEven = additiveOf('chiSquared', 'Even chi-squared features', CHI, true);
export const intersection = additiveOf('intersection', 'Histogram intersection features', LEAST);
export const intersectionEven = additiveOf('intersection', 'Even histogram intersection features', LEAST, true);
export const jensenShannon = additiveOf(
  'jensenShannon',
  'Jensen-Shannon features',
  'sum (x·log2(1 + z/x) + z·log2(1 + x/z))/2',
);
export const hellinger = additiveOf('hellinger', 'Hellinger features', 'sum sqrt(xz)');

/** Multiples of the golden ratio's fraction fill [0, 1) evenly, wherever they end. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Features of the additive homogeneous kernels sum_c k(x_c, z_c)/lengthScale_c on x ≥ 0 (Vedaldi and Zisserman 2012; RF appendix E): φ =
 * factor·sqrt(x_c)·cos(w·log x_c + b). Columns take turns in an order drawn anew each round, and features come in
 * pairs that differ in phase by a quarter turn, as in cosines.ts; each one alone has a uniform column and phase. Evenly: the rounds of a column take points of an even
 * sequence with a random start through the inverse distribution, near the deterministic frequencies which Vedaldi and Zisserman advise, and without bias.
 */
function drawAdditive(
  kernel: AdditiveMap['kernel'],
  { scales, count, inputs, random, ...draw }: Draw,
  evenly: boolean,
): AdditiveMap {
  const columns = new Uint16Array(count);
  const frequencies = new Float64Array(count);
  const phases = new Float64Array(count);
  const factors = new Float64Array(count);
  const order = Uint16Array.from({ length: inputs }, (_, c) => c);
  const uniform = () => random.uniform();
  const starts = evenly ? Float64Array.from({ length: inputs }, uniform) : undefined;
  for (let j = 0, turn = 0; j < count; j += 2, turn = (turn + 1) % inputs) {
    // The rest of the round's order is drawn as it is needed: Fisher and Yates.
    const other = turn + random.below(inputs - turn);
    [order[turn], order[other]] = [order[other], order[turn]];
    const column = order[turn];
    const round = Math.floor(j / 2 / inputs);
    const point = starts ? () => (starts[column] + GOLDEN * round) % 1 : uniform;
    const frequency = KERNELS[kernel].frequency(point);
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
  evaluate({ columns, frequencies, phases, factors }, x, context, into) {
    const n = x.rows;
    const logarithms = x.values.map((v) => (v === 0 ? 0 : Math.log(v)));
    const roots = x.values.map(Math.sqrt);
    for (let j = 0; j < columns.length; j++) {
      const from = columns[j] * n;
      for (let i = 0; i < n; i++) into[j * n + i] = frequencies[j] * logarithms[from + i] + phases[j];
    }
    context.linalg.map('cos', into, 1, 0, context);
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
    allBelow(columns, d) &&
    columns.length > 0 &&
    isNameIn(KERNELS, kernel) &&
    [frequencies, phases, factors].every((values) => isNumbers(values, columns.length)) &&
    isScale(lengthScale, d),
};
