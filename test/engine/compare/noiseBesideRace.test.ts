import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noiseBesideRace } from '../../../src/engine/compare/noiseBesideRace';
import type { Race } from '../../../src/engine/contract/race';
import { krr } from '../../../src/engine/methods/krr';
import { noiseInterval } from '../../../src/engine/spectrum/noise';
import { madeDesign, madeRows, madeSample, madeTarget, normals } from '../madeRows';
import { fitted } from '../methods/fitting';

const SIGMA = 0.3;

/** A race of this error on `rows` of 80 rows, as far as the noise of a fit asks. */
const raceOf = (error: number, rows: number): Race =>
  ({
    loss: 'squared',
    rows,
    trainingRows: 80,
    chosen: 'gaussian',
    lanes: [{ id: 'gaussian', error: { value: error } }],
  }) as unknown as Race;

test('noise from residuals ends no lower than what rows left out leave, however closely a fit follows its rows', () => {
  const x = madeRows(80, 2, 3);
  const next = normals(5);
  for (const y of [madeTarget(x, SIGMA, 4), Float64Array.from({ length: 80 }, next)])
    for (const lambda of [1e-10, 1e-6]) {
      const given = { kernel: 'laplace', lengthScale: 0.3, lambda, folds: 0 };
      const outcome = fitted(krr, madeDesign(madeSample(x, y)), given);
      assert.equal(outcome.noise.by, 'residuals');
      const [low, high] = noiseInterval(outcome.noise);
      assert.ok(low <= outcome.noise.sigma2 && high >= outcome.metrics.loo, `${high} beside ${outcome.metrics.loo}`);
      const error = 3 * Math.sqrt(high);
      const raised = noiseBesideRace({ ...outcome, race: raceOf(error, 80) });
      assert.ok(noiseInterval(raised.noise)[1] >= error ** 2);
      assert.ok(Math.abs(noiseInterval(raised.noise)[0] - low) <= 1e-9 * high);
      assert.notDeepEqual(raised.paths[0].variance, outcome.paths[0].variance, 'the curves follow');
      const sampled = { ...outcome, race: raceOf(error, 40) };
      assert.equal(noiseBesideRace(sampled), sampled, 'a race on fewer rows leaves more for their number');
    }
});

test('noise from the last directions stays as it is beside a race', () => {
  const x = madeRows(80, 1, 3);
  const outcome = fitted(krr, madeDesign(madeSample(x, madeTarget(x, SIGMA, 4))), { kernel: 'gaussian', folds: 0 });
  assert.equal(outcome.noise.by, 'lastDirections');
  const raced = { ...outcome, race: raceOf(9, 80) };
  assert.equal(noiseBesideRace(raced).noise, outcome.noise);
});
