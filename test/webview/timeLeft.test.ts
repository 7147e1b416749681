import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeLeft } from '../../src/webview/live/progressBar';

test('what is left is told once enough has passed to tell it, coarsely', () => {
  assert.equal(timeLeft(1, 0, 0.5), '');
  assert.equal(timeLeft(5, 0, 0.05), '');
  assert.equal(timeLeft(5, 0, 0.5), 'about 5 s left');
  assert.equal(timeLeft(10, 0.5, 0.75), 'about 10 s left');
  assert.equal(timeLeft(6, 0, 0.25), 'about 20 s left');
  assert.equal(timeLeft(60, 0, 0.25), 'about 3 min left');
  assert.equal(timeLeft(60, 0, 0.99), '');
});
