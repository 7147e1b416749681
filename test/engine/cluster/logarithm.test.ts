import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { inMemory, inSteps, requestOf, sameFit, written } from './steps';

test('parts of any format are read with the logarithm of their target, as one file is', async () => {
  const random = new Random(12);
  const rows = Array.from({ length: 240 }, () => {
    const [a, b] = [random.normal(), random.normal()].map((v) => Number(v.toFixed(3)));
    return { a, b, price: Number((50 * Math.exp(a + Math.sin(b) + 0.1 * random.normal())).toFixed(2)) };
  });
  const csv = (some: typeof rows) => ['a,b,price', ...some.map((row) => Object.values(row).join())].join('\n');
  const jsonl = (some: typeof rows) => some.map((row) => JSON.stringify(row)).join('\n');
  const design = { target: 'ln(price)', features: ['a', 'b'] };
  const whole = written('prices.csv', csv(rows));
  const expected = await inMemory(requestOf([whole], design), whole);
  for (const [end, write] of [
    ['csv', csv],
    ['jsonl', jsonl],
  ] as const) {
    const parts = [rows.slice(0, 100), rows.slice(100)].map((some, i) => written(`prices-${i}.${end}`, write(some)));
    sameFit((await inSteps(requestOf(parts, design))).run, expected, 1e-9);
  }
});
