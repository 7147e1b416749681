import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { cells, readText } from './reading';

/** Codes of hexadecimal digits, of which those with a single e among digits spell numbers too, many beyond all numbers. */
function hexadecimalCodes(random: Random, different: number): readonly string[] {
  const digit = () => '0123456789abcdef'[random.below(16)];
  const drawn = Array.from({ length: different }, () => Array.from({ length: 8 }, digit).join(''));
  const spelt = ['7e168830', '517e5082', '10e2', '1e3', '12D3', '4E8'];
  return [...drawn, ...spelt];
}

test('every code of hexadecimal digits stays as it is written, wherever those stand that spell numbers', async () => {
  for (let seed = 0; seed < 20; seed++) {
    const random = new Random(seed);
    const codes = hexadecimalCodes(random, 20);
    const order = Array.from(
      { length: 200 },
      (_, i) => codes[i < 2 ? 20 + random.below(6) : random.below(codes.length)],
    );
    const table = await readText(`code,y\n${order.map((code, i) => `${code},${i}`).join('\n')}\n`);
    assert.equal(table.inspection.columns[0].missing, 0, `seed ${seed}`);
    assert.deepEqual(cells(table, 'code'), order, `seed ${seed}`);
  }
});

test('numbers with exponents are numbers, also without a sign or a point', async () => {
  const written = ['1e3', '2.5e-4', '1e+20', '7E2', '3d1', '12', '0.5', '1e-05'];
  const table = await readText(`x,y\n${written.map((x, i) => `${x},${i}`).join('\n')}\n`);
  assert.deepEqual(cells(table, 'x'), [1000, 2.5e-4, 1e20, 700, 30, 12, 0.5, 1e-5]);
});
