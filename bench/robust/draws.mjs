// Our cross-validation of a draw, and our coefficients at the cells where the paper's algorithms are held against them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quietContext } from '../../src/engine/contract/context';
import { KernelscopeError } from '../../src/engine/contract/failure';
import { kernelGram } from '../../src/engine/kernels/kernelMatrix';
import { quietWith } from '../../src/engine/linalg/linalg';
import { solveInfinityPenalty } from '../../src/engine/solvers/infinityPenalty';
import { mEstimatorPath } from '../../src/engine/solvers/mEstimator';
import { drawRows, prepareDraw } from '../../src/reproduce/sign/robustDraw';
import { fitDraw, GRID } from '../../src/reproduce/sign/robustFit';
import { methodOf } from '../../src/reproduce/sign/robustMethods';
import { huberObjective, infinityObjective } from './objectives.mjs';
import { numberRows } from './rows.mjs';

const ROWS = 100;
const SEED = 1;
/** Relative duality gap, as in cross-validation, and relative change. */
const GAP = 1e-6;
const CHANGE = 1e-8;
const HUBER = 1.345;

/** The first draw of 100 rows of the file under SIGN's protocol as its authors ran it, also in draw.json for the peer. */
export function prepare({ data, folder, folds }) {
  const rows = numberRows(data);
  const columns = rows[0].length - 1;
  const x = new Float64Array(rows.length * columns);
  for (let c = 0; c < columns; c++) for (let i = 0; i < rows.length; i++) x[c * rows.length + i] = rows[i][c];
  const table = { n: rows.length, d: columns, x, y: Float64Array.from(rows, (row) => row[columns]) };
  const prepared = prepareDraw(drawRows(table, ROWS, SEED, 0), { protocol: 'authors', folds });
  const plain = (_, value) => (ArrayBuffer.isView(value) ? Array.from(/** @type {Float64Array} */ (value)) : value);
  writeFileSync(join(folder, 'draw.json'), JSON.stringify(prepared, plain));
  return prepared;
}

/**
 * The complete cross-validation and refit of one method, at one value of its hyper-parameter beside length scale and
 * strength; with `flow` by the exact path in place of the paper's steps.
 */
export function crossValidate(prepared, { method, flow, variant, scales }, linalg) {
  /** @type {import('../../src/reproduce/sign/robustFit').FitOptions} */
  const options = {
    protocol: 'authors',
    kernel: 'gaussian',
    lengthScales: Float64Array.from(scales, (s) => GRID.lengthScales[s]),
    penalties: GRID.penalties,
  };
  const own = methodOf(method);
  // The careful protocol's way on the authors' rows, which the peer has too.
  const way = () => ({ ...own.way(flow ? 'careful' : 'authors'), variants: [variant] });
  const found = fitDraw({ ...own, way }, prepared, options, { ...quietContext, linalg });
  const { seconds, r2, error: foldError, lengthScale } = found;
  return { seconds, r2, foldError, at: GRID.lengthScales.indexOf(lengthScale) };
}

export const grid = { scales: [...GRID.lengthScales], strengths: [...GRID.penalties] };

/**
 * Objectives on all training rows: ours, and the peer's coefficients' by the same function. Huber's with the scale that the peer's
 * iterations ended with, held fixed for both. Undefined where our solver says that the matrix is too close to singular.
 */
export function objectives({ refit: { n, d, x, y } }, { method, cells, found }, linalg) {
  return cells.map(([lengthScale, total], c) => {
    /** @type {import('../../src/engine/contract/kernel').KernelSpec} */
    const kernel = { kind: 'gaussian', lengthScale: [lengthScale] };
    const k = kernelGram(kernel, { rows: n, columns: d, values: x }, quietWith(linalg));
    /** @type {import('../../src/engine/solvers/gram').Gram} */
    const gram = { kind: 'dense', n, k };
    const { alpha, spread } = found[c];
    if (method === 'kl-inf') {
      const own = infinityAlpha(gram, y, total, linalg);
      return own && [infinityObjective(k, y, own, total), infinityObjective(k, y, alpha, total)];
    }
    let own;
    // Each cell starts from nothing, which takes many more iterations than a path's next point where the scale is small.
    const iterations = 1000;
    const path = mEstimatorPath({ loss: 'huber', scale: spread, intercept: false, tolerance: CHANGE, iterations });
    const keep = (point) => {
      own = point.alpha.slice();
      return true;
    };
    path({ gram, y, strengths: Float64Array.of(total / n) }, keep, quietWith(linalg));
    const bound = HUBER * spread;
    return [huberObjective(k, y, own, total, bound), huberObjective(k, y, alpha, total, bound)];
  });
}

function infinityAlpha(gram, y, total, linalg) {
  try {
    return solveInfinityPenalty(gram, y, total, GAP, quietWith(linalg)).alpha;
  } catch (error) {
    if (error instanceof KernelscopeError && error.failure.code === 'numerics/failed') return undefined;
    throw error;
  }
}
