import type { RealData, RealTable } from '../readTables';
import type { RecipeContext } from '../recipe';
import { drawRows, type Protocol, prepareDraw } from './robustDraw';
import { type DrawFit, fitDraw, type Grid, type SignKernel } from './robustFit';
import { METHODS, type RobustMethod } from './robustMethods';
import { type Percentiles, percentilesOf } from './signPublished';

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
    return fitDraw(method, prepared, { protocol, kernel, ...grid }, context.linalg, context);
  });
}

/** From the fits of every draw from one table. */
export function rowsOfDraws(data: RealData, fits: readonly (readonly DrawFit[])[]): readonly DrawnRow[] {
  return METHODS.map((method, m) => ({
    data,
    method,
    r2: percentilesOf(fits.map((fit) => fit[m].r2)),
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
