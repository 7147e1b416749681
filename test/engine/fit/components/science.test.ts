import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../../src/engine/contract/context';
import type { Matrix } from '../../../../src/engine/contract/data';
import type { KernelSpec } from '../../../../src/engine/contract/kernel';
import { Random } from '../../../../src/engine/data/random';
import { drawFeatures } from '../../../../src/engine/features/drawFeatures';
import { landmarkMap } from '../../../../src/engine/features/landmarks/landmarkMap';
import { empiricalComponents } from '../../../../src/engine/fit/components/empirical';
import { featureComponents } from '../../../../src/engine/fit/components/featureComponents';
import type { Principal } from '../../../../src/engine/fit/components/leadingPairs';
import { reconstructionErrors } from '../../../../src/engine/fit/components/reconstruction';
import { testRows } from '../../../../src/engine/fit/components/testRows';
import { rowBlock } from '../../../../src/engine/kernels/rows';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { ekpca } from '../../../../src/engine/methods/ekpca';
import { componentsMethods } from '../../../../src/engine/methods/registry';
import { rfKpca } from '../../../../src/engine/methods/rfKpca';
import { madeRows } from '../../madeRows';
import { core } from '../../testCore';
import { components, rowsDesign } from './making';

/** Uniform on [0, 1]. */
function unit(n: number, seed: number): Matrix {
  const random = new Random(seed);
  return { rows: n, columns: 1, values: Float64Array.from({ length: n }, () => random.uniform()) };
}

/** sum over k of 2·cos(2πk(x − z))/k²: under the uniform distribution its eigenvalues are 1/k², each twice, and its mean is 0. */
const spline: KernelSpec = { kind: 'spline', order: 2, lengthScale: [1] };
/** Riemann's zeta function of 2 and 4. */
const ZETA = { 2: Math.PI ** 2 / 6, 4: Math.PI ** 4 / 90 } as const;
/** sum_{i > l} of the eigenvalues to a power. */
function tail(l: number, power: 1 | 2): number {
  let sum = 2 * ZETA[power === 1 ? 2 : 4];
  for (let i = 1; i <= l; i++) sum -= Math.ceil(i / 2) ** (-2 * power);
  return sum;
}

const [N, L, SEEDS] = [800, 8, 3];
type Form = (x: Matrix, seed: number) => Principal;
const empirical: Form = (x) => empiricalComponents(spline, x, L, true, quietWith(core));
const nystrom: Form = (x) => {
  const map = landmarkMap(spline, rowBlock(x, 0, 200), quietWith(core));
  return featureComponents({ map, title: '' }, spline, x, L, true, quietWith(core));
};
const onFeatures =
  (count: number): Form =>
  (x, seed) => {
    const map = drawFeatures({ map: 'spline', kernel: spline, count, inputs: 1, seed }, quietContext);
    return featureComponents({ map, title: '' }, spline, x, L, true, quietWith(core));
  };

/** R^l and T^l for l = 0 … L, means over samples. */
function simulated(form: Form): { readonly h: Float64Array; readonly l2: Float64Array } {
  const [h, l2] = [new Float64Array(L + 1), new Float64Array(L + 1)];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const x = unit(N, seed);
    const rows = testRows(spline, rowsDesign(x, unit(1000, 100 + seed)), seed, true, quietWith(core));
    assert.ok(rows.heldOut);
    const found = reconstructionErrors(form(x, seed), rows, quietWith(core));
    for (let l = 0; l <= L; l++) {
      h[l] += (found.h?.[l] ?? Number.NaN) / SEEDS;
      l2[l] += found.l2[l] / SEEDS;
    }
  }
  return { h, l2 };
}

const FOUND = { empirical: once(() => simulated(empirical)), Nyström: once(() => simulated(nystrom)) };

function once<T>(compute: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => {
    found ??= { value: compute() };
    return found.value;
  };
}

/** The average addition of the empirical mean to T^l: the variance of its scores, each over n, embedded. */
const ofMean = (l: number) => (tail(0, 2) - tail(l, 2)) / N;

