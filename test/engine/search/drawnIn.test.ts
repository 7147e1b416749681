import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { drawnIn } from '../../../src/engine/search/drawnIn';
import { oneScale } from '../../../src/engine/search/tune';
import { core } from '../testCore';
import { madeProblem } from './madeProblem';

const problem = madeProblem(80, 2);
const drawn = (far: ReadonlyMap<number, number>) => {
  const y = problem.y[0].map((v, i) => v + (far.get(i) ?? 0));
  const near = drawnIn({ ...problem, y: [y] }, oneScale(2), { scales: [1.5], ridge: 0.1 }, quietWith(core));
  return { y, near: near.y[0] };
};

test('a target far from its prediction is drawn towards it, and as far on either side', () => {
  const { y, near } = drawn(
    new Map([
      [7, 50],
      [40, -50],
    ]),
  );
  assert.ok(near[7] < y[7] - 30 && near[7] > problem.y[0][7] - 5, `${near[7]}`);
  assert.ok(near[40] > y[40] + 30 && near[40] < problem.y[0][40] + 5, `${near[40]}`);
});

test('no more than one row in twenty is drawn in', () => {
  const { y, near } = drawn(new Map(Array.from({ length: 12 }, (_, i) => [6 * i, 20 + i])));
  const moved = y.filter((v, i) => v !== near[i]);
  assert.ok(moved.length > 0 && moved.length <= 80 / 20 + 1, `${moved.length}`);
});
