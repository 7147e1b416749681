import type { RunContext } from '../contract/context';
import type { LinearAlgebra } from '../linalg/linalg';
import type { Gram } from './gram';
import { DenseWeightedRidge } from './weightedRidgeDense';
import { FactorWeightedRidge } from './weightedRidgeFactor';
import type { WeightedRidge } from './weightedRidgeSystem';

/** Its arrays live in the core's memory until the scope around the call ends. */
export function weightedRidge(gram: Gram, linalg: LinearAlgebra, context: RunContext): WeightedRidge {
  return gram.kind === 'dense'
    ? new DenseWeightedRidge(gram.k, gram.n, linalg, context)
    : new FactorWeightedRidge(gram.z, gram.n, gram.m, linalg, context);
}
