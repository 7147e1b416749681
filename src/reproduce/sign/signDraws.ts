import type { RealData, RealTable } from '../readTables';
import type { RecipeContext } from '../recipe';
import { type MeanEstimate, medianOf } from '../statistics';
import published from './data/signTables.json';
import { drawRows, type Protocol, prepareDraw } from './robustDraw';
import { type DrawFit, fitDraw, type Grid, type SignKernel } from './robustFit';
import { METHODS, type RobustMethod } from './robustMethods';

export type SignTable = keyof typeof published;

/** 2.5 %, 50 % and 97.5 % over draws. */
export type Percentiles = readonly [low: number, middle: number, high: number];

export interface PublishedRow {
  readonly seconds: Percentiles;
  readonly r2: Percentiles;
}

/**
 * A row of SIGN's tables 4, 5 and 7 to 14; undefined for methods that are not in them. Our quantile regression stands beside the
 * tables' KQR-A (KQR-Z in the paper's table 2) and their KQR-B (its KQR-T), `kqrB` in the data. Two of the times of
 * KQR-B in table 5 are printed as 1.220 and 1.190 and mean 1,220 and 1,190 s, as the medians beside them say.
 */
export function publishedRow(
  table: SignTable,
  data: RealData,
  method: RobustMethod['id'] | 'kqrB',
): PublishedRow | undefined {
  const rows: Readonly<Record<string, readonly number[]>> = published[table][data];
  if (!Object.hasOwn(rows, method)) return undefined;
  const [t0, t1, t2, r0, r1, r2] = rows[method];
  return { seconds: [t0, t1, t2], r2: [r0, r1, r2] };
}

/** Linear between order statistics, as numpy and R have it by default. */
export function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const below = Math.floor(place);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  };
  return [at(0.025), at(0.5), at(0.975)];
}

/** SIGN section 6.2. */
export const DRAWN_ROWS = 100;
export const FOLDS = 10;

export interface DrawPlan {
  readonly kernel: SignKernel;
  readonly protocol: Protocol;
  /** Cauchy scale of amplified outliers. */
  readonly outliers?: number;
  readonly draws: number;
  readonly seed: number;
  readonly grid: Grid;
}

/** One method on all draws from one table. */
export interface DrawnRow {
  readonly data: RealData;
  readonly method: RobustMethod;
  readonly r2: Percentiles;
  /** Of R². */
  readonly median: MeanEstimate;
  readonly seconds: Percentiles;
  /** Mean share of candidates that were not reached (`DrawFit`). */
  readonly unreached: number;
}

/** Every method on one draw from one table, in the order of `METHODS`. */
export function fitsOfDraw(
  { kernel, protocol, outliers, seed, grid }: DrawPlan,
  table: RealTable,
  draw: number,
  context: RecipeContext,
): readonly DrawFit[] {
  const prepared = prepareDraw(drawRows(table, DRAWN_ROWS, seed, draw), { protocol, outliers, folds: FOLDS });
  return METHODS.map((method, m) => {
    context.check();
    context.progress(m / METHODS.length, method.name);
    return fitDraw(method, prepared, { protocol, kernel, ...grid }, context);
  });
}

/** From the fits of every draw from one table. */
export function rowsOfDraws(data: RealData, fits: readonly (readonly DrawFit[])[]): readonly DrawnRow[] {
  return METHODS.map((method, m) => ({
    data,
    method,
    r2: percentilesOf(fits.map((fit) => fit[m].r2)),
    median: medianOf(fits.map((fit) => fit[m].r2)),
    seconds: percentilesOf(fits.map((fit) => fit[m].seconds)),
    unreached: fits.reduce((sum, fit) => sum + fit[m].unreached / fits.length, 0),
  }));
}

/** The authors' program took the first row of the airfoil file, which has no header, for one. */
export function asRead(data: RealData, table: RealTable, protocol: Protocol): RealTable {
  if (data !== 'airfoil' || protocol !== 'authors') return table;
  const rows = table.rows - 1;
  const x = new Float64Array(rows * table.columns);
  for (let c = 0; c < table.columns; c++) x.set(table.x.subarray(c * table.rows + 1, (c + 1) * table.rows), c * rows);
  return { rows, columns: table.columns, x, y: table.y.subarray(1) };
}
