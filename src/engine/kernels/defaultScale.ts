import { inBlocks, type RunContext } from '../contract/context';
import type { Matrix } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { count } from '../words/numbers';
import { openLeaves } from './expression';
import type { KernelTemplate, LeafTemplate } from './kernel';
import { kernelText } from './kernelWords';
import { type Draws, medianHeuristic } from './medianHeuristic';
import { traitsOf } from './table';

export interface DefaultScale {
  /** One number, or d if there is a scale for each column. */
  readonly lengthScale: number[];
  /** The rule that chose it, in words. */
  readonly rule: string;
}

/**
 * The length scale a kernel starts from, before any search, for rows `x` (n×d):
 * - kernels of distances: the median distance between rows; kernels of inner products combined with them take it too;
 * - kernels of inner products alone: sqrt(d), so that x·x is about 1 for standardised columns;
 * - periodic kernels: for each column its range times 1 + 1/n, a period just longer than the data.
 * Throws `parameter/invalid` if a periodic kernel without its period is combined with another kernel whose scale is
 * open, as no single number suits both, and `data/no-features` if no two rows differ.
 */
export function defaultScale(template: KernelTemplate, x: Matrix, random: Draws, context: RunContext): DefaultScale {
  const open = openLeaves(template);
  if (open.length === 0) return { lengthScale: [1], rule: 'nothing to choose in this kernel' };
  const periodic: LeafTemplate[] = open.filter((leaf) => traitsOf(leaf).argument === 'difference');
  if (periodic.length > 0) {
    const other = open.find((leaf) => !periodic.includes(leaf));
    if (other === undefined)
      return { lengthScale: periods(x, context), rule: 'range of each column in the training rows' };
    const name = periodic[0].kind;
    throw new KernelscopeError(
      'parameter/invalid',
      `kernel: the length scale of ${name} is its period, which is not on the scale of ${kernelText(other)}. Give it a period of its own, as in ${name}(lengthScale=4).`,
      { name: 'kernel', value: kernelText(template) },
    );
  }
  if (open.every((leaf) => traitsOf(leaf).argument === 'innerProduct')) {
    return { lengthScale: [Math.sqrt(x.columns)], rule: 'root of the number of encoded columns' };
  }
  const { lengthScale, pairs } = medianHeuristic(x, random, context);
  return { lengthScale: [lengthScale], rule: `median distance over ${count(pairs)} pairs of rows` };
}

/** Range·(1 + 1/n) of each column; 1 for one that does not vary. */
function periods({ rows, columns, values }: Matrix, context: RunContext): number[] {
  return Array.from({ length: columns }, (_, c) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    inBlocks(rows, context, 1, (from, to) => {
      for (let i = c * rows + from; i < c * rows + to; i++) {
        low = Math.min(low, values[i]);
        high = Math.max(high, values[i]);
      }
    });
    return high > low ? (high - low) * (1 + 1 / rows) : 1;
  });
}
