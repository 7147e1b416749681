import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../src/engine/contract/context';
import { Random } from '../../src/engine/data/random';
import {
  covarianceEigenvalues,
  drawComponentsSample,
  drawFrequencies,
  embeddedError,
  empiricalCovariance,
  empiricalEigenfunctions,
  featureEigenfunctions,
  kernelSections,
  nystromEigenfunctions,
  populationErrors,
  projectionErrors,
  uncentredError,
} from '../../src/reproduce/nypca/componentsForms';
import { landmarkLaw, populationExponent, thetaLimit, upperBound } from '../../src/reproduce/nypca/componentsPlan';
import { core, fitContext } from '../engine/testCore';

const D = 30;
const N = 60;
const L = 5;
const EIGENVALUES = covarianceEigenvalues({ decay: 'polynomial', rate: 2, dimension: D, mean: 0 });
const SPACE = { eigenvalues: EIGENVALUES, mean: 0 };
const sample = drawComponentsSample(N, D, new Random(3), () => {});

/** Middles of equal intervals: the mean over them is the integral of products of two e_i, exactly. */
const GRID = Float64Array.from({ length: 4 * D }, (_, i) => (i + 0.5) / (4 * D));
const e = (i: number, x: number) => Math.SQRT2 * Math.cos(Math.PI * (i + 1) * x);
const kernel = (x: number, z: number) => EIGENVALUES.reduce((sum, v, i) => sum + v * e(i, x) * e(i, z), 0);
const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, v) => sum + v / values.length, 0);
const close = (a: number, b: number, error: number) =>
  assert.ok(Math.abs(a - b) <= error, `${a} is not within ${error} of ${b}`);

/** Leading eigenvectors of a symmetric matrix given entry by entry, with their eigenvalues, descending. */
function eigenOf(n: number, entry: (i: number, j: number) => number) {
  const a = new Float64Array(n * n);
  for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) a[i + j * n] = entry(i, j);
  const { values, vectors } = core.symmetricEigen(a, n, quietContext);
  return (k: number) => ({ value: values[n - 1 - k], vector: vectors.slice((n - 1 - k) * n, (n - k) * n) });
}

/**
 * R and T by integration, for eigenfunctions phi_c = sum_j c_j·k(·, x_j) given by coefficients over points: the reconstruction of x is
 * sum_c phi_c·(phi_c(x) − mean of phi_c over the rows).
 */
function integrated(points: Float64Array, functions: readonly Float64Array[]) {
  const phi = functions.map((c) => (x: number) => c.reduce((sum, v, j) => sum + v * kernel(points[j], x), 0));
  const means = phi.map((f) => mean(sample.x.map(f)));
  const onGrid = phi.map((f) => GRID.map(f));
  let inH = 0;
  let inL2 = 0;
  GRID.forEach((x, g) => {
    const scores = phi.map((_, c) => onGrid[c][g] - means[c]);
    // ||k_x − sum s_c·phi_c||² in H with orthonormal phi_c, and in L² as a mean over the grid.
    inH += kernel(x, x) - 2 * phi.reduce((sum, _, c) => sum + scores[c] * onGrid[c][g], 0);
    inH += scores.reduce((sum, v) => sum + v * v, 0);
    const rest = GRID.map((z, h) => kernel(x, z) - scores.reduce((sum, v, c) => sum + v * onGrid[c][h], 0));
    inL2 += mean(rest.map((v) => v * v));
  });
  return { inH: inH / GRID.length, inL2: inL2 / GRID.length };
}

const sigma = empiricalCovariance(sample, EIGENVALUES, new Float64Array(D * D));

test('means over the rows give mean and covariance of the basis functions', () => {
  const means = Array.from({ length: D }, (_, i) => mean(sample.x.map((x) => e(i, x))));
  for (let i = 0; i < D; i++) {
    close(sample.mean[i], means[i], 1e-12);
    for (let j = 0; j < D; j++) {
      const products = sample.x.map((x) => (e(i, x) - means[i]) * (e(j, x) - means[j]));
      close(sample.covariance[i + j * D], (mean(products) * N) / (N - 1), 1e-11);
    }
  }
  const far = kernelSections(
    Float64Array.of(0.123),
    covarianceEigenvalues({ decay: 'polynomial', rate: 2, dimension: 900, mean: 0 }),
    0,
    new Float64Array(900),
    () => {},
  );
  close(far[899], e(899, 0.123) / 900, 1e-13);
});

