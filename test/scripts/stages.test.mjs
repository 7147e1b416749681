import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('the benchmark of stages runs, and finds those of a race by their names', () => {
  const given = ['bench/stages.mjs', '--quick', '--json'];
  const { stdout, stderr, status } = spawnSync(process.execPath, given, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const { stages } = JSON.parse(stdout);
  for (const stage of [
    'likelihoods: sum over columns',
    'folds predicted',
    'decomposition of the fit',
    'partial dependence',
  ])
    assert.ok(stages[stage] > 0, `${stage} among ${Object.keys(stages)}`);
});
