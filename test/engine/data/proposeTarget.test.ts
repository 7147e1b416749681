import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readText } from './reading';

/** The column proposed for 20 rows under these names, each with the cells of its kind. */
async function proposed(
  columns: Readonly<Record<string, (i: number) => string | number>>,
): Promise<string | undefined> {
  const rows = Array.from({ length: 20 }, (_, i) => Object.values(columns).map((cell) => cell(i)));
  const { inspection } = await readText([Object.keys(columns), ...rows].map((row) => row.join(',')).join('\n'));
  const { columns: summaries, defaultTarget } = inspection;
  return defaultTarget === undefined ? undefined : summaries[defaultTarget].name;
}
const number = (i: number) => (i * 7) % 11;
const word = (i: number) => ['oak', 'elm', 'ash'][i % 3];
const key = (i: number) => `k${i}`;

test('a column that is called like a target is proposed, wherever it stands', async () => {
  for (const name of ['target', 'Class', 'LABEL', 'y', 'Price', 'outcome', 'response'])
    assert.equal(await proposed({ x: number, [name]: number, z: number }), name);
  assert.equal(await proposed({ x: number, Class: word, z: number }), 'Class');
  assert.equal(await proposed({ x: number, SalePrice: number, z: number }), 'SalePrice');
  assert.equal(
    await proposed({ x: number, 'house price of unit area': number, z: number }),
    'house price of unit area',
  );
  assert.equal(await proposed({ SalePrice: number, class: word, z: number }), 'class');
});

test('parts of words and coordinates are no such names', async () => {
  for (const name of ['classic', 'labels', 'pos_y', 'yes', 'priced'])
    assert.equal(await proposed({ [name]: number, z: number }), 'z');
});

test('otherwise the last column that can be predicted as it is', async () => {
  assert.equal(await proposed({ x: number, tree: word }), 'tree');
  assert.equal(
    await proposed({ x: number, tree: word, code: key, same: () => 1, day: (i) => `2021-03-0${1 + (i % 9)}` }),
    'tree',
  );
  assert.equal(await proposed({ code: key, same: () => 1 }), undefined);
});
