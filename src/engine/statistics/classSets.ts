import type { ClassSets } from '../contract/classes';

/** The fraction of new rows whose class should be in their set. */
const COVERED = 0.95;

/**
 * Sets of classes that hold the class of 95 % of new rows (split conformal: Sadinle, Lei and Wasserman 2019): the
 * lowest probability of a class in a set is the ⌈0.95·(n + 1)⌉-th largest of the true classes' probabilities, of n rows
 * that neither fit nor calibration has seen; 0 if there are fewer than 19. `probabilities` are by level. Rows without
 * finite ones do not count.
 */
export function learnSets(probabilities: readonly Float64Array[], codes: ArrayLike<number>): ClassSets {
  const ofTrue = Float64Array.from(codes, (code, i) => probabilities[code][i])
    .filter(Number.isFinite)
    .sort();
  const n = ofTrue.length;
  const rank = Math.ceil(COVERED * (n + 1));
  return { least: rank > n ? 0 : ofTrue[n - rank], rows: n };
}

/**
 * For each level, 1 for the rows whose set holds it: every level at least so probable, and always the most probable
 * one.
 */
export function setsOf(probabilities: readonly Float64Array[], { least }: Pick<ClassSets, 'least'>): Uint8Array[] {
  const sets = probabilities.map((of) => Uint8Array.from(of, (p) => Number(p >= least)));
  for (let i = 0; i < probabilities[0].length; i++) {
    let best = 0;
    for (let k = 1; k < probabilities.length; k++) if (probabilities[k][i] > probabilities[best][i]) best = k;
    if (Number.isFinite(probabilities[best][i])) sets[best][i] = 1;
  }
  return sets;
}

/** The number of rows, of those whose class is in their set, and of those with a single class in their set. */
export interface SetCount {
  readonly rows: number;
  readonly covered: number;
  readonly single: number;
}

/** The counts over all rows, and over those of each level. */
export interface SetCounts extends SetCount {
  readonly byLevel: readonly SetCount[];
}

export function countSets(sets: readonly Uint8Array[], observed: ArrayLike<number>): SetCounts {
  const byLevel = sets.map(() => ({ rows: 0, covered: 0, single: 0 }));
  for (let i = 0; i < observed.length; i++) {
    const own = byLevel[observed[i]];
    own.rows++;
    own.covered += sets[observed[i]][i];
    own.single += Number(sets.reduce((sum, of) => sum + of[i], 0) === 1);
  }
  const sum = (name: keyof SetCount) => byLevel.reduce((total, level) => total + level[name], 0);
  return { rows: sum('rows'), covered: sum('covered'), single: sum('single'), byLevel };
}
