import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RobustPath } from '../../src/engine/contract/robust';
import { fittingPoint } from '../../src/webview/live/sliders';
import { nearestPoint, nearestText, pathMarks, strengthState } from '../../src/webview/live/strengthSlider';

const values = Float64Array.of(0.001, 0.01, 0.1, 1);

test('a typed value takes the point nearest in its logarithm, also beyond the ends', () => {
  assert.deepEqual(
    [0.001, 0.004, 0.0029, 0.5, 1e9, 1e-9].map((value) => nearestPoint(values, value)),
    [0, 1, 0, 3, 3, 0],
  );
  assert.equal(nearestPoint([0, 0.2, 2], 1e-6), 1, 'a path may begin at nothing');
  assert.equal(nearestPoint([0.3], 7), 0);
});

test('what a typed value became is said, unless it is what the field shows', () => {
  assert.equal(nearestText(0.1, 0.1), '');
  assert.equal(nearestText(0.0123, 0.01234), '');
  assert.equal(nearestText(0.12, 0.1), 'nearest point of the path to 0.12');
});

const path = (score: readonly number[]): RobustPath =>
  ({ values, score: Float64Array.from(score), least: { score: 1, oneStandardError: 2 } }) as unknown as RobustPath;

test('the least score, the one-standard-error choice and the fitted point are marked; without scores the fitted one alone', () => {
  assert.deepEqual(pathMarks(path([3, 1, 2, 4]), 1), [
    { text: 'Lowest', value: 1 },
    { text: '1 SE', value: 2 },
    { text: 'Fitted', value: 1 },
  ]);
  assert.deepEqual(pathMarks(path([Number.NaN, Number.NaN, Number.NaN, Number.NaN]), 3), [
    { text: 'Fitted', value: 3 },
  ]);
});

test('beside the field stands who chose the strength, or what does not follow the slider', () => {
  const fitted = { at: 1, sign: 'λ', text: '0.01', by: 'set', live: true };
  const still = { ...fitted, live: false };
  assert.equal(strengthState({ at: 1, typed: '' }, still), 'λ set by you');
  assert.equal(strengthState({ at: 2, typed: '' }, fitted), 'fitted at 0.01');
  assert.equal(strengthState({ at: 2, typed: '' }, still), 'fitted at 0.01; predictions do not follow');
  const typed = nearestText(0.12, 0.1);
  assert.equal(strengthState({ at: 2, typed }, fitted), 'nearest point of the path to 0.12; fitted at 0.01');
  assert.equal(strengthState({ at: 1, typed }, fitted), 'nearest point of the path to 0.12; λ set by you');
});

test('a remembered point is taken up where the path has it, and by robust fits alone', () => {
  const run = { robust: { path: path([1, 2, 3, 4]), at: 1 } } as unknown as Parameters<typeof fittingPoint>[0];
  assert.deepEqual(
    [0, 3, undefined, 4, -1, 1.5].map((at) => fittingPoint(run, at)),
    [0, 3, 1, 1, 1, 1],
  );
  assert.equal(fittingPoint({}, 2), undefined);
});
