import type { RandomFeatureMap } from '../../contract/kernel';
import { isNumber, isNumbers, isOptional } from '../../contract/shape';
import { featureMatrix, isActivation } from '../../kernels/featureMatrix';
import { formulaLeaf, kernelOf } from '../../kernels/table';
import { gatherColumns } from '../../linalg/gatherRows';
import { eachColumn, isSome, type MapKind, type RowKernel } from '../map';

/** Features activation(w·x + b)·scale, of random or trained units. */
export const units: MapKind<RandomFeatureMap> = {
  evaluate: featureMatrix,
  first: (map, count) =>
    pickUnits(
      map,
      Uint32Array.from({ length: count }, (_, j) => j),
    ),
  recovers: (map) =>
    map.activation === 'binary' ? codesKernel(map) : map.activation === 'sign' ? signsKernel(map) : map.recovers,
  isWhole: ({ activation, weights, bias, scale, thresholds, factors, recovers }, d, isKernel) =>
    isActivation(activation) &&
    isSome(bias) &&
    isNumbers(weights, d * bias.length) &&
    isNumber(scale) &&
    (activation === 'binary' ? isNumbers(thresholds, bias.length) : thresholds === undefined) &&
    isOptional(factors, (values) => isNumbers(values, bias.length)) &&
    isOptional(recovers, (kernel) => isKernel(kernel, d)),
};

/** These units of a map (0-based), repeats included, in this order. */
export function pickUnits(map: RandomFeatureMap, chosen: Uint32Array): RandomFeatureMap {
  const { inputs, thresholds, factors } = map;
  const weights = gatherColumns(map.weights, inputs, chosen, new Float64Array(chosen.length * inputs));
  const picked = (values: Float64Array) => Float64Array.from(chosen, (unit) => values[unit]);
  return {
    ...map,
    weights,
    bias: picked(map.bias),
    ...(thresholds && { thresholds: picked(thresholds) }),
    ...(factors && { factors: picked(factors) }),
  };
}

/** 2·k − 1 of the arc-cosine kernel k of order 0, which the steps 1{u > 0} recover. */
function signsKernel({ recovers, inputs }: RandomFeatureMap): RowKernel | undefined {
  if (recovers?.kind !== 'arcCosine') return undefined;
  const scales = eachColumn(recovers.lengthScale, inputs);
  const dot = (x: Float64Array, z: Float64Array) => x.reduce((sum, v, c) => sum + (v * z[c]) / scales[c] ** 2, 0);
  return (x, z) => {
    const cosine = dot(x, z) / Math.sqrt(dot(x, x) * dot(z, z));
    return 1 - (2 / Math.PI) * Math.acos(Math.min(1, Math.max(-1, cosine)));
  };
}

/** The kernel of binary codes, from the one that their frequencies are of. */
function codesKernel({ recovers, inputs }: RandomFeatureMap): RowKernel | undefined {
  const leaf = recovers && formulaLeaf(recovers);
  const spectral = leaf && kernelOf(leaf).spectral;
  if (leaf === undefined || spectral === undefined) return undefined;
  const scales = eachColumn(leaf.lengthScale, inputs);
  return (x, z) => {
    let squares = 0;
    for (let c = 0; c < x.length; c++) squares += ((x[c] - z[c]) / scales[c]) ** 2;
    return binaryKernel((m) => spectral.at(m * Math.sqrt(squares), leaf));
  };
}

/** Terms summed one by one, and steps of the integral that approximates the others. */
const TERMS = 200;
const STEPS = 64;

/**
 * 1 − (4/π)·E|sin(w·(x − z)/2)| = 1 − 8/π² + (16/π²)·sum over m ≥ 1 of k(m·(x − z))/(4m² − 1), from `multiple(m) = k(m·(x − z))` for
 * real m ≥ 1. The sum beyond TERMS is the integral from half a step further on, by Simpson's rule in 1/m. Absolute error below 1e-8
 * for the kernels the codes are drawn for.
 */
function binaryKernel(multiple: (m: number) => number): number {
  let sum = 0;
  for (let m = 1; m <= TERMS; m++) sum += multiple(m) / (4 * m * m - 1);
  const from = TERMS + 0.5;
  let integral = 0;
  for (let s = 0; s <= STEPS; s++) {
    const v = s / STEPS;
    const weight = s === 0 || s === STEPS ? 1 : s % 2 === 0 ? 2 : 4;
    // m = from/v; dm/(4m² − 1) = from·dv/(4·from² − v²).
    const value = multiple(from / Math.max(v, 1e-12));
    integral += (weight * value * from) / (4 * from * from - v * v);
  }
  return 1 - 8 / Math.PI ** 2 + (16 / Math.PI ** 2) * (sum + integral / (3 * STEPS));
}