for (const [name, found] of Object.entries(FOUND))
  test(`${name}: reconstruction errors go to the tails of the known spectrum (NYPCA theorems 3 and 8)`, () => {
    const { h, l2 } = found();
    for (const l of [0, 2, 4, 6, 8]) {
      const [R, T] = [h[l] / tail(l, 1), l2[l] / (tail(l, 2) + ofMean(l))];
      // The loss by estimating the directions from N rows comes on top.
      assert.ok(R > 0.98 && R < 1.06, `R at ${l}: ${R}`);
      assert.ok(T > 0.95 && T < 1.3, `T at ${l}: ${T}`);
    }
  });

test('random features: what they add to T^l falls as 1/M (NYPCA theorem 8(iii))', () => {
  const [few, many] = [250, 1000].map((count) => simulated(onFeatures(count)));
  const { l2: exact } = FOUND.empirical();
  assert.ok(Number.isNaN(few.h[0]), 'R is not defined');
  for (const l of [4, 8]) {
    const [a, b] = [few, many].map(({ l2 }) => l2[l] - exact[l]);
    assert.ok(b > 0 && a / b > 2 && a / b < 8, `l = ${l}: ${a} and ${b}`);
  }
});

test('planted outliers have the largest errors in every form', () => {
  const inner = madeRows(300, 2, 5);
  // On a circle, and six points off it.
  const values = new Float64Array(2 * 300);
  for (let i = 0; i < 300; i++) {
    const radius = i < 6 ? 0.2 : 1;
    const angle = inner.values[i] * 2;
    values[i] = radius * Math.cos(angle);
    values[300 + i] = radius * Math.sin(angle);
  }
  for (const method of componentsMethods) {
    const { train } = components(method, rowsDesign({ rows: 300, columns: 2, values }), {
      lengthScale: 0.5,
      components: 6,
      tradeOff: false,
      ...(method.id === 'ny-kpca' && { landmarks: 60 }),
    }).components;
    const worst = [...train.error.keys()].sort((a, b) => train.error[b] - train.error[a]).slice(0, 6);
    assert.deepEqual(
      worst.sort((a, b) => a - b),
      [0, 1, 2, 3, 4, 5],
      method.id,
    );
  }
});

test('features with a kernel of their own are measured beside themselves, and compared with nothing else', () => {
  const x = unit(80, 4);
  const two: Matrix = { rows: 80, columns: 2, values: Float64Array.of(...x.values, ...unit(80, 5).values) };
  const found = components(rfKpca, rowsDesign(two, unit2(20)), {
    featureMap: 'chiSquared',
    features: 40,
    components: 3,
  });
  const { reconstruction } = found.components;
  assert.deepEqual(
    reconstruction.map(({ kind, count }) => `${kind} ${count}`),
    ['randomFeatures 40', 'randomFeatures 10', 'randomFeatures 20', 'randomFeatures 80'],
  );
  assert.ok(found.notes.some(({ code }) => code === 'components/own-kernel'));
  assert.deepEqual(
    found.parameters.find(({ name }) => name === 'lengthScale'),
    { name: 'lengthScale', title: 'Length scale', value: 1, rule: 'the features have none to choose' },
  );
  // All their directions leave nothing.
  const all = components(rfKpca, rowsDesign(two, unit2(20)), {
    featureMap: 'chiSquared',
    features: 12,
    components: 12,
    tradeOff: false,
  });
  const { l2 } = all.components.reconstruction[0];
  assert.ok(l2[12] < 1e-4 * l2[0], `${l2[12] / l2[0]}`);
});

const unit2 = (n: number): Matrix => ({
  rows: n,
  columns: 2,
  values: Float64Array.of(...unit(n, 8).values, ...unit(n, 9).values),
});

test('EKPCA is refused where n² does not fit, with landmarks as the way out', () => {
  const cost = ekpca.cost({}, 100_000, 10, 2);
  assert.ok(cost.coreBytes > 8e10);
  assert.match(cost.instead ?? '', /^with 1,000 landmarks \(ny-kpca\) it takes about \d+ s$/);
  const small = ekpca.cost({}, 1000, 10, 2);
  assert.equal(small.instead, undefined);
  assert.ok(small.seconds < 5 && small.coreBytes < 1e9);
});
