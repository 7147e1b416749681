import assert from 'node:assert/strict';
import { test } from 'node:test';
import { krr } from '../../../src/engine/methods/krr';
import { showsNothing } from '../../../src/engine/statistics/noSignal';
import { madeProblem, normals } from '../madeRows';
import { fitted } from './fitting';

const SEEDS = 8;

test('a random target is told from one with a signal, and noise that chose lambda and length scale is no advice', () => {
  let nothing = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const made = madeProblem(150, 3, 0.5, seed, 100);
    const next = normals(seed + 500);
    const noise = (sample: typeof made.train) => ({ ...sample, y: sample.y.map(() => next()) });
    const { train, holdout } = made;
    assert.ok(holdout);
    const random = fitted(krr, { ...made, train: noise(train), holdout: noise(holdout) }, { folds: 3 });
    if (showsNothing(random.metrics, random.paths, random.variance)) {
      nothing++;
      assert.deepEqual(
        random.notes.filter(({ code }) => /^(lambda|length-scale)\//.test(code)),
        [],
      );
    }
    const { metrics, paths, variance } = fitted(krr, made, { folds: 3 });
    assert.ok(!showsNothing(metrics, paths, variance), `seed ${seed}`);
  }
  // The interval of R² may miss 0 in one of twenty.
  assert.ok(nothing >= SEEDS - 1, `${nothing}`);
});
