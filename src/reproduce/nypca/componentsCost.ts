import { contextWith } from '../../engine/contract/context';
import type { FigureSpec } from '../../engine/contract/figure';
import { Random } from '../../engine/data/random';
import { formOf } from '../../engine/kernels/formOf';
import { whole } from '../../engine/linalg/linalg';
import { topEigen } from '../../engine/linalg/topEigen';
import { plain } from '../../engine/words/numbers';
import { told } from '../../engine/words/sentence';
import { chart, line, log, points, ROLES, rows } from '../plot';
import { type Computing, quietly, type RecipeContext } from '../recipe';
import type { Run } from '../study';
import { covarianceEigenvalues, drawFrequencies } from './componentsForms';
import { type ComponentsPlan, componentsAt, landmarksAt } from './componentsPlan';

/** Rows up to which EKPCA is timed: its matrices take 2·8·n² bytes. */
const MOST_ROWS = 4000;
const MEGABYTE = 1e6;

/** Eigenvalues of the centred covariance, descending, as a form finds them, and 8-byte numbers held at once. */
export interface Computed {
  readonly values: Float64Array;
  readonly entries: number;
}

/**
 * sum_i i^−2·2·cos(pi·i·x)·cos(pi·i·z) over all i, n×m: half the sum of the spline kernels Λ_2 − 1 of x/2 − z/2 and of x/2 + z/2.
 * Takes as much memory again while it is computed.
 */
function kernelOf(x: Float64Array, z: Float64Array, into: Float64Array, context: Computing) {
  const { linalg } = context;
  const form = formOf({ kind: 'spline', order: 2 });
  const [a, b, minusB] = [x.map((v) => v / 2), z.map((v) => v / 2), z.map((v) => -v / 2)];
  const [n, m] = [x.length, z.length];
  linalg.kernelMatrix(form, a, n, b, m, 1, x === z, context, into);
  linalg.scope(() => {
    const mirrored = linalg.allocate(n * m);
    linalg.kernelMatrix(form, a, n, minusB, m, 1, false, context, mirrored);
    for (let i = 0; i < n * m; i++) into[i] = 0.5 * (into[i] + mirrored[i]) - 1;
  });
  return into;
}

/** EKPCA as on any data: l eigenvalues of H_n·K·H_n/(n − 1). */
export function byKernelMatrix(x: Float64Array, l: number, context: RecipeContext): Computed {
  const { linalg } = context;
  const n = x.length;
  return linalg.scope(() => {
    const k = kernelOf(x, x, linalg.allocate(n * n), context);
    centreColumns(k, n, n);
    // The other side: means of rows are now those of the columns' remainders.
    const means = new Float64Array(n);
    for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) means[i] += k[i + j * n] / n;
    for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) k[i + j * n] = (k[i + j * n] - means[i]) / (n - 1);
    return { values: topEigen(k, n, l, {}, linalg, context).values, entries: 2 * n * n };
  });
}

/** NY-EKPCA: l eigenvalues of the centred Z'Z/(n − 1), Z = K_nm·L^-T with L·L' = K_mm, on the first m rows as landmarks. */
export function byLandmarks(x: Float64Array, m: number, l: number, context: RecipeContext): Computed {
  const { linalg } = context;
  const n = x.length;
  return linalg.scope(() => {
    const landmarks = x.subarray(0, m);
    const factor = kernelOf(landmarks, landmarks, linalg.allocate(m * m), context);
    if (linalg.cholesky(factor, m, context) !== undefined) throw new RangeError('landmarks coincide');
    const z = kernelOf(x, landmarks, linalg.allocate(n * m), context);
    linalg.solveLowerRight(factor, m, true, z, n, context);
    return { values: covarianceValues(z, n, m, l, context), entries: 2 * n * m + 2 * m * m };
  });
}

