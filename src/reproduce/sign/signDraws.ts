import { partOf } from '../../engine/contract/context';
import type { RealData, RealTable } from '../readTables';
import type { RecipeContext } from '../recipe';
import { drawRows, type Protocol, prepareDraw } from './robustDraw';
import { type DrawFit, fitDraw, type Grid, type ScaledKernel } from './robustFit';
import { METHODS, type RobustMethod } from './robustMethods';
import { type Percentiles, percentilesOf } from './signPublished';

/** SIGN section 6.2. */
export const DRAWN_ROWS = 100;
export const FOLDS = 10;

export interface DrawPlan {
  readonly kernel: ScaledKernel;
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

/** Every method on the same draws from each table, the tables in their order, the methods in that of `METHODS`. */
export function drawnRows(
  plan: DrawPlan,
  tables: ReadonlyMap<RealData, RealTable>,
  context: RecipeContext,
): readonly DrawnRow[] {
  const all = [...tables].map(([data, table]) => ({ data, table: asRead(data, table, plan.protocol) }));
  return all.flatMap(({ data, table }, t) => {
    const fits = Array.from({ length: plan.draws }, (_, draw) => {
      const part = (i: number) => (t + (draw + i) / plan.draws) / all.length;
      const stage = `${data}, draw ${draw + 1} of ${plan.draws}`;
      return fitsOf(plan, table, draw, partOf(context, part(0), part(1)), stage, context);
    });
    return METHODS.map((method, m) => ({
      data,
      method,
      r2: percentilesOf(fits.map((fit) => fit[m].r2)),
      seconds: percentilesOf(fits.map((fit) => fit[m].seconds)),
      unreached: fits.reduce((sum, fit) => sum + fit[m].unreached / fits.length, 0),
    }));
  });
}

function fitsOf(
  { kernel, protocol, outliers, seed, grid }: DrawPlan,
  table: RealTable,
  draw: number,
  part: Pick<RecipeContext, 'progress'>,
  stage: string,
  context: RecipeContext,
): readonly DrawFit[] {
  const prepared = prepareDraw(drawRows(table, DRAWN_ROWS, seed, draw), { protocol, outliers, folds: FOLDS });
  return METHODS.map((method, m) => {
    context.check();
    part.progress(m / METHODS.length, `${stage}: ${method.name}`);
    return fitDraw(method, prepared, { protocol, kernel, ...grid }, context.linalg, context);
  });
}

/** The authors' program took the first row of the airfoil file, which has no header, for one. */
function asRead(data: RealData, table: RealTable, protocol: Protocol): RealTable {
  if (data !== 'airfoil' || protocol !== 'authors') return table;
  const rows = table.rows - 1;
  const x = new Float64Array(rows * table.columns);
  for (let c = 0; c < table.columns; c++) x.set(table.x.subarray(c * table.rows + 1, (c + 1) * table.rows), c * rows);
  return { rows, columns: table.columns, x, y: table.y.subarray(1) };
}
