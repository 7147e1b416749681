import type { RobustPath } from '../../contract/robust';
import type { LeftOutScores, LevelTask } from './leftOut';
import type { LevelPath } from './levels';
import type { StrengthChoice } from './strengths';

/** Rows whose coefficients are drawn along the path. */
const SHOWN_ROWS = 40;
/** The fraction of the largest coefficient below which a coefficient counts as 0. */
const ZERO = 1e-9;

/** The path as it is drawn: errors and sizes over all levels, coefficients of the middle one. */
export function robustPath(
  { family, gram, loss, strengths }: LevelTask,
  levels: readonly LevelPath[],
  middle: number,
  { score, standardError }: LeftOutScores,
  { count, least }: StrengthChoice,
  ascending: Ascending,
): RobustPath {
  const { n } = gram;
  const { alpha } = levels[middle];
  const { largest, support, largestByRow } = sizesOf(alpha, n, count);
  const training = Float64Array.from({ length: count }, (_, l) =>
    levels.reduce((sum, level) => sum + level.training[l] / levels.length, 0),
  );
  const at = Uint32Array.from(
    Array.from(largestByRow.keys())
      .sort((a, b) => largestByRow[b] - largestByRow[a] || a - b)
      .slice(0, SHOWN_ROWS),
  );
  const shown = new Float32Array(at.length * count);
  at.forEach((row, r) => {
    for (let l = 0; l < count; l++) shown[r * count + l] = alpha[l * n + row];
  });
  const remainder = Float64Array.from({ length: count }, (_, l) =>
    levels.reduce((worst, level) => Math.max(worst, level.remainder[l]), 0),
  );
  return {
    axis: family.axis,
    values: ascending.values(strengths),
    loss,
    score: ascending.values(score),
    scoreStandardError: ascending.values(standardError),
    training: ascending.values(training),
    support: ascending.values(support),
    largest: ascending.values(largest),
    remainder: ascending.values(remainder),
    least: { score: ascending.position(least.score), oneStandardError: ascending.position(least.oneStandardError) },
    coefficients: { at, values: ascending.rows(shown) },
  };
}

/** The largest |alpha_i| of each point and how many are not 0, and the largest of each row along the path. */
function sizesOf(alpha: Float64Array, n: number, count: number) {
  const largest = new Float64Array(count);
  const support = new Float64Array(count);
  const largestByRow = new Float64Array(n);
  for (let l = 0; l < count; l++) {
    for (let i = 0; i < n; i++) {
      const size = Math.abs(alpha[l * n + i]);
      largest[l] = Math.max(largest[l], size);
      largestByRow[i] = Math.max(largestByRow[i], size);
    }
    for (let i = 0; i < n; i++) if (Math.abs(alpha[l * n + i]) > ZERO * largest[l]) support[l]++;
  }
  return { largest, support, largestByRow };
}

/** Puts values that were computed from the regular end on into the order of ascending strengths. */
export class Ascending {
  constructor(
    private readonly count: number,
    readonly position: (l: number) => number,
  ) {}

  values(from: Float64Array): Float64Array {
    return Float64Array.from({ length: this.count }, (_, l) => from[this.position(l)]);
  }

  /** Reorders rows × L values with the path fastest. */
  rows(from: Float32Array): Float32Array {
    const { count } = this;
    return from.map((_, o) => from[o - (o % count) + this.position(o % count)]);
  }

  /** Reorders n × L values with the rows fastest, and turns them to the path fastest. */
  columns(from: Float32Array | Float64Array, n: number): Float32Array {
    const { count } = this;
    const out = new Float32Array(n * count);
    for (let i = 0; i < n; i++) for (let l = 0; l < count; l++) out[i * count + l] = from[this.position(l) * n + i];
    return out;
  }
}
