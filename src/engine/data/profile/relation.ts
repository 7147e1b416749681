import { inBlocks, type RunContext } from '../../contract/context';
import type { Relation, RelationGroup } from '../../contract/profile';
import type { RowGroups } from './groups';

/** The target in the rows measured: numbers, or the codes of `classes` classes. */
export interface ProfiledTarget {
  readonly values: Float64Array;
  /** The number of classes; 0 for numbers. */
  readonly classes: number;
  /** The classes whose proportions are shown. */
  readonly shown: readonly number[];
}

/** With fewer rows, a pattern may be chance. */
const LEAST_ROWS = 10;
/** The most groups that are listed. */
const TOLD = 12;

/**
 * Predicts each row by the mean of the other rows of its group, and a row alone in its group by that of all others: its
 * error is (y − ȳ_g)·m/(m − 1). Compared with the mean of all others: explained = 1 − Σ errors² / Σ errors of the
 * mean². For classes y is the vector of 0 and 1, so that the squares are the Gini impurity. Undefined for few rows, for
 * a single group, and when the target does not vary.
 */
export function relationOf(groups: RowGroups, response: ProfiledTarget, context: RunContext): Relation | undefined {
  const sums = groupSums(groups, response, context);
  const { sizes, means, impurities } = sums;
  const n = sizes.reduce((all, m) => all + m, 0);
  const width = Math.max(1, response.classes);
  if (n < LEAST_ROWS || sizes.filter((m) => m > 0).length < 2) return undefined;
  const overall = new Float64Array(width);
  for (let g = 0; g < groups.count; g++)
    for (let k = 0; k < width; k++) overall[k] += (sizes[g] / n) * means[g * width + k];
  // Sums of squares within and between groups.
  let between = 0;
  let within = 0;
  let missed = 0;
  for (let g = 0; g < groups.count; g++) {
    const m = sizes[g];
    if (m === 0) continue;
    let apart = 0;
    for (let k = 0; k < width; k++) apart += (means[g * width + k] - overall[k]) ** 2;
    between += m * apart;
    within += impurities[g];
    missed += m === 1 ? apart * (n / (n - 1)) ** 2 : impurities[g] * (m / (m - 1)) ** 2;
  }
  const variance = (between + within) * (n / (n - 1)) ** 2;
  if (!(variance > 0) || !Number.isFinite(variance)) return undefined;
  return { n, explained: 1 - missed / variance, groups: told(groups, sums, response) };
}

interface GroupSums {
  readonly sizes: Float64Array;
  /** The mean outputs of each group, row-major. */
  readonly means: Float64Array;
  /** Sums of squares around the group's own mean. */
  readonly impurities: Float64Array;
}

function groupSums({ of, count }: RowGroups, { values, classes }: ProfiledTarget, context: RunContext): GroupSums {
  const width = Math.max(1, classes);
  const sizes = new Float64Array(count);
  const means = new Float64Array(count * width);
  const impurities = new Float64Array(count);
  inBlocks(of.length, context, 4, (from, to) => {
    for (let i = from; i < to; i++) {
      if (of[i] < 0) continue;
      sizes[of[i]]++;
      if (classes > 0) means[of[i] * width + values[i]]++;
      else means[of[i]] += values[i];
    }
  });
  for (let g = 0; g < count; g++) for (let k = 0; k < width; k++) means[g * width + k] /= Math.max(1, sizes[g]);
  if (classes > 0) {
    for (let g = 0; g < count; g++) {
      let squares = 0;
      for (let k = 0; k < width; k++) squares += means[g * width + k] ** 2;
      impurities[g] = sizes[g] * Math.max(0, 1 - squares);
    }
  } else
    inBlocks(of.length, context, 4, (from, to) => {
      for (let i = from; i < to; i++) if (of[i] >= 0) impurities[of[i]] += (values[i] - means[of[i]]) ** 2;
    });
  return { sizes, means, impurities };
}

function told(groups: RowGroups, { sizes, means }: GroupSums, { classes, shown }: ProfiledTarget): RelationGroup[] {
  const width = Math.max(1, classes);
  const present = Array.from(sizes.keys()).filter((g) => sizes[g] > 0);
  if (!groups.ordered) present.sort((a, b) => sizes[b] - sizes[a]);
  return present.slice(0, TOLD).map((g) => ({
    ...groups.named(g),
    n: sizes[g],
    means: classes > 0 ? shown.map((k) => means[g * width + k]) : [means[g]],
  }));
}
