import type { Reproduction, ReproductionRequest, ReproductionSpec } from '../engine/contract/reproduction';
import type { Computing } from '../engine/linalg/linalg';
import type { Reduction } from './compared';
import type { Pieces } from './pieces';
import type { LabelledRows, RealData } from './readData';

/**
 * The inputs of a recipe besides the request. `images` is there whenever the recipe's spec asks for a file, `tables`
 * with all it names whenever the spec asks for a folder.
 */
export interface RecipeContext extends Computing {
  readonly images?: LabelledRows;
  readonly tables?: ReadonlyMap<RealData, LabelledRows>;
  /** The least size at which the recipe still runs through all its parts: for tests. */
  readonly tested?: boolean;
  /** The place where finished measurements are stored, and taken from; if absent, they are stored nowhere. */
  readonly pieces?: Pieces;
}

/** The part of a reproduction that a recipe computes; `runReproduction` adds the rest. */
export type Findings = Omit<Reproduction, 'kernelscope' | 'created' | 'backend' | 'seconds' | 'request' | 'spec'>;

/** One published figure or table: what it claims, and how to compute it again. One file each. */
export interface Recipe {
  readonly spec: ReproductionSpec;
  /** The tables it reads for this request, where its spec asks for a folder. */
  readonly tables?: (request: ReproductionRequest) => readonly RealData[];
  /** The reduction of a quick look; absent where it is the published size. */
  readonly quickLook?: Reduction;
  run(request: ReproductionRequest, context: RecipeContext): Findings;
}
