import type { RunContext } from '../contract/context';
import type { Reproduction, ReproductionRequest, ReproductionSpec } from '../contract/reproduction';
import type { LinearAlgebra } from '../linalg/linalg';
import type { LabelledImages } from './labelledImages';

/** What a recipe is given beside the request. `images` is there whenever the recipe's spec asks for a file. */
export interface RecipeContext extends RunContext {
  readonly linalg: LinearAlgebra;
  readonly images?: LabelledImages;
}

/** The part of a reproduction that a recipe computes; `runReproduction` adds the rest. */
export type Findings = Omit<Reproduction, 'kernelscope' | 'created' | 'backend' | 'seconds' | 'request' | 'spec'>;

/** One published figure or table: what it claims, and how to compute it again. One file each. */
export interface Recipe {
  readonly spec: ReproductionSpec;
  run(request: ReproductionRequest, context: RecipeContext): Findings;
}
