import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nystromRidge } from '../../../../src/engine/methods/nystromRidge';
import { rfRidge } from '../../../../src/engine/methods/rfRidge';
import { madeDesign, madeRows, madeSample, madeTarget, normals, relativeError } from '../../madeRows';
import { fitted } from '../../methods/fitting';

/** Noise of the size of what there is to learn, so that some rows alone would choose other lambdas than all do. */
function noisy(seed: number) {
  const sample = (rows: number, of: number) => {
    const x = madeRows(rows, 4, of);
    const normal = normals(of + 1);
    return madeSample(
      x,
      madeTarget(x, 0.1, of).map((v) => v + 3 * normal()),
    );
  };
  return madeDesign(sample(2000, seed), sample(300, seed + 50));
}

const METHODS = [
  [nystromRidge, 'landmarks'],
  [rfRidge, 'features'],
] as const;

for (const [method, parameter] of METHODS) {
  test(`${parameter}: what a fit says of fewer is what fits of fewer say of themselves`, () => {
    const design = noisy(1);
    const curveOf = (count: number) => {
      const fit = fitted(method, design, { lengthScale: 0.7, compare: false, [parameter]: count });
      assert.ok(fit.approximation);
      return fit.approximation.curve;
    };
    const most = curveOf(240);
    for (const place of [4, 7]) {
      const count = most.counts[place];
      const { lambda, gcv, holdout } = curveOf(count);
      assert.ok(count < 240);
      assert.equal(most.lambda[place], lambda[lambda.length - 1]);
      assert.ok(relativeError([most.gcv[place]], [gcv[gcv.length - 1]]) < 1e-9);
      assert.ok(relativeError([most.holdout[place]], [holdout[holdout.length - 1]]) < 1e-9);
    }
  });
}
