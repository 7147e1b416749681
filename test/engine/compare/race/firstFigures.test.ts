import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstFigures, forFirstFigures } from '../../../../src/engine/compare/race/racedFit';
import { krr } from '../../../../src/engine/methods/krr';
import { nystromRidge } from '../../../../src/engine/methods/nystromRidge';
import { madeProblem } from '../../madeRows';
import { fitContext } from '../../testCore';

test('first figures are of 300 rows at most, their division with them', () => {
  const design = madeProblem(450, 2, 0.2, 1, 20);
  const order = Uint32Array.from({ length: 450 }, (_, i) => 449 - i);
  const unit = Int32Array.from({ length: 450 }, (_, i) => i >> 1);
  const some = forFirstFigures(
    { ...design, division: { kind: 'blocks', order }, groups: [{ column: 'g', unit }] },
    3,
    fitContext,
  );
  assert.equal(some.train.x.rows, 300);
  assert.ok(some.division?.kind === 'blocks');
  assert.deepEqual(
    [...some.division.order].sort((a, b) => a - b),
    [...Array(300).keys()],
  );
  assert.equal(some.division.order[0], 299);
  assert.equal(some.groups?.[0].unit[7], (some.train.rows[7] - 1) >> 1);
  const few = madeProblem(60, 2, 0.2, 1);
  assert.equal(forFirstFigures(few, 3, fitContext), few);
});

test('what was set for all rows and does not suit so few gives no first figures', () => {
  const design = madeProblem(450, 2, 0.2, 1);
  assert.equal(firstFigures(nystromRidge, design, { landmarks: 420 }, fitContext), undefined);
  const first = firstFigures(krr, madeProblem(60, 2, 0.2, 1), { kernel: 'auto' }, fitContext);
  assert.equal(first?.kernel.kind, 'gaussian');
  assert.match(first?.parameters.find(({ name }) => name === 'lengthScale')?.rule ?? '', /^median distance/);
});
