import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scentOutline, scentPaths } from '../../src/webview/live/track';

test('the lowest error is the floor, a decade above it the ceiling', () => {
  const outline = scentOutline([0, 0.5, 1], [100, 1, 3.1622776601683795]);
  assert.deepEqual(
    outline.map((p) => [p.x, Math.round(100 * p.y) / 100]),
    [
      [0, 1],
      [0.5, 0],
      [1, 0.5],
    ],
  );
});

test('a flat curve stays flat', () => {
  const heights = scentOutline([0, 0.5, 1], [1, 1.02, 1.01]).map((p) => p.y);
  assert.ok(Math.max(...heights) < 0.05);
});

test('what is not positive is left out, and the order of positions does not matter', () => {
  const outline = scentOutline([1, 0.5, 0, 0.25], [2, Number.NaN, 1, -3]);
  assert.deepEqual(
    outline.map((p) => p.x),
    [0, 1],
  );
  assert.deepEqual(scentPaths([]), { line: '', area: '' });
  const { line, area } = scentPaths(outline);
  assert.match(line, /^M0\.00 22\.00L100\.00 \d/);
  assert.ok(area.startsWith(line) && area.endsWith('Z'));
});
