import type { RunContext } from '../../contract/context';
import type { Matrix } from '../../contract/data';
import { Random } from '../../data/random';
import { pickRows } from '../../kernels/rows';
import { uniformRows } from './uniformRows';

/** Products of rows, landmarks and columns that are worth waiting for, a few seconds; beyond, a sample of the rows is seeded. */
const AFFORDABLE = 4e9;
/** The fewest rows of that sample for each landmark. */
const SAMPLED = 10;
/** The sample is drawn from another stream than the landmarks among it. */
const SAMPLE_STREAM = 0x9e3779b9;
/** Rows looked at together, whose distances stay in the first cache. */
const TILE = 2048;

export interface SeededRows {
  /** 0-based, in drawing order. */
  readonly rows: Uint32Array;
  /** Rows that were candidates: all, or a sample. */
  readonly candidates: number;
}

/**
 * `count` rows of `x` by the seeding of k-means++ (Arthur and Vassilvitskii 2007, section 2.2): the first evenly, each
 * further one with probability proportional to its squared distance to the closest drawn so far. Fewer if fewer rows
 * differ: a copy is never drawn. Time n·count·d, memory n·d if a sample is taken.
 */
export function kMeansPlusPlus(x: Matrix, count: number, seed: number, context: RunContext): SeededRows {
  const most = Math.max(SAMPLED * count, Math.floor(AFFORDABLE / (count * x.columns)));
  if (most >= x.rows) return { rows: seeding(x, count, seed, context), candidates: x.rows };
  const sample = uniformRows(x.rows, most, (seed ^ SAMPLE_STREAM) >>> 0, context);
  const rows = seeding(pickRows(x, sample), count, seed, context);
  return { rows: rows.map((i) => sample[i]), candidates: most };
}

function seeding(x: Matrix, count: number, seed: number, context: RunContext): Uint32Array {
  const n = x.rows;
  const random = new Random(seed);
  const closest = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  const tiles = new Float64Array(Math.ceil(n / TILE));
  const drawn = [random.below(n)];
  while (drawn.length < count) {
    context.progress(drawn.length / count, 'choosing landmarks');
    approach(x, drawn[drawn.length - 1], closest, tiles, context);
    const next = draw(closest, tiles, random);
    if (next === undefined) break;
    drawn.push(next);
  }
  return Uint32Array.from(drawn);
}

/** closest_i ← min(closest_i, ||x_i − x_landmark||²), and its sum over each tile. */
function approach(
  { rows, columns, values }: Matrix,
  landmark: number,
  closest: Float64Array,
  tiles: Float64Array,
  context: RunContext,
): void {
  const squares = new Float64Array(TILE);
  for (let t = 0; t < tiles.length; t++) {
    if (t % 64 === 0) context.check();
    const from = t * TILE;
    const length = Math.min(TILE, rows - from);
    squares.fill(0);
    for (let c = 0; c < columns; c++) {
      const column = c * rows + from;
      const at = values[c * rows + landmark];
      for (let i = 0; i < length; i++) {
        const gap = values[column + i] - at;
        squares[i] += gap * gap;
      }
    }
    let sum = 0;
    for (let i = 0; i < length; i++) {
      if (squares[i] < closest[from + i]) closest[from + i] = squares[i];
      sum += closest[from + i];
    }
    tiles[t] = sum;
  }
}

/** A row with probability proportional to its squared distance; undefined when all distances are 0. */
function draw(closest: Float64Array, tiles: Float64Array, random: Random): number | undefined {
  const total = tiles.reduce((sum, v) => sum + v, 0);
  if (!(total > 0)) return undefined;
  let left = random.uniform() * total;
  let t = 0;
  while (t < tiles.length - 1 && left >= tiles[t]) left -= tiles[t++];
  // Rounding may leave more than the tile holds: then its last row that is not a landmark, or one before it.
  let last: number | undefined;
  for (let i = t * TILE; i < Math.min(closest.length, (t + 1) * TILE); i++) {
    if (closest[i] === 0) continue;
    last = i;
    left -= closest[i];
    if (left < 0) return i;
  }
  return last ?? closest.findLastIndex((v) => v > 0);
}
