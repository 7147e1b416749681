import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { rankedValue } from '../../../src/engine/parts/rankedValue';

async function found(values: Float64Array, share: number) {
  let visits = 0;
  async function* blocks() {
    visits++;
    for (let from = 0; from < values.length; from += 50_000) yield values.subarray(from, from + 50_000);
  }
  const place = (count: number) => Math.floor(share * (count - 1));
  return { ...(await rankedValue(blocks, place)), visits };
}

function expected(values: Float64Array, share: number) {
  const sorted = values.slice().sort();
  const value = sorted[Math.floor(share * (sorted.length - 1))];
  return { value, greater: sorted.filter((v) => v > value).length };
}

const random = new Random(1);
const many: Readonly<Record<string, () => number>> = {
  'numbers of any size and sign': () => (random.uniform() - 0.5) * 10 ** Math.floor(40 * random.uniform() - 20),
  'times in one second of one day': () => 19_000 + random.uniform() / 86_400,
  'many that are the same': () => (random.uniform() < 0.6 ? 3 : random.uniform() * 1e6),
};
for (const [what, draw] of Object.entries(many))
  test(`the value at a place, among ${what}, is that of sorting them, in four passes at most`, async () => {
    const values = Float64Array.from({ length: 150_000 }, draw);
    for (const share of [0, 0.3, 0.5, 0.8, 1]) {
      const { visits, ...result } = await found(values, share);
      assert.deepEqual(result, expected(values, share), `${share}`);
      assert.ok(visits <= 4, `${visits} visits`);
    }
  });

test('few different values take one pass, and 0 is −0', async () => {
  const days = Float64Array.from({ length: 20_000 }, () => Math.floor(700 * random.uniform()));
  assert.deepEqual(await found(days, 0.8), { ...expected(days, 0.8), visits: 1 });
  assert.deepEqual(await found(Float64Array.of(0, -0, 1, -1), 0.4), { value: 0, greater: 1, visits: 1 });
});
