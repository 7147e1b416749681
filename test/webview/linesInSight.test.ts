import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LINE, linesInSight } from '../../src/webview/inspect/drawnLines';

const all = { top: 100, bottom: 900, length: 2000, open: -1, extra: 0 };
const ends = (lines: readonly number[]) => [lines[0], lines.at(-1)];

test('lines in the window are drawn, and few around them', () => {
  assert.deepEqual(ends(linesInSight(all)), [0, 32]);
  const scrolled = linesInSight({ ...all, top: -1000 * LINE });
  assert.ok(scrolled.length < 60 && scrolled.includes(1000) && scrolled.includes(1022));
  assert.deepEqual(linesInSight({ ...all, top: -1e6 }), [], 'all lie above the window');
  assert.deepEqual(linesInSight({ ...all, length: 0 }), []);
  assert.deepEqual(ends(linesInSight({ ...all, length: 5 })), [0, 4]);
});

test('below an open line everything stands lower by its details', () => {
  // Line 3 is open, 600 pixels high: line 4 begins at 100 + 4·40 + 600.
  const lines = linesInSight({ ...all, open: 3, extra: 600 });
  assert.deepEqual(ends(lines), [0, 17]);
  // The window shows nothing but the details of line 10.
  const inside = linesInSight({ top: -11 * LINE - 100, bottom: 400, length: 2000, open: 10, extra: 1000 });
  assert.ok(inside.includes(10) && inside.length < 40);
});