test('errors of EKPCA are those of the eigenfunctions of the centred kernel matrix, integrated', () => {
  const x = sample.x;
  const gram = Float64Array.from({ length: N * N }, (_, at) => kernel(x[at % N], x[Math.floor(at / N)]));
  const rows = Array.from({ length: N }, (_, i) => mean(gram.subarray(i * N, (i + 1) * N)));
  const all = mean(rows);
  const eigen = eigenOf(N, (i, j) => gram[i + j * N] - rows[i] - rows[j] + all);
  const functions = Array.from({ length: L }, (_, k) => {
    const { value, vector } = eigen(k);
    const centre = mean(vector);
    return vector.map((v) => (v - centre) / Math.sqrt(value));
  });
  const expected = integrated(x, functions);
  const v = empiricalEigenfunctions(sigma, D, L, fitContext);
  const found = projectionErrors(v, L, EIGENVALUES, sample.mean, fitContext);
  close(found.inH, expected.inH, 1e-9);
  close(found.inL2, expected.inL2, 1e-9);
  const least = populationErrors(EIGENVALUES, L);
  assert.ok(found.inH > least.inH && found.inL2 > least.inL2);
});

test('errors of NY-EKPCA are those of the eigenfunctions of proposition 2, integrated', () => {
  const m = 12;
  const points = sample.x.subarray(0, m);
  const factor = Float64Array.from({ length: m * m }, (_, at) => kernel(points[at % m], points[Math.floor(at / m)]));
  assert.equal(core.cholesky(factor, m, quietContext), undefined);
  // Columns L^-1·k(points, x_i).
  const features = Array.from(sample.x, (at) => {
    const column = points.map((p) => kernel(p, at));
    core.solveLower(factor, m, false, column, 1, quietContext);
    return column;
  });
  const means = Array.from({ length: m }, (_, a) => mean(features.map((f) => f[a])));
  const eigen = eigenOf(m, (a, b) => features.reduce((sum, f) => sum + (f[a] - means[a]) * (f[b] - means[b]), 0));
  const functions = Array.from({ length: L }, (_, k) => {
    const c = eigen(k).vector;
    core.solveLower(factor, m, true, c, 1, quietContext);
    return c;
  });
  const expected = integrated(points, functions);
  const v = nystromEigenfunctions(sigma, sample, SPACE, m, L, fitContext);
  const found = projectionErrors(v, L, EIGENVALUES, sample.mean, fitContext);
  close(found.inH, expected.inH, 1e-8);
  close(found.inL2, expected.inL2, 1e-8);
});

test('errors of RF-EKPCA are those of the m×m problem, integrated', () => {
  const m = 25;
  const counts = drawFrequencies(EIGENVALUES, 0, m, new Random(6));
  const frequencies = Array.from(counts.keys()).flatMap((i) => new Array<number>(counts[i]).fill(i));
  assert.equal(frequencies.length, m);
  const total = EIGENVALUES.reduce((sum, v) => sum + v, 0);
  const phi = (x: number) => frequencies.map((i) => Math.sqrt(total / m) * e(i, x));
  const features = Array.from(sample.x, phi);
  const means = frequencies.map((_, a) => mean(features.map((f) => f[a])));
  const eigen = eigenOf(m, (a, b) => features.reduce((sum, f) => sum + (f[a] - means[a]) * (f[b] - means[b]), 0));
  const vectors = Array.from({ length: L }, (_, k) => eigen(k).vector);
  const onGrid = Array.from(GRID, phi);
  const values = vectors.map((v) => onGrid.map((f) => f.reduce((sum, value, a) => sum + value * v[a], 0)));
  let expected = 0;
  GRID.forEach((x, g) => {
    const scores = vectors.map((v) => onGrid[g].reduce((sum, value, a) => sum + (value - means[a]) * v[a], 0));
    const rest = GRID.map((z, h) => kernel(x, z) - scores.reduce((sum, v, c) => sum + v * values[c][h], 0));
    expected += mean(rest.map((v) => v * v)) / GRID.length;
  });
  const { h, count } = featureEigenfunctions(sample, SPACE, counts, L, fitContext);
  close(embeddedError(h, count, EIGENVALUES, sample.mean, fitContext), expected, 1e-9);
});

