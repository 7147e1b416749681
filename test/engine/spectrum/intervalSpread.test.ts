import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { IntervalSpread } from '../../../src/engine/contract/model';
import { Random } from '../../../src/engine/data/random';
import { ridgeFilter } from '../../../src/engine/filters/zones';
import { intervalsOf } from '../../../src/engine/fit/spectral/fitOutputs';
import { formOf } from '../../../src/engine/kernels/formOf';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { coefficients } from '../../../src/engine/model/coefficients';
import { halfWidths } from '../../../src/engine/model/halfWidths';
import { predictProjected, projectCross } from '../../../src/engine/model/projection';
import { chooseSpread, posteriorWidth } from '../../../src/engine/spectrum/intervalSpread';
import { leaveOneOut } from '../../../src/engine/spectrum/leaveOneOut';
import { residualKernel } from '../../../src/engine/spectrum/residualKernel';
import { spectrumOf } from '../../../src/engine/spectrum/spectrum';
import { conformalQuantile, intervalScore } from '../../../src/engine/statistics/intervals';
import { normals } from '../madeRows';
import { core } from '../testCore';
import { madeFit } from './smallFits';

const SEEDS = 20;
const TRAIN = 200;
const FRESH = 500;

/** Rows of one column on [−1.7, 1.7] with y = f(x) + noise(x, normal), fitted by kernel ridge with an intercept. */
interface World {
  readonly f?: (x: number) => number;
  readonly noise: (x: number, normal: () => number) => number;
  readonly lambda: number;
  readonly kernel?: 'gaussian' | 'laplace';
  /** Maps a uniform draw to x. */
  readonly place?: (u: number) => number;
}

const largestOf = (values: Float64Array) => values.reduce((a, b) => Math.max(a, b));

/** One training set, and half-widths and errors at fresh rows. */
function drawn(world: World, seed: number) {
  const { f = (x) => Math.sin(2 * x), noise, lambda, kernel: kind = 'gaussian', place = (u) => 3.4 * u - 1.7 } = world;
  const kernel = { kind, lengthScale: 0.7 } as const;
  const gram = (a: Float64Array, b: Float64Array) =>
    core.kernelMatrix(formOf(kernel), a, a.length, b, b.length, 1, a === b, quietContext).slice();

  const random = new Random(1000 + seed);
  const normal = normals(2000 + seed);
  const sample = (count: number) => {
    const x = Float64Array.from({ length: count }, () => place(random.uniform()));
    return { x, y: x.map((v) => f(v) + noise(v, normal)) };
  };
  const [train, fresh] = [sample(TRAIN), sample(FRESH)];
  const ones = (count: number) => new Float64Array(count).fill(1);
  const residual = residualKernel(gram(train.x, train.x), TRAIN, ones(TRAIN), 1, quietWith(core));
  const { basis } = residual;
  const filter = ridgeFilter(lambda, TRAIN);
  const loo = leaveOneOut(basis, train.y, filter);
  const intervals = intervalsOf(residual, filter, loo);
  const projection = { kernel: { kind, lengthScale: [0.7] }, blocks: [], residual };
  const x = { rows: TRAIN, columns: 1, values: train.x };
  const at = projectCross({ ...projection, x }, gram(train.x, fresh.x), ones(FRESH), ones(FRESH), quietWith(core));
  const predicted = predictProjected(
    at,
    coefficients(residual, train.y, spectrumOf(basis, train.y).coordinates, filter),
  );
  return {
    x: fresh.x,
    errors: fresh.y.map((y, j) => Math.abs(y - predicted[j])),
    half: halfWidths(at, { filter, ...intervals }, basis),
    posterior: halfWidths(at, { filter, intervalWidth: posteriorWidth(loo) }, basis),
    plain: conformalQuantile(loo.residuals),
    spread: intervals.spread as IntervalSpread,
  };
}

/** Shares of fresh rows inside over all training sets, of all and of those left and right of 0; scores over those of one width. */
function simulated(world: World) {
  const kinds: Record<IntervalSpread['kind'], number> = { constant: 0, posterior: 0, fitted: 0 };
  const [inside, rows] = [
    [0, 0],
    [0, 0],
  ];
  let [score, plainScore] = [0, 0];
  for (let seed = 0; seed < SEEDS; seed++) {
    const { x, errors, half, plain, spread } = drawn(world, seed);
    kinds[spread.kind]++;
    errors.forEach((e, j) => {
      const side = x[j] < 0 ? 0 : 1;
      rows[side]++;
      if (e <= half[j]) inside[side]++;
      score += intervalScore(e, half[j]);
      plainScore += intervalScore(e, plain);
    });
  }
  const halves = inside.map((k, side) => k / rows[side]);
  return { kinds, overall: (inside[0] + inside[1]) / (rows[0] + rows[1]), halves, score: score / plainScore };
}

/** Student's t with three degrees of freedom. */
const t3 = (normal: () => number) => normal() / Math.sqrt((normal() ** 2 + normal() ** 2 + normal() ** 2) / 3);

// The coverage of one training set of 200 rows varies by sqrt(0.95·0.05/200) = 0.0154, that of 500 fresh rows by 0.0097: the mean of 20
// has a standard error of 0.004, and of a half of the rows, where errors are judged by half as many, 0.006.
const NEAR = 0.02;

