import assert from 'node:assert/strict';
import { test } from 'node:test';
import { klInf } from '../../../src/engine/methods/klInf';
import { madeDesign, madeRows, madeSample, madeTarget } from '../madeRows';
import { fitted } from './fitting';

test('a length scale that is best on few rows by chance is judged beside the other minima on more rows', () => {
  let several = 0;
  for (const seed of [1, 2, 3, 4]) {
    const x = madeRows(230, 6, seed);
    const design = madeDesign(madeSample(x, madeTarget(x, 1.5, seed)));
    const { search } = fitted(klInf, design, { folds: 2 });
    assert.ok(search);
    const tried = Array.from(search.lengthScale, (scale, i) => ({
      scale,
      rows: search.rows[i],
      score: search.score[i],
    }));
    const [few, more] = [200, 230].map((rows) => tried.filter((trial) => trial.rows === rows));
    const least = Math.min(...few.map(({ score }) => score));
    const near = few.filter(
      ({ score }, i) => score <= 1.1 * least && [few[i - 1], few[i + 1]].every((o) => !o || score <= o.score),
    );
    if (near.length > 1) several++;
    for (const { scale } of near)
      assert.ok(
        more.some((trial) => trial.scale === scale),
        `seed ${seed}: ${scale}`,
      );
    const chosen = more.reduce((a, b) => (b.score < a.score ? b : a)).scale;
    assert.ok(more.some(({ scale }) => scale > chosen) && more.some(({ scale }) => scale < chosen));
  }
  assert.ok(several > 0, 'some has several minima');
});