/** RF-EKPCA: l eigenvalues of the centred Z'Z/(n − 1), Z the m random features √(S/m)·e_i of the rows. */
export function byFeatures(x: Float64Array, m: number, l: number, random: Random, context: RecipeContext): Computed {
  const { linalg } = context;
  const n = x.length;
  const eigenvalues = covarianceEigenvalues({ decay: 'polynomial', rate: 2, dimension: 1024 });
  const counts = drawFrequencies(eigenvalues, m, random);
  const scale = Math.sqrt((2 * eigenvalues.reduce((sum, v) => sum + v, 0)) / m);
  return linalg.scope(() => {
    const z = linalg.allocate(n * m);
    let column = 0;
    counts.forEach((count, i) => {
      for (let c = 0; c < count; c++, column++) {
        const phases = z.subarray(column * n, (column + 1) * n);
        for (let row = 0; row < n; row++) phases[row] = Math.PI * (i + 1) * x[row];
      }
    });
    linalg.map('cos', z, 1, 0, context);
    for (let i = 0; i < n * m; i++) z[i] *= scale;
    return { values: covarianceValues(z, n, m, Math.min(l, m), context), entries: n * m + m * m };
  });
}

function covarianceValues(z: Float64Array, n: number, m: number, l: number, context: RecipeContext): Float64Array {
  const { linalg } = context;
  centreColumns(z, n, m);
  const inner = linalg.allocate(m * m);
  linalg.syrk(true, m, n, 1 / (n - 1), whole(z, n), 0, whole(inner, m), context);
  for (let j = 0; j < m; j++) for (let i = 0; i < j; i++) inner[i + j * m] = inner[j + i * m];
  return topEigen(inner, m, l, {}, linalg, context).values;
}

function centreColumns(z: Float64Array, n: number, m: number): void {
  for (let j = 0; j < m; j++) {
    const column = z.subarray(j * n, (j + 1) * n);
    const mean = column.reduce((sum, v) => sum + v, 0) / n;
    for (let i = 0; i < n; i++) column[i] -= mean;
  }
}

/** Seconds that each form takes from the rows on, once at each number of rows, for polynomial decay with alpha = 2. */
export function measuredCostFigure(plan: ComponentsPlan, run: Run<object, unknown>): FigureSpec {
  const theta = plan.thetas[1];
  const random = new Random(0);
  const inner = contextWith(quietly(run), { linalg: run.linalg });
  const forms = [
    { name: 'EKPCA', run: (x: Float64Array, l: number) => byKernelMatrix(x, l, inner) },
    {
      name: 'NY-EKPCA',
      run: (x: Float64Array, l: number) => byLandmarks(x, landmarksAt(plan, theta, x.length), l, inner),
    },
    ...plan.gammas.map((gamma) => ({
      name: `RF-EKPCA, γ = ${gamma}`,
      run: (x: Float64Array, l: number) => byFeatures(x, Math.round(x.length ** gamma), l, random, inner),
    })),
  ];
  const counts = plan.counts.filter((n) => n <= (run.quick ? 1000 : MOST_ROWS));
  const measured = counts.map((n, i) => {
    run.progress(i / counts.length, `measuring the time of each form, ${n} rows`);
    const x = Float64Array.from({ length: n }, () => random.uniform());
    return forms.map(({ run }) => {
      const started = performance.now();
      const { entries } = run(x, componentsAt(plan, theta, n));
      return { seconds: (performance.now() - started) / 1000, megabytes: (8 * entries) / MEGABYTE };
    });
  });
  const last = measured[measured.length - 1];
  return chart({
    id: `nypca-${plan.norm}-cost`,
    title: `Time of each form, θ = ${theta}`,
    sentence: told`At n = ${counts[counts.length - 1]} EKPCA takes **${plain(last[0].seconds / last[1].seconds, 2)} times** as long as NY-EKPCA; matrices take ${forms.map(({ name }, f) => `${plain(last[f].megabytes, 2)} MB (${name})`).join(', ')}.`,
    x: rows,
    y: log('seconds'),
    series: forms.flatMap(({ name }, f) => {
      const seconds = measured.map((at) => at[f].seconds);
      return [line(ROLES[f], name, counts, seconds), points(ROLES[f], `${name}, measured`, counts, seconds)];
    }),
    note: 'Measured once at each n on this machine, from the rows to the leading eigenpairs.',
  });
}
