import { inBlocks, type RunContext } from '../contract/context';
import type { ShiftedColumn } from '../contract/explain';
import { Random } from '../data/random';
import type { ComparedColumn } from './sharedValues';

/** The number of random draws of as many rows, whose largest shift shows the effect of chance. */
const DRAWS = 2000;
/** The number of rows times columns beyond which the normal distribution replaces those draws. */
const MOST_DRAWN = 50_000;

interface Ranked {
  readonly name: string;
  readonly kind: 'number' | 'date';
  readonly values: Float64Array;
  /** Midranks of the compared rows, with mean 0 and variance 1; NaN at gaps and at rows that are not compared. */
  readonly ranks: Float64Array;
  /** The number of rows with a value. */
  readonly present: number;
}

/**
 * Columns of numbers or dates that are higher or lower in the rows than in the others: by mean ranks, with probability
 * `level` that chance names any among all columns. The bound is a quantile of the largest of all shifts in random draws
 * of as many rows, so that the dependence of columns is taken into account (Westfall and Young 1993). `member` as for
 * `sharedValues`.
 */
export function shiftedColumns(
  columns: readonly ComparedColumn[],
  member: Uint8Array,
  level: number,
  seed: number,
  context: RunContext,
): ShiftedColumn[] {
  const compared = Uint32Array.from(member.keys()).filter((i) => member[i] !== 2);
  const chosen = compared.filter((i) => member[i] === 1);
  const ranked = columns.flatMap((column) => {
    context.check();
    return rankedColumn(column, compared);
  });
  if (ranked.length === 0 || chosen.length === 0 || chosen.length === compared.length) return [];
  const bound = shiftByChance(ranked, compared, chosen.length, level, seed, context);
  return ranked
    .filter((column) => Math.abs(shift(column, chosen)) > bound)
    .map((column) => described(column, member))
    .sort((a, b) => Math.abs(b.standardised) - Math.abs(a.standardised));
}

/**
 * The mean rank of these rows in standard deviations of that of a random draw; 0 if none or all of them have a value.
 */
function shift({ ranks, present }: Ranked, rows: Uint32Array): number {
  let sum = 0;
  let k = 0;
  for (const i of rows) {
    const rank = ranks[i];
    if (Number.isNaN(rank)) continue;
    sum += rank;
    k++;
  }
  if (k === 0 || k === present) return 0;
  return sum / k / Math.sqrt((present - k) / (k * (present - 1)));
}

function shiftByChance(
  ranked: readonly Ranked[],
  compared: Uint32Array,
  size: number,
  level: number,
  seed: number,
  context: RunContext,
): number {
  if (size * ranked.length > MOST_DRAWN) return normalBound(level / ranked.length);
  const random = new Random(seed);
  const pool = compared.slice();
  const largest = new Float64Array(DRAWS);
  inBlocks(DRAWS, context, 4 * size * ranked.length, (from, to) => {
    for (let draw = from; draw < to; draw++) {
      for (let i = 0; i < size; i++) {
        const j = i + random.below(pool.length - i);
        [pool[i], pool[j]] = [pool[j], pool[i]];
      }
      const drawn = pool.subarray(0, size);
      for (const column of ranked) largest[draw] = Math.max(largest[draw], Math.abs(shift(column, drawn)));
    }
  });
  largest.sort();
  // The observed draw is one of them.
  return largest[Math.min(DRAWS - 1, Math.ceil((1 - level) * (DRAWS + 1)) - 1)];
}

/** A bound z with P(|Z| > z) at most `p`: from the upper bound of the normal tail, exp(−z²/2)·sqrt(2/π)/z (Gordon 1941). */
function normalBound(p: number): number {
  let [low, high] = [1, 40];
  for (let step = 0; step < 60; step++) {
    const z = (low + high) / 2;
    if ((Math.exp((-z * z) / 2) * Math.sqrt(2 / Math.PI)) / z > p) low = z;
    else high = z;
  }
  return high;
}

/** Columns of at least three different numbers among the compared rows: columns of two are left to shared values. */
function rankedColumn({ name, column }: ComparedColumn, compared: Uint32Array): Ranked[] {
  if (column.kind !== 'number' && column.kind !== 'date') return [];
  const { values, kind } = column;
  const order = compared.filter((i) => !Number.isNaN(values[i])).sort((a, b) => values[a] - values[b]);
  const n = order.length;
  const ranks = new Float64Array(values.length).fill(Number.NaN);
  let [different, squares] = [0, 0];
  for (let from = 0; from < n; ) {
    let to = from + 1;
    while (to < n && values[order[to]] === values[order[from]]) to++;
    const rank = (from + to - 1) / 2 - (n - 1) / 2;
    for (let i = from; i < to; i++) ranks[order[i]] = rank;
    squares += (to - from) * rank * rank;
    different++;
    from = to;
  }
  if (different < 3) return [];
  const deviation = Math.sqrt(squares / n);
  return [{ name, kind, values, ranks: ranks.map((rank) => rank / deviation), present: n }];
}

function described({ name, kind, values }: Ranked, member: Uint8Array): ShiftedColumn {
  const means = [0, 1].map((side) => meanOf(values, (i) => member[i] === side));
  const variance = meanOf(
    values.map((v) => (v - means[0]) ** 2),
    (i) => member[i] === 0,
  );
  const deviation = Math.sqrt(variance);
  const standardised = deviation > 0 ? (means[1] - means[0]) / deviation : Math.sign(means[1] - means[0]) * 1e3;
  return { column: name, kind, mean: means[1], others: means[0], standardised };
}

function meanOf(values: Float64Array, takes: (i: number) => boolean): number {
  let [sum, n] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    if (!takes(i) || Number.isNaN(values[i])) continue;
    sum += values[i];
    n++;
  }
  return sum / n;
}
