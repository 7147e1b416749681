import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unpackedPairs } from '../../../src/engine/data/letterPairs';

test('a table is its own values and the counts of the same letters in another', () => {
  const same = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  // The letter 1 of the second encoding is the letter 3 of the first.
  same[1] = 3;
  // The pair 3, 2 of the first table, and of the second 1, 2 twice more and 255, 255 one less than nothing.
  const runs = [...Array(3).fill(255), 3 * 256 + 2 - 3 * 255];
  const rest = 65536 - (3 * 256 + 3) + 256 + 2;
  const more = [...Array(Math.floor(rest / 255)).fill(255), rest % 255];
  const end = 65535 - 258 - 1;
  const last = [...Array(Math.floor(end / 255)).fill(255), end % 255];
  const zeros = [...runs, ...more, ...last];
  const packed = Uint8Array.from([9, ...same, ...zeros, 7, 2, 255]);
  const packing = { letters: 1, zeros: 257, values: 257 + zeros.length, like: [null, [0, 0]] } as const;
  const bytes = unpackedPairs(packed, packing);
  assert.equal(bytes.length, 1 + 2 * 65536);
  assert.equal(bytes[0], 9);
  const found = [...bytes.subarray(1).entries()].filter(([, count]) => count > 0);
  assert.deepEqual(found, [
    [3 * 256 + 2, 7],
    [65536 + 256 + 2, 9],
    [65536 + 3 * 256 + 2, 7],
    [65536 + 65535, 255],
  ]);
});
