import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('the benchmark of growth runs, and tells of wide tables', () => {
  const given = ['bench/growth.mjs', '--quick', '--json', '--only', 'krr, wide'];
  const { stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line !== '');
  assert.equal(lines.length, 1, stderr);
  const { name, sizes, exponents, estimates } = JSON.parse(lines[0]);
  assert.deepEqual([name, sizes], ['krr, wide', [333, 1000]]);
  assert.ok(Number.isFinite(exponents.time) && estimates.every((ratio) => ratio > 0));
  assert.match(stderr, /of 2 fits took between half and twice/);
});
