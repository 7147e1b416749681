import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { madeDesign, madeRows, madeSample, normals } from '../madeRows';
import { briefContext } from '../testCore';
import { fitted, type Given, targetMethod } from './fitting';
import { robustOf } from './robustBattery/check';

/** Rows of three columns on [−1.7, 1.7], a smooth function of them with normal noise, and `far` rows that lie 8 standard deviations off. */
function noisyRows(n: number, seed: number, far: number) {
  const x = madeRows(n, 3, seed);
  const next = normals(seed + 100);
  const at = (i: number, c: number) => x.values[c * n + i];
  const noise = 0.5;
  const y = Float64Array.from(
    { length: n },
    (_, i) => Math.sin(2 * at(i, 0)) + at(i, 1) ** 2 / 2 + (at(i, 0) * at(i, 2)) / 2 + noise * next(),
  );
  const random = new Random(seed + 9);
  const planted = new Set<number>();
  while (planted.size < far) planted.add(random.below(n));
  for (const i of planted) y[i] += (random.uniform() < 0.5 ? -8 : 8) * noise;
  return { design: madeDesign(madeSample(x, y)), planted };
}

const METHODS: readonly (readonly [string, Given])[] = [
  ['huber', {}],
  ['ksgd', {}],
  ['kl-inf', {}],
  ['quantile', { tau: 0.5 }],
];
const N = 180;
const CLEAN_SEEDS = Array.from({ length: 6 }, (_, s) => s + 1);
const SEEDS = CLEAN_SEEDS.slice(0, 3);

for (const [id, given] of METHODS) {
  const suspectsOf = (far: number, seed: number) => {
    const { design, planted } = noisyRows(N, seed, far);
    const asked = { lengthScale: 2.5, folds: 10, seed, ...given };
    const { suspects } = robustOf(fitted(targetMethod(id), design, asked, briefContext));
    return { suspects, planted, right: suspects.filter(({ at }) => planted.has(at)).length };
  };

  test(`${id}: of rows with normal noise no more than one in five hundred is suspect`, () => {
    const count = CLEAN_SEEDS.reduce((sum, seed) => sum + suspectsOf(0, seed).suspects.length, 0);
    assert.ok(count <= 0.002 * N * CLEAN_SEEDS.length, `${count} of ${N * CLEAN_SEEDS.length}`);
  });

  test(`${id}: rows 8 standard deviations off are found, and no others`, () => {
    let [right, found, all] = [0, 0, 0];
    for (const seed of SEEDS) {
      const one = suspectsOf(N / 20, seed);
      right += one.right;
      found += one.suspects.length;
      all += one.planted.size;
    }
    assert.ok(right / all >= 0.9, `${right} of ${all} found`);
    assert.ok(right / found >= 0.9, `${right} of ${found} rightly`);
  });
}
