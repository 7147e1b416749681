import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LabelSpace, spread } from '../../src/figures/layout/labelSpace';

const close = (found: readonly number[], wanted: readonly number[]) => {
  assert.equal(found.length, wanted.length);
  for (let i = 0; i < found.length; i++) assert.ok(Math.abs(found[i] - wanted[i]) < 1e-9, `${found} is not ${wanted}`);
};

test('labels that have room stay where they are', () => {
  close(spread([10, 40, 90], 14, 0, 100), [10, 40, 90]);
  close(spread([90, 10, 40], 14, 0, 100), [90, 10, 40]);
  close(spread([], 14, 0, 100), []);
});

test('labels that meet move apart about their middle', () => {
  close(spread([50, 50], 14, 0, 100), [43, 57]);
  close(spread([50, 50, 50], 14, 0, 100), [36, 50, 64]);
  // The block of the first two pushes into the third: all three share one block.
  close(spread([50, 52, 60], 14, 0, 100), [40, 54, 68]);
});

test('nothing leaves the stretch, and a crowd shrinks the gap', () => {
  close(spread([2, 3], 14, 0, 100), [0, 14]);
  close(spread([99, 100], 14, 0, 100), [86, 100]);
  const crowd = spread([50, 50, 50, 50, 50], 14, 0, 28);
  close(crowd, [0, 7, 14, 21, 28]);
});

test('neighbours keep the gap whatever the wishes', () => {
  let state = 5;
  const next = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  for (let round = 0; round < 200; round++) {
    const wishes = Array.from({ length: 1 + Math.floor(6 * next()) }, () => 200 * next());
    const placed = spread(wishes, 14, 0, 200);
    const sorted = [...placed].sort((a, b) => a - b);
    assert.ok(sorted[0] >= -1e-9 && sorted[sorted.length - 1] <= 200 + 1e-9);
    for (let i = 1; i < sorted.length; i++) assert.ok(sorted[i] - sorted[i - 1] > 14 - 1e-9);
    // Order is kept: a label never passes another.
    wishes.forEach((w, i) => {
      wishes.forEach((v, j) => {
        if (w < v) assert.ok(placed[i] < placed[j]);
      });
    });
  }
});

const box = (left: number, top: number) => ({ left, top, width: 40, height: 14 });

test('a text takes the first free place and none when all are taken', () => {
  const space = new LabelSpace({ left: 0, top: 0, width: 200, height: 100 });
  assert.deepEqual(space.place([box(10, 10), box(60, 10)]), box(10, 10));
  assert.deepEqual(space.place([box(20, 15), box(60, 10)]), box(60, 10));
  assert.equal(space.place([box(20, 15), box(180, 10), box(0, 95)]), undefined);
});

test('a text stays off lines where it can, then off points', () => {
  const space = new LabelSpace({ left: 0, top: 0, width: 200, height: 100 });
  space.avoidLine([
    { x: 0, y: 20 },
    { x: 200, y: 20 },
  ]);
  space.avoidPoints([{ x: 30, y: 60 }]);
  // The first lies on the line, the second on a point, the third on nothing.
  assert.deepEqual(space.place([box(10, 13), box(10, 53), box(100, 53)]), box(100, 53));
  assert.deepEqual(space.place([box(10, 13), box(10, 53)]), box(10, 53));
  assert.deepEqual(space.place([box(120, 13)]), box(120, 13));
});

test('a steep line crosses a box between its points', () => {
  const space = new LabelSpace({ left: 0, top: 0, width: 200, height: 100 });
  space.avoidLine([
    { x: 20, y: 0 },
    { x: 40, y: 100 },
  ]);
  assert.deepEqual(space.place([box(10, 40), box(60, 40)]), box(60, 40));
});
