import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sample } from '../../../src/engine/contract/data';
import { Random } from '../../../src/engine/data/random';
import { krr } from '../../../src/engine/methods/krr';
import { packModel } from '../../../src/engine/model/packModel';
import { unpackModel } from '../../../src/engine/model/save';
import { byLevel } from '../../../src/engine/statistics/calibration';
import { countSets, learnSets, setsOf } from '../../../src/engine/statistics/classSets';
import { madeDesign, madeRows, madeSample } from '../madeRows';
import { briefContext } from '../testCore';
import { fitted, type Given, modelOf } from './fitting';

/** The exponents of each world's classes at a row; classes are drawn in proportion to their exponentials. */
const WORLDS: Readonly<Record<string, (a: number, b: number) => readonly number[]>> = {
  'two balanced classes': (a, b) => [0, 2 * Math.sin(2 * a) + b],
  'one row in ten of the second class': (a, b) => [0, 2 * Math.sin(2 * a) + b - 3],
  'five classes': (a, b) => [1.5 * a, -1.5 * a, 2 * b, -2 * b, 0.5],
};

function sampled(n: number, powersAt: (a: number, b: number) => readonly number[], seed: number): Sample {
  const x = madeRows(n, 2, seed);
  const random = new Random(seed + 77);
  const y = Float64Array.from({ length: n }, (_, i) => {
    const shares = powersAt(x.values[i], x.values[n + i]).map(Math.exp);
    const drawn = random.uniform() * shares.reduce((sum, v) => sum + v, 0);
    return shares.slice(0, -1).filter((_, k) => drawn >= shares.slice(0, k + 1).reduce((sum, v) => sum + v, 0)).length;
  });
  return madeSample(x, y);
}

const SEEDS = 12;
const [TRAIN, TEST] = [120, 400];
// The standard deviation of a seed's coverage is sqrt(0.95·0.05·(1/120 + 1/400)) = 0.0227, and 0.0065 for the mean over
// the seeds.
const MONTE_CARLO = 3 * 0.0065;

for (const [name, powersAt] of Object.entries(WORLDS))
  for (const classWeight of name.startsWith('one') ? ['none', 'balanced'] : ['none'])
    test(`95 % sets hold the class of 95 % of new rows: ${name}, class weights ${classWeight}`, () => {
      const levels = powersAt(0, 0).map((_, k) => 'abcde'[k]);
      let [covered, single] = [0, 0];
      for (let seed = 1; seed <= SEEDS; seed++) {
        const design = {
          ...madeDesign(sampled(TRAIN, powersAt, seed), sampled(TEST, powersAt, seed + 100)),
          classes: levels,
        };
        const given: Given = { lengthScale: 1.2, lambda: 3e-3, folds: 5, classWeight };
        const { classes } = fitted(krr, design, given, briefContext);
        assert.ok(classes?.sets && classes.probability);
        const { probabilities, observed } = classes.probability;
        const counts = countSets(setsOf(byLevel(probabilities), classes.sets), observed);
        covered += counts.covered / TEST / SEEDS;
        single += counts.single / TEST / SEEDS;
      }
      assert.ok(Math.abs(covered - 0.95) < MONTE_CARLO + 1 / TRAIN, `${covered}`);
      assert.ok(single > 0.05 && single < 0.95, `${single}`);
    });

test('the set is the classes that are probable enough, and the most probable one always', () => {
  // With 19 rows the ⌈0.95·20⌉-th largest probability of the true class is the smallest.
  const ofTrue = Float64Array.from({ length: 19 }, (_, i) => (i + 2) / 25);
  const rest = ofTrue.map((p) => 1 - p);
  assert.deepEqual(learnSets([rest, ofTrue], new Float64Array(19).fill(1)), { least: 2 / 25, rows: 19 });
  assert.equal(learnSets([rest, ofTrue], new Float64Array(18).fill(1).fill(0, 0, 0)).rows, 18);
  assert.equal(learnSets([rest.slice(1), ofTrue.slice(1)], new Float64Array(18).fill(1)).least, 0);
  const sets = setsOf(
    [
      [0.5, 0.2, 0.4, Number.NaN],
      [0.3, 0.2, 0.35, Number.NaN],
      [0.2, 0.6, 0.25, Number.NaN],
    ].map((p) => Float64Array.from(p)),
    {
      least: 0.45,
    },
  );
  assert.deepEqual(
    sets.map((of) => [...of]),
    [
      [1, 0, 1, 0],
      [0, 0, 0, 0],
      [0, 1, 0, 0],
    ],
  );
});

test('sets are saved with the model, and one whose bound is no probability is not read', () => {
  const powersAt = WORLDS['two balanced classes'];
  const design = { ...madeDesign(sampled(80, powersAt, 1)), classes: ['a', 'b'] };
  const model = modelOf(fitted(krr, design, { lengthScale: 1.2, lambda: 3e-3, folds: 5 }));
  const { sets } = model.classes ?? {};
  assert.ok(sets && sets.rows === 80);
  assert.deepEqual(unpackModel(packModel(model)).classes?.sets, sets);
  const { sets: _, ...before } = model.classes ?? { column: '', levels: [] };
  assert.equal(unpackModel(packModel({ ...model, classes: before })).classes?.sets, undefined);
  const broken = { ...model, classes: { ...before, sets: { least: 1.5, rows: 80 } } };
  assert.throws(() => unpackModel(packModel(broken)), /its classes are damaged/);
});
