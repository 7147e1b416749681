import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileCallouts } from '../../../src/engine/data/fileCallouts';
import { permutation, Random } from '../../../src/engine/data/random';
import { readText } from './reading';

/** A column in which a share of the cells holds one of these texts, and the others a number. */
async function columnOf(random: Random, rows: number, share: number, texts: readonly string[], number: () => string) {
  const replaced = Math.round(share * rows);
  const place = permutation(rows, random.below(1e6));
  const lines = Array.from(
    place,
    (at, i) => `${i % 2 ? 'north' : 'south'},${texts[at < replaced ? at % texts.length : -1] ?? number()}`,
  );
  const table = await readText(`area,rate\n${lines.join('\n')}\n`);
  const said = [
    ...table.inspection.notes.map(({ text }) => text),
    ...fileCallouts(table.inspection).map(({ bare }) => bare),
  ];
  return { column: table.inspection.columns[1], replaced, said: said.filter((text) => text?.includes('rate')) };
}

test('marks in place of numbers that are not given count as missing, with a note, in up to half of the cells and more', async () => {
  const random = new Random(11);
  for (const texts of [
    ['*'],
    ['[c]'],
    ['c'],
    ['NS'],
    ['(D)'],
    ['<LQ'],
    ['**', '*'],
    ['[x]', '[c]', '[low]'],
    ['x)', '†'],
  ])
    for (const rows of [24, 60, 400, 3000])
      for (const share of [0.15, 0.35, 0.5]) {
        const number = () => (200 * random.uniform()).toFixed(1);
        const { column, replaced, said } = await columnOf(random, rows, share, texts, number);
        const where = `${texts.join()} in ${replaced} of ${rows} rows`;
        assert.equal(column.kind, 'number', where);
        assert.equal(column.missing, replaced, where);
        assert.ok(said.length > 0, where);
      }
});

test('codes beside numbers, and words, are levels', async () => {
  const random = new Random(12);
  const upTo = (most: number) => () => String(1 + random.below(most));
  for (const [texts, number] of [
    [['K'], upTo(12)],
    [['X'], upTo(9)],
    [['N', 'E', 'A'], upTo(80)],
    [['low'], upTo(300)],
    [['free'], upTo(300)],
    [['Miller', 'Smith'], upTo(300)],
  ] as const)
    for (const rows of [60, 400]) {
      const { column } = await columnOf(random, rows, 0.35, texts, number);
      assert.ok(column.kind === 'category' || column.kind === 'text', `${texts.join()}: ${column.kind}`);
    }
});

test('a warning without the text of cells still names its columns', async () => {
  const random = new Random(13);
  const files = [
    ['-999', () => (200 * random.uniform()).toFixed(1)],
    ['<0.4', () => (200 * random.uniform()).toFixed(1)],
    ['unknown to us', () => String(100 + random.below(900))],
  ] as const;
  for (const [cell, number] of files) {
    const lines = Array.from({ length: 200 }, (_, i) => `${number()},${i % 40 === 7 ? cell : number()}`);
    const { inspection } = await readText(`area,rate\n${lines.join('\n')}\n`);
    const callouts = fileCallouts(inspection).filter(({ bare }) => bare);
    assert.ok(callouts.length > 0, cell);
    for (const { bare, columns } of callouts) {
      assert.deepEqual(columns, ['rate'], cell);
      assert.match(bare ?? '', /^"rate": [A-Z]/, cell);
      assert.ok(!bare?.includes(cell), bare);
    }
  }
});

test('counts among which a word or two stand for many rows are words, and a note says how to read them as numbers', async () => {
  const random = new Random(14);
  for (const texts of [['not counted'], ['absent', 'see note']])
    for (const share of [0.15, 0.3, 0.45]) {
      const { column, said } = await columnOf(random, 400, share, texts, () => String(random.below(14)));
      assert.equal(column.kind, 'category');
      assert.match(said[0] ?? '', /is mostly numbers, but line \d+ holds ".*"; set its kind to number/, texts.join());
    }
});