test('intervals hold 95 % where noise is small and where it is five times as large', () => {
  const { kinds, overall, halves, score } = simulated({
    noise: (x, normal) => (x < 0 ? 0.1 : 0.5) * normal(),
    lambda: 1e-3,
  });
  const found = `${halves.map((v) => v.toFixed(3))}, overall ${overall.toFixed(3)}, score ${score.toFixed(2)}, ${JSON.stringify(kinds)}`;
  assert.ok(
    halves.every((share) => Math.abs(share - 0.95) <= NEAR),
    found,
  );
  assert.ok(Math.abs(overall - 0.95) <= NEAR && kinds.fitted >= 18 && score < 0.85, found);
});

test('… and where noise grows smoothly', () => {
  const { overall, halves, score } = simulated({
    noise: (x, normal) => 0.3 * Math.exp(0.8 * x) * normal(),
    lambda: 1e-3,
  });
  const found = `${halves.map((v) => v.toFixed(3))}, overall ${overall.toFixed(3)}, score ${score.toFixed(2)}`;
  assert.ok([overall, ...halves].every((share) => Math.abs(share - 0.95) <= NEAR) && score < 0.75, found);
});

for (const [name, draw] of [
  ['normal', (normal: () => number) => normal()],
  ['t3', t3],
] as const) {
  test(`even ${name} noise: 95 %, and one width nearly always`, () => {
    const { kinds, overall, halves, score } = simulated({ noise: (_, normal) => 0.3 * draw(normal), lambda: 1e-3 });
    const found = `${halves.map((v) => v.toFixed(3))}, overall ${overall.toFixed(3)}, score ${score.toFixed(2)}, ${JSON.stringify(kinds)}`;
    assert.ok(
      [overall, ...halves].every((share) => Math.abs(share - 0.95) <= NEAR),
      found,
    );
    assert.ok(kinds.fitted <= 2 && score < 1.01, found);
  });
}

test('near interpolation intervals stay within the errors left out, where the posterior deviation alone goes far beyond them', () => {
  // Nine in ten rows stand close together, with noise that the fit passes through; the others are far apart on a smooth curve.
  const close: World = {
    kernel: 'laplace',
    place: (u) => (u < 0.9 ? -1.7 + 0.1 * u : -1.6 + 33 * (u - 0.9)),
    f: (x) => 0.2 * x,
    noise: (x, normal) => (x < -1.6 ? 0.1 * normal() : 0),
    lambda: 1e-9,
  };
  let [inside, widest, before] = [0, 0, 0];
  for (let seed = 0; seed < SEEDS; seed++) {
    const { half, posterior, spread, errors } = drawn(close, seed);
    inside += errors.filter((e, j) => e <= half[j]).length / FRESH / SEEDS;
    const { error } = spread.largest;
    widest = Math.max(widest, largestOf(half) / error);
    before += largestOf(posterior) / error / SEEDS;
  }
  assert.ok(Math.abs(inside - 0.95) <= NEAR, `${inside}`);
  assert.ok(widest <= 1 + 1e-12 && before > 20, `${widest}, before ${before}`);
});

test('rows that say nothing of errors are not judged by: of weight 0, or fitted alone by an unpenalised feature', () => {
  const { basis, y } = madeFit(40, 'constant');
  const filter = ridgeFilter(1e-2, 40);
  const plain = leaveOneOut(basis, y, filter);
  const free = plain.free.slice();
  const residuals = plain.residuals.slice();
  [free[3], residuals[3]] = [0, 0];
  const chosen = chooseSpread(basis, filter, { residuals, free });
  assert.ok(Number.isFinite(chosen.intervalWidth) && Number.isFinite(chosen.largest.deviation));
  const rootWeights = new Float64Array(40).fill(1).fill(0, 0, 20);
  // One error of 2 among 19 of 1: the 20th of 20, but the 40th of 40.
  const sizes = rootWeights.map((root, i) => (i === 39 ? 2 : root));
  const { intervalWidth } = chooseSpread(basis, filter, { free: free.fill(0.5), residuals: sizes }, { rootWeights });
  assert.ok(Math.abs(intervalWidth - 2) < 1e-12);
  const lost = { free: new Float64Array(40), residuals: new Float64Array(40).fill(Number.POSITIVE_INFINITY) };
  const { kind, intervalWidth: endless } = chooseSpread(basis, filter, lost);
  assert.deepEqual([kind, endless], ['constant', Number.POSITIVE_INFINITY]);
  assert.equal(posteriorWidth(lost), Number.POSITIVE_INFINITY);
});

test('the posterior width is the conformal quantile of errors over the deviation of their row left out', () => {
  const residuals = Float64Array.from({ length: 39 }, (_, i) => (i % 2 ? -1 : 1) * (i + 1));
  assert.equal(posteriorWidth({ residuals, free: new Float64Array(39).fill(0.25) }), 38 / 2);
});

test('the choice does not depend on the unit of y', () => {
  const { basis, y } = madeFit(40, 'constant');
  const filter = ridgeFilter(1e-2, 40);
  const { residuals, free } = leaveOneOut(basis, y, filter);
  // Errors that grow from row to row of a sorted column, so that something other than one width pays.
  const grown = residuals.map((e, i) => e * Math.exp(3 * basis.vectors[i] * Math.sqrt(40)));
  const inUnit = (unit: number) => chooseSpread(basis, filter, { residuals: grown.map((e) => e * unit), free });
  const plain = inUnit(1);
  assert.notEqual(plain.kind, 'constant');
  for (const unit of [1e-290, 1e-160, 1e160, 1e290]) assert.equal(inUnit(unit).kind, plain.kind, `${unit}`);
  assert.deepEqual([inUnit(0).kind, inUnit(0).intervalWidth], ['constant', 0]);
});
