import type { RunContext } from '../contract/context';
import type { Matrix } from '../contract/data';
import type { LengthScaleSearch } from '../contract/run';
import { Random } from '../data/random';
import { medianHeuristic } from '../kernels/gaussian';
import type { LinearAlgebra } from '../linalg/linalg';
import { fingerprint, type SpectrumCache } from '../spectrum/cache';
import type { Eigenbasis } from '../spectrum/spectrum';
import type { KrrSettings } from './krrParameters';
import { coarseLambdaGrid } from './lambdaGrid';
import { searchLengthScale } from './lengthScaleSearch';

export interface ChosenScale {
  readonly lengthScale: number;
  /** "set", or how it was chosen. */
  readonly rule: string;
  readonly search?: LengthScaleSearch;
  /** The decomposition at that length scale, when the search just made it. */
  readonly basis?: Eigenbasis;
  /** The search ended at the edge of its range. */
  readonly atEdge: boolean;
}

/** Set by the person; or the median heuristic; or the search, which the cache remembers. */
export function chooseLengthScale(
  x: Matrix,
  y: Float64Array,
  settings: KrrSettings,
  cache: SpectrumCache,
  rowsKey: string,
  linalg: LinearAlgebra,
  context: RunContext,
): ChosenScale {
  const { lengthScale, lengthScaleRule, lambda, intercept, seed } = settings;
  if (lengthScale !== undefined) return { lengthScale, rule: 'set', atEdge: false };
  const median = medianHeuristic(x, new Random(seed));
  if (lengthScaleRule === 'median') {
    const pairs = median.pairs.toLocaleString('en-US');
    return { lengthScale: median.lengthScale, rule: `median distance over ${pairs} pairs of rows`, atEdge: false };
  }
  const key = `${rowsKey} ${fingerprint(y)} ${lambda ?? ''} ${intercept} ${seed}`;
  const grid = lambda === undefined ? coarseLambdaGrid() : Float64Array.of(lambda);
  let basis: Eigenbasis | undefined;
  const found = cache.recall('search', key, () => {
    const { basis: last, ...rest } = searchLengthScale(
      x,
      y,
      median.lengthScale,
      grid,
      intercept,
      seed,
      linalg,
      context,
    );
    basis = last;
    return rest;
  });
  return { ...found, rule: found.search.rule, basis };
}
