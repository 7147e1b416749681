import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Matrix } from '../../../../src/engine/contract/data';
import { empiricalComponents } from '../../../../src/engine/fit/components/empirical';
import { reconstructionErrors } from '../../../../src/engine/fit/components/reconstruction';
import { testRows } from '../../../../src/engine/fit/components/testRows';
import { pickRows } from '../../../../src/engine/kernels/rows';
import { quietWith } from '../../../../src/engine/linalg/linalg';
import { projectComponents } from '../../../../src/engine/model/projectComponents';
import { madeRows } from '../../madeRows';
import { core } from '../../testCore';
import { gaussian, rowsDesign } from './making';

const [N, P, L] = [40, 7, 2];
const kernel = gaussian(1.5);
const train = madeRows(N, 2, 5);
/** Rows close to each other and away from the training rows: their mean differs clearly, whichever two are looked at. */
const held: Matrix = { rows: P, columns: 2, values: madeRows(P, 2, 6).values.map((v) => 1.6 + 0.1 * v) };
const components = empiricalComponents(kernel, train, L, true, quietWith(core));
const errorsOn = (x: Matrix) => {
  const rows = testRows(kernel, rowsDesign(train, x), 0, true, quietWith(core));
  return { rows, ...reconstructionErrors(components, rows, quietWith(core)) };
};

/** Means and covariances (divided by the number of rows) of the scores of rows, for each pair of components. */
function moments(x: Matrix) {
  const { scores } = projectComponents(components.model, x, quietWith(core));
  const n = x.rows;
  const mean = [0, 1].map((c) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += scores[i * L + c] / n;
    return sum;
  });
  const covariance = mean.map((a, c) =>
    mean.map((b, e) => {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += ((scores[i * L + c] - a) * (scores[i * L + e] - b)) / n;
      return sum;
    }),
  );
  return { mean, covariance };
}

test('errors on two rows drawn from a population are, on average over all draws, those of the population', () => {
  let [h, l2] = [0, 0];
  for (let i = 0; i < P; i++)
    for (let j = 0; j < P; j++) {
      const found = errorsOn(pickRows(held, Uint32Array.of(i, j)));
      h += (found.h?.[L] ?? Number.NaN) / P ** 2;
      l2 += found.l2[L] / P ** 2;
    }
  const all = errorsOn(held);
  const { mean, covariance } = moments(held);
  const ofTrain = moments(all.rows.y).covariance.map((row) => row.map((v) => (v * N) / (N - 1)));
  const scattered = (P - 1) / P;
  let expected = (all.rows.own.reduce((sum, v) => sum + v, 0) / (P - 1)) * scattered;
  let shift = 0;
  let shiftOfAll = 0;
  for (let c = 0; c < L; c++) {
    expected += mean[c] ** 2 - covariance[c][c];
    for (let e = 0; e < L; e++) {
      shift += mean[c] * mean[e] * ofTrain[c][e];
      shiftOfAll += (mean[c] * mean[e] - covariance[c][e] / (P - 1)) * ofTrain[c][e];
    }
  }
  assert.ok(Math.abs(h / expected - 1) < 1e-9, `${h} and ${expected}`);
  const expectedL2 = scattered * (all.l2[L] - shiftOfAll) + shift;
  assert.ok(Math.abs(l2 / expectedL2 - 1) < 1e-9, `${l2} and ${expectedL2}`);
});

test('without held-out rows no row is on both sides of a comparison', () => {
  for (const n of [4, 5, 31]) {
    const { x, y, heldOut } = testRows(kernel, rowsDesign(madeRows(n, 1, 3)), 2, true, quietWith(core));
    assert.equal(heldOut, false);
    assert.equal(new Set([...x.values, ...y.values]).size, n);
    assert.equal(x.rows + y.rows, n);
  }
});
