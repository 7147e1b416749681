import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ratesTable } from '../../src/figures/fit/tables';
import { spectrumFigure } from '../../src/figures/spectral/spectrum';
import { factsOf } from '../../src/figures/view/facts';
import { deriveView } from '../../src/figures/view/view';
import { exampleRun } from './exampleRun';

const run = exampleRun({ n: 60, holdout: 0, search: false });
const facts = factsOf(run);

test('exponents follow the stretch that a person sets, in figure and table', () => {
  const usual = deriveView(run, run.filter, facts);
  const moved = deriveView(run, run.filter, facts, { range: [10, 50] });
  assert.notEqual(moved.rates().decay?.exponent, usual.rates().decay?.exponent);
  assert.deepEqual([moved.rates().from, moved.rates().to], [10, 50]);
  const rings = (spectrumFigure(moved).marks ?? []).filter(({ shape }) => shape === 'ring');
  assert.deepEqual(
    rings.map(({ x }) => x),
    [10, 50],
  );
  if (moved.rates().alignment) assert.match(ratesTable(moved).title, /i = 10…50/);
});

test('a stretch outside the rank is brought inside, and holds two directions at least', () => {
  const on = (range: readonly [number, number]) => facts.rates(range);
  assert.deepEqual([on([0, 1e9]).from, on([0, 1e9]).to], [1, facts.rank]);
  assert.deepEqual([on([7, 7]).from, on([7, 7]).to], [7, 8]);
});

test('what Theorem 2 suggests lies on the scale of λ, and r within the rows', () => {
  const { suggested, alignment } = facts.rates();
  if (alignment?.regime === undefined || alignment.gamma.value <= 0) assert.equal(suggested, undefined);
  else assert.ok(suggested && suggested.lambda > 0 && suggested.r >= 1 && suggested.r <= run.spectrum.n);
});
