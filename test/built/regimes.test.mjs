// The benchmark of ten regimes, once: that its tables are those the peers were measured on, and that our side runs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { drawRegime, REGIMES } from '../../bench/answer/regimes.mjs';
import { root } from '../../scripts/prerequisites.mjs';

test('every draw of a regime is one that the peers were measured on', () => {
  const lines = readFileSync(join(root, 'bench/answer/peers.jsonl'), 'utf8').trim().split('\n');
  const measured = new Map();
  for (const line of lines) {
    const { files, peer } = JSON.parse(line);
    measured.set(files, [...(measured.get(files) ?? []), peer]);
  }
  for (const name of Object.keys(REGIMES)) {
    for (const seed of [0, 1, 2, 3, 4]) {
      const { train, test: judged } = drawRegime(name, seed);
      const digits = createHash('sha256').update(train).update(judged).digest('hex').slice(0, 16);
      assert.equal(new Set(measured.get(digits)).size, 11, `${name}, ${seed}`);
    }
  }
});

test('a draw is judged beside the stored peers', () => {
  const words = ['bench/answer.mjs', '--regimes', '--only', 'trend', '--quick', '--json'];
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  assert.match(stderr, /of 1 within 0\.02 of the best peer/);
  const { ours, best, peers } = JSON.parse(stdout);
  // A straight line gives 0.89; the noise lets nobody have more than 0.93.
  assert.ok(ours > 0.88 && ours < 0.94, `${ours}`);
  assert.equal(peers.length, 10);
  assert.ok(best > 0.9);
});
