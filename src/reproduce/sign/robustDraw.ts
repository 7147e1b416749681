import { divide } from '../../engine/data/folds';
import { permutation, Random } from '../../engine/data/random';
import type { LabelledRows } from '../readData';

/**
 * The protocol by which SIGN's tables are computed. `authors`: as their program did, so that standardising sees every
 * drawn row. `careful`: everything learnt from data is learnt from the training rows of the fit at hand.
 */
export type Protocol = 'authors' | 'careful';

/** Fraction of the drawn rows that trains (SIGN section 6.2). */
const TRAINING = 0.8;

/** Rows of one table, picked and split; everything random about one draw. */
export interface RobustDraw extends LabelledRows {
  /** Positions among the n. */
  readonly train: Uint32Array;
  readonly test: Uint32Array;
  /** Standard Cauchy draws, n, for amplified outliers. */
  readonly cauchy: Float64Array;
  /** Decides the folds. */
  readonly seed: number;
}

/** A standard Cauchy draw. */
export const cauchyNoise = (random: Random): number => Math.tan(Math.PI * (random.uniform() - 0.5));

/** The `draw`-th choice of `rows` rows under `seed`, split into 80 % and 20 %. The same for every method and protocol. */
export function drawRows(table: LabelledRows, rows: number, seed: number, draw: number): RobustDraw {
  const random = new Random(seed);
  for (let i = 0; i < draw; i++) random.uint32();
  const drawSeed = random.uint32();
  const picked = permutation(table.n, drawSeed).subarray(0, rows);
  const [n, d] = [picked.length, table.d];
  const x = new Float64Array(n * d);
  for (let c = 0; c < d; c++) for (let i = 0; i < n; i++) x[c * n + i] = table.x[c * table.n + picked[i]];
  const noise = new Random((drawSeed + 1) % 2 ** 32);
  const order = Uint32Array.from({ length: n }, (_, i) => i);
  const training = Math.round(TRAINING * n);
  return {
    n,
    d,
    x,
    y: Float64Array.from(picked, (i) => table.y[i]),
    // Rows come in random order already.
    train: order.subarray(0, training),
    test: order.subarray(training),
    cauchy: Float64Array.from(order, () => cauchyNoise(noise)),
    seed: drawSeed,
  };
}

/** The rows that one fit is trained on, and the rows that it is judged by, in the units of the fit. */
export interface RobustPart extends LabelledRows {
  /** Rows that are left out and scored: m×d and m. */
  readonly m: number;
  readonly others: Float64Array;
  readonly observed: Float64Array;
  /** Units of y in the table for one unit here. */
  readonly scale: number;
}

export interface PreparedDraw {
  /** One fit for each fold, which scores a tenth of the training rows when there are ten. */
  readonly folds: readonly RobustPart[];
  /** The refit on all training rows that is judged by the test rows. */
  readonly refit: RobustPart;
}

export interface Preparation {
  /** none: rows are taken as they are, for made data. */
  readonly protocol: Protocol | 'none';
  /** Scale of the Cauchy draws e in y·(1 + |e|); if absent, outliers are not amplified. */
  readonly outliers?: number;
  readonly folds: number;
}

/**
 * Centres y, amplifies its outliers where asked, and standardises every fit of the draw. The authors centre y and standardise X
 * over all drawn rows, and leave the scale of y; careful is to standardise both by the rows of each fit.
 */
export function prepareDraw(draw: RobustDraw, { protocol, outliers, folds: count }: Preparation): PreparedDraw {
  const centre = protocol === 'none' ? 0 : momentsOf(draw.y, everyRow(draw.n)).mean;
  const y = draw.y.map(
    (v, i) => (v - centre) * (1 + (outliers === undefined ? 0 : outliers * Math.abs(draw.cauchy[i]))),
  );
  const part = (rows: Uint32Array, others: Uint32Array) => partOfDraw(draw, y, protocol, rows, others);
  const { train, test } = draw;
  const fold = divide(train.length, count, draw.seed).of;
  return {
    folds: Array.from({ length: count }, (_, f) =>
      part(
        train.filter((_, i) => fold[i] !== f),
        train.filter((_, i) => fold[i] === f),
      ),
    ),
    refit: part(train, test),
  };
}

function partOfDraw(
  { n, d, x }: RobustDraw,
  y: Float64Array,
  protocol: Preparation['protocol'],
  rows: Uint32Array,
  others: Uint32Array,
): RobustPart {
  const learnt = protocol === 'authors' ? everyRow(n) : rows;
  const learn = (values: Float64Array) => (protocol === 'none' ? AS_THEY_ARE : momentsOf(values, learnt));
  const [train, held] = [new Float64Array(rows.length * d), new Float64Array(others.length * d)];
  for (let c = 0; c < d; c++) {
    const column = x.subarray(c * n, (c + 1) * n);
    const { mean, sd } = learn(column);
    train.set(standardised(column, rows, mean, sd), c * rows.length);
    held.set(standardised(column, others, mean, sd), c * others.length);
  }
  const { mean, sd } = protocol === 'authors' ? AS_THEY_ARE : learn(y);
  return {
    n: rows.length,
    d,
    x: train,
    y: standardised(y, rows, mean, sd),
    m: others.length,
    others: held,
    observed: standardised(y, others, mean, sd),
    scale: sd,
  };
}

const AS_THEY_ARE = { mean: 0, sd: 1 };

const everyRow = (n: number) => Uint32Array.from({ length: n }, (_, i) => i);

function standardised(values: Float64Array, rows: Uint32Array, mean: number, sd: number): Float64Array {
  return Float64Array.from(rows, (i) => (values[i] - mean) / sd);
}

/** Mean, and standard deviation with the divisor n; 1 in its place where nothing varies. */
function momentsOf(values: Float64Array, rows: Uint32Array): typeof AS_THEY_ARE {
  let mean = 0;
  for (const i of rows) mean += values[i] / rows.length;
  let square = 0;
  for (const i of rows) square += (values[i] - mean) ** 2 / rows.length;
  const sd = Math.sqrt(square);
  return { mean, sd: sd > 1e-12 * Math.abs(mean) ? sd : 1 };
}
