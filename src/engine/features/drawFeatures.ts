import type { RunContext } from '../contract/context';
import { KernelscopeError } from '../contract/failure';
import type { FeatureMap, KernelSpec, RandomFeatureMap } from '../contract/kernel';
import { Random } from '../data/random';
import { checkShape } from '../kernels/checkShape';
import type { FormulaLeaf } from '../kernels/kernel';
import { checkColumns, checkScale } from '../kernels/scaledRows';
import { eachColumn } from './map';
import { checkKernelOf, mapEntry } from './mapList';
import type { FeatureMapName } from './table';

export interface FeatureDraw {
  readonly map: FeatureMapName;
  readonly kernel: KernelSpec;
  /** Features M. */
  readonly count: number;
  /** Encoded columns d. */
  readonly inputs: number;
  readonly seed: number;
}

/**
 * M features for which φ·φ/M recovers the kernel without bias, with an error of order M^-1/2; binary, sign, exponential
 * and those for counts and shares recover kernels of their own (docs/features.md). Fewer features are the first ones of
 * more with the same seed. Throws `parameter/invalid` if the map does not fit the kernel, naming one that does, or if a
 * number is out of range.
 */
export function drawFeatures({ map, kernel, count, inputs, seed }: FeatureDraw, context: RunContext): FeatureMap {
  const entry = mapEntry(map);
  checkKernelOf(entry, kernel);
  if (!Number.isInteger(count) || count < 1) {
    throw new KernelscopeError('parameter/invalid', `features must be a whole number of 1 or more; it is ${count}.`, {
      name: 'features',
      value: String(count),
    });
  }
  if (kernel.kind === 'sum') return sumFeatures(map, kernel, { count, inputs, seed }, context);
  const leaf = kernel as FormulaLeaf;
  checkColumns(leaf, inputs);
  checkScale(leaf.lengthScale, leaf.columns?.length ?? inputs);
  checkShape(leaf);
  const whole = overColumns(leaf, inputs);
  const scales = eachColumn(whole.lengthScale, inputs);
  return entry.draw({ kernel: whole, scales, count, inputs, seed, random: new Random(seed, context) }, context);
}

/** A kernel of some of `inputs` columns as one of all: no distance along the others counts. */
function overColumns({ columns, ...leaf }: FormulaLeaf, inputs: number): FormulaLeaf {
  if (columns === undefined) return leaf;
  const lengthScale = new Array<number>(inputs).fill(UNSEEN);
  columns.forEach((column, c) => {
    lengthScale[column] = leaf.lengthScale[leaf.lengthScale.length === 1 ? 0 : c];
  });
  return { ...leaf, lengthScale };
}

/** A length scale so long that frequencies divided by it change no phase. */
const UNSEEN = 1e300;

/** The golden ratio's fraction: its multiples modulo 1 fill [0, 1) evenly, wherever they end. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * Features of the terms of a sum side by side. Each pair of them is of a term with the probability of its weight among all weights, by a point of an
 * evenly spread sequence with a random start, and is multiplied by the root of the weights' sum: without bias, and fewer features are the first ones of more.
 */
function sumFeatures(
  map: FeatureMapName,
  kernel: KernelSpec & { readonly kind: 'sum' },
  { count, inputs, seed }: Pick<FeatureDraw, 'count' | 'inputs' | 'seed'>,
  context: RunContext,
): RandomFeatureMap {
  const { terms } = kernel;
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const ends = terms.map((_, t) => terms.slice(0, t + 1).reduce((sum, { weight }) => sum + weight / total, 0));
  const start = new Random((seed + STARTS) >>> 0, context).uniform();
  const termOf = Uint16Array.from({ length: count }, (_, j) => {
    const point = (start + GOLDEN * Math.floor(j / 2)) % 1;
    return Math.max(
      0,
      ends.findIndex((end) => point < end),
    );
  });
  const drawn = terms.map(({ kernel: of }, t) => {
    const some = termOf.reduce((sum, term) => sum + Number(term === t), 0);
    const draw = { map, kernel: of, count: Math.max(1, some), inputs, seed: (seed + t) >>> 0 };
    return drawFeatures(draw, context) as RandomFeatureMap;
  });
  const [weights, bias] = [new Float64Array(inputs * count), new Float64Array(count)];
  const taken = terms.map(() => 0);
  termOf.forEach((t, j) => {
    const k = taken[t]++;
    weights.set(drawn[t].weights.subarray(k * inputs, (k + 1) * inputs), j * inputs);
    bias[j] = drawn[t].bias[k];
  });
  return { activation: 'cos', inputs, weights, bias, scale: Math.SQRT2 * Math.sqrt(total), recovers: kernel };
}

/** Apart from the seeds of the terms. */
const STARTS = 104_729;
