import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import { growingFloat64, growingInt32 } from '../../../src/engine/data/growing';
import { MemoryBudget } from '../../../src/engine/data/memoryBudget';

test('what was pushed comes back, over every size of chunk', () => {
  for (const n of [0, 1, 1023, 1024, 1025, 65_536, 200_001]) {
    const growing = growingInt32();
    for (let i = 0; i < n; i++) growing.push(i);
    growing.map((value) => -value);
    assert.equal(growing.length, n);
    const taken = growing.take();
    assert.equal(taken.length, n);
    assert.ok(taken.every((value, i) => value === -i || (value === 0 && i === 0)));
  }
});

test('a column that turns into words is visited once, in order', () => {
  const growing = growingFloat64();
  growing.fill(1, 70_000);
  growing.fill(2, 70_000);
  const visited: number[] = [];
  growing.drain((value) => visited.push(value));
  assert.equal(visited.length, 140_000);
  assert.equal(visited.indexOf(2), 70_000);
});

test('joining a column does not hold it twice', () => {
  const values = 16e6;
  const growing = growingFloat64();
  growing.fill(1, values);
  const before = process.memoryUsage.rss();
  const taken = growing.take();
  const more = process.memoryUsage.rss() - before;
  assert.equal(taken.length, values);
  assert.ok(more < 0.2 * taken.byteLength, `${Math.round(more / 1e6)} MB more`);
});

const filled = (budget: MemoryBudget, values: number) => () => growingFloat64(budget).fill(0, values);
const refused = (limit: RegExp) => (error: unknown) =>
  error instanceof KernelscopeError && error.failure.code === 'memory/too-large' && limit.test(error.message);

test('columns are refused at their share of the memory, in a sentence that says what to do', () => {
  const budget = () => new MemoryBudget('a.csv', () => ({ total: 1e8, free: 1e8 }));
  filled(budget(), 4e6)();
  assert.throws(
    filled(budget(), 6e6),
    refused(
      /^The columns of a\.csv need more than the 40 MB of memory that they may take here\. Leave columns out of the file, use a random sample of its rows, or provide more memory\.$/,
    ),
  );
});

test('what is free is asked again while columns grow: two windows do not plan the same memory', () => {
  let free = 4e9;
  let looks = 0;
  const budget = new MemoryBudget('a.csv', () => {
    looks++;
    return { total: 8e9, free };
  });
  const growing = growingFloat64(budget);
  growing.fill(0, 1e6);
  assert.equal(looks, 1);
  free = 0;
  assert.throws(() => growing.fill(0, 2e7), refused(/need more than the \d+ MB of memory/));
  assert.equal(looks, 2);
  assert.ok(growing.length < 1e7);
});
