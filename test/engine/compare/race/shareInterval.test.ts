import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laneError } from '../../../../src/engine/compare/race/lanes';

test('the interval of a share of rows stays between 0 and 1', () => {
  const folds = Uint16Array.from({ length: 20 }, (_, i) => i % 2);
  for (const [wrong, other] of [
    [0, 1],
    [0.2, 0.9],
    [1, 1],
    [0, 0],
  ]) {
    const main = Float64Array.from(folds, (fold) => (fold === 0 ? wrong : other));
    const judged = { losses: { main }, judged: 2 } as unknown as Parameters<typeof laneError>[0];
    const { value, interval } = laneError(judged, { folds, count: 2 }, 'misclassified');
    assert.ok(0 <= interval[0] && interval[0] <= value && value <= interval[1] && interval[1] <= 1, String(interval));
  }
});
