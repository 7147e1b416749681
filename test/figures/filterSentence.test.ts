import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterFigure } from '../../src/figures/spectral/filter';
import { riskRange } from '../../src/figures/spectral/risk';
import { factsOf } from '../../src/figures/view/facts';
import { deriveView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { exampleRun } from './exampleRun';

const run = exampleRun({ n: 60, holdout: 0, search: false });
const facts = factsOf(run);
const { rank } = run.spectrum;

test('the sentence on the filter is true of every direction, wherever its ends and λ are', () => {
  for (const lambda of [1e-14, 1e-6, 1e-3, 0.1, 10])
    for (const k of [0, 1, 4, 12])
      for (const r of [k, k + 1, 20, rank]) {
        const view = deriveView(run, { kind: 'zones', lambda, k, r }, facts);
        const said = plainText(filterFigure(view).sentence);
        const where = `λ ${lambda}, k ${k}, r ${r}: ${said}`;
        const beyond = /those beyond (\d+) (?:are shrunk )?by more than half/.exec(said);
        const kept = view.shares.findLastIndex((g) => g >= 0.5) + 1;
        if (beyond) assert.equal(Number(beyond[1]), kept, where);
        if (/none (is shrunk )?by more than half/.test(said)) assert.ok(kept >= Math.min(r, rank), where);
        if (/others (are shrunk )?by more than half/.test(said)) assert.ok(kept <= Math.max(1, k), where);
        assert.doesNotMatch(said, / by half\b/, where);
      }
});

test('an excess risk is told where its ends are at most a factor 2 apart, and its noise is known', () => {
  const view = deriveView(run, run.filter, facts);
  const { low, high, told } = riskRange(view, run.filter);
  assert.equal(told, low > 0 && high <= 2 * low);
  const sure = deriveView({ ...run, noise: { ...run.noise, standardError: Number.POSITIVE_INFINITY } });
  assert.equal(riskRange(sure, run.filter).told, false);
});