test('frequencies are drawn in proportion to the eigenvalues', () => {
  const m = 40_000;
  const counts = drawFrequencies(EIGENVALUES, 0, m, new Random(2));
  const total = EIGENVALUES.reduce((sum, v) => sum + v, 0);
  for (const i of [0, 1, 4]) {
    const p = EIGENVALUES[i] / total;
    close(counts[i] / m, p, 4 * Math.sqrt((p * (1 - p)) / m));
  }
});

test('bounds meet where their cases do', () => {
  const polynomial = { decay: 'polynomial', rate: 2 } as const;
  const exponential = { decay: 'exponential', rate: 0.1 } as const;
  close(thetaLimit('inL2', polynomial), 2 / 3, 1e-15);
  // At the threshold in L² the population's own rate is 1/n.
  for (const kernel of [polynomial, exponential])
    close(populationExponent('inL2', kernel, thetaLimit('inL2', kernel)), 1, 1e-12);
  const empirical = { kind: 'empirical' } as const;
  const n = 1000;
  const log = Math.log(n);
  close(upperBound('inH', polynomial, empirical, 0.4, n), n ** -0.2, 1e-15);
  close(upperBound('inH', polynomial, empirical, 1.2, n), Math.sqrt(log / n), 1e-15);
  close(upperBound('inH', exponential, empirical, 1.2, n), log ** 2 / n, 1e-15);
  close(upperBound('inL2', polynomial, empirical, 0.9, n), 1 / n, 1e-15);
  close(upperBound('inL2', exponential, { kind: 'nystrom' }, 0.8, n), log / n, 1e-15);
  close(upperBound('inL2', exponential, empirical, 0.5, n), log / n, 1e-15);
  close(upperBound('inL2', polynomial, { kind: 'features', gamma: 0.4 }, 0.5, n), n ** -0.4, 1e-15);
  close(upperBound('inL2', polynomial, { kind: 'features', gamma: 0.9 }, 0.5, n), n ** -0.75, 1e-15);
  close(landmarkLaw('inL2', polynomial, 0.9, n), n ** (2 / 3) * log, 1e-9);
  close(landmarkLaw('inH', polynomial, 1.2, n), (n / log) * Math.log(n / log), 1e-9);
});

test('with a mean element landmarks span it too, features draw it, and components that are not centred spend one on it', () => {
  const space = {
    eigenvalues: covarianceEigenvalues({ decay: 'polynomial', rate: 2, dimension: D + 1, mean: 1 }),
    mean: 1,
  };
  const drawn = drawComponentsSample(N, D + 1, new Random(3), () => {});
  const bare = drawComponentsSample(N, D, new Random(3), () => {});
  core.scope(() => {
    const wide = empiricalCovariance(drawn, space.eigenvalues, core.allocate((D + 1) ** 2));
    const narrow = empiricalCovariance(bare, EIGENVALUES, core.allocate(D ** 2));
    const error = (v: Float64Array, eigenvalues: Float64Array, of: typeof bare) =>
      projectionErrors(v, L, eigenvalues, of.mean, fitContext);
    // Centring takes the constant away: EKPCA is the same.
    const centred = error(empiricalEigenfunctions(wide, D + 1, L, fitContext), space.eigenvalues, drawn);
    const plain = error(empiricalEigenfunctions(narrow, D, L, fitContext), EIGENVALUES, bare);
    close(centred.inH, plain.inH, 1e-9);
    close(centred.inL2, plain.inL2, 1e-9);
    // Landmarks whose constant is not 0 explain less, and D + 1 of them everything.
    const landmarks = (m: number) =>
      error(nystromEigenfunctions(wide, drawn, space, m, L, fitContext), space.eigenvalues, drawn);
    close(landmarks(D + 1).inH, centred.inH, 1e-9);
    assert.ok(landmarks(8).inH > centred.inH);
    const uncentred = uncentredError(drawn, space, L + 1, fitContext);
    assert.ok(uncentred > 0.8 * plain.inH && uncentred < uncentredError(drawn, space, L, fitContext));
    const counts = drawFrequencies(space.eigenvalues, 1, 4000, new Random(2));
    const total = space.eigenvalues.reduce((sum, v) => sum + v, 1);
    close(counts[D] / 4000, 1 / total, 0.04);
  });
});
