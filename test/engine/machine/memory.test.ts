import assert from 'node:assert/strict';
import { totalmem } from 'node:os';
import { test } from 'node:test';
import { plannable } from '../../../src/engine/machine/memory';
import { memoryNow } from '../../../src/platform/nodeMemory';

const from = (files: Readonly<Record<string, string>>) => (path: string) => files[path];

test('without control groups the machine is what there is', () => {
  const { total, free } = memoryNow(() => undefined);
  assert.equal(total, totalmem());
  assert.ok(free > 0 && free <= total);
});

test('a limit of version 2 counts, and the file cache that goes first is free', () => {
  const v2 = from({
    '/proc/self/cgroup': '0::/user/app',
    '/sys/fs/cgroup/user/app/memory.max': '1500000000',
    '/sys/fs/cgroup/user/app/memory.current': '900000000',
    '/sys/fs/cgroup/user/app/memory.stat': 'anon 300000000\ninactive_file 500000000\nactive_file 1',
    '/sys/fs/cgroup/user/memory.max': 'max',
    '/sys/fs/cgroup/memory.max': 'max',
  });
  assert.deepEqual(memoryNow(v2), { total: 1.5e9, free: 1.1e9 });
});

test('the tightest group up to the root counts', () => {
  const nested = from({
    '/proc/self/cgroup': '0::/a/b',
    '/sys/fs/cgroup/a/b/memory.max': '4000000000',
    '/sys/fs/cgroup/a/memory.max': '2000000000',
    '/sys/fs/cgroup/a/memory.current': '1900000000',
  });
  assert.deepEqual(memoryNow(nested), { total: 2e9, free: 1e8 });
});

test('a limit of version 1 counts; a number beyond any machine is none', () => {
  const v1 = (limit: string) =>
    from({
      '/proc/self/cgroup': '4:memory:/docker/x\n3:cpu:/docker/x\n0::/',
      '/sys/fs/cgroup/memory/docker/x/memory.limit_in_bytes': limit,
      '/sys/fs/cgroup/memory/docker/x/memory.usage_in_bytes': '100000000',
      '/sys/fs/cgroup/memory/docker/x/memory.stat': 'inactive_file 1\ntotal_inactive_file 40000000',
    });
  assert.deepEqual(memoryNow(v1('1000000000')), { total: 1e9, free: 9.4e8 });
  assert.equal(memoryNow(v1('9223372036854771712')).total, totalmem());
});

test('inside a container the group is the root of what is mounted', () => {
  const container = from({ '/proc/self/cgroup': '0::/', '/sys/fs/cgroup/memory.max': '512000000' });
  assert.equal(memoryNow(container).total, 512e6);
});

test('a fit plans on half of all and on most of what is free', () => {
  assert.equal(plannable({ total: 8e9, free: 8e9 }), 4e9);
  assert.equal(plannable({ total: 8e9, free: 1e9 }), 0.8e9);
});

test('macOS makes room when it is asked: what it calls free is no bound', () => {
  assert.deepEqual(
    memoryNow(() => undefined, 'darwin'),
    { total: totalmem(), free: totalmem() },
  );
});
