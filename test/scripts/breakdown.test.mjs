import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('the benchmark of breakdown runs, and finds none in a small draw', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['bench/breakdown.mjs', '--quick', '--json'], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    rows.map(({ fit }) => fit),
    ['kl-inf, gaussian', 'huber, gaussian'],
  );
  for (const { fit, reached } of rows)
    for (const { kind, worst } of reached) assert.ok(worst > 0.8, `${fit}, ${kind}: ${worst}`);
});
