import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { plainText } from '../../../src/figures/words/describe';
import { designed } from './designed';
import { readText } from './reading';

const options = { holdout: { kind: 'file', source: { kind: 'path', path: 'other.csv' } } } as const;
const HEADER = 'size,colour,day,y';

/** Rows of numbers, words and dates with gaps, by a seed. */
function madeRows(count: number, seed: number): readonly string[] {
  const random = new Random(seed);
  const digit = (digits: number) => (10 * random.uniform()).toFixed(digits);
  return Array.from({ length: count }, () => {
    const day = `2024-0${1 + Math.floor(9 * random.uniform())}-1${Math.floor(10 * random.uniform())}`;
    const size = random.uniform() < 0.1 ? '' : digit(2);
    return [size, random.uniform() < 0.5 ? 'red' : 'blue', day, digit(3)].join(',');
  });
}

/** The callout on held-out rows that train, too; undefined without one. */
async function said(train: readonly string[], tested: readonly string[], header = HEADER): Promise<string | undefined> {
  const [first, second] = await Promise.all([train, tested].map((rows) => readText([header, ...rows, ''].join('\n'))));
  const { callouts = [] } = designed(first, options, second);
  return callouts.filter(({ kind }) => kind === 'leak').map(({ text }) => plainText(text))[0];
}

test('held-out rows of a second file that train, too, are counted', async () => {
  const train = madeRows(120, 1);
  const fresh = madeRows(40, 2);
  assert.equal(await said(train, fresh), undefined);
  for (const both of [3, 20, 120]) {
    const tested = [...train.slice(-both).reverse(), ...fresh];
    assert.match(
      (await said(train, tested)) ?? '',
      new RegExp(`^${both} of ${both + 40} held-out rows are training rows`),
    );
  }
  assert.equal(await said(train, [...train.slice(0, 2), ...madeRows(100, 3)]), undefined);
  assert.match((await said(train, [train[7], ...fresh.slice(0, 9)])) ?? '', /^1 of 10 held-out rows is a training row/);
});

test('rows of few values agree by chance, and nothing is said of them', async () => {
  const coarse = (count: number, seed: number) => {
    const random = new Random(seed);
    return Array.from({ length: count }, () =>
      [random.uniform() < 0.5 ? 'a' : 'b', Math.floor(3 * random.uniform()), Math.floor(5 * random.uniform())].join(
        ',',
      ),
    );
  };
  assert.equal(await said(coarse(200, 4), coarse(80, 5), 'kind,size,y'), undefined);
});
