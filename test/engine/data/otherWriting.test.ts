// Rows mean the same in a file that is written otherwise than the one that a model was fitted with: other signs of numbers, other delimiters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { Dialect, FrozenReading } from '../../../src/engine/contract/data';
import { frozenReading } from '../../../src/engine/data/frozenReading';
import { Random } from '../../../src/engine/data/random';
import { readTable } from '../../../src/engine/data/readTable';
import { designed } from './designed';
import { bytesOf, cells, readText } from './reading';

type Signs = Pick<Dialect, 'decimal' | 'thousands'> & { readonly delimiter: string };

const WAYS: readonly Signs[] = [
  { decimal: '.', thousands: '', delimiter: ',' },
  { decimal: '.', thousands: '', delimiter: ';' },
  { decimal: '.', thousands: ',', delimiter: '\t' },
  { decimal: '.', thousands: "'", delimiter: ',' },
  { decimal: '.', thousands: ' ', delimiter: '|' },
  { decimal: ',', thousands: '', delimiter: ';' },
  { decimal: ',', thousands: '', delimiter: '\t' },
  { decimal: ',', thousands: '.', delimiter: ';' },
  { decimal: ',', thousands: ' ', delimiter: '|' },
];
/** Names and words that look like numbers, and are none. */
const NAMES = ['3.5', '1,5', '2.0', '12,75', 'size'];
const WORDS = ['v1.2', '1.2', '3,4', '7.5', '10,25', 'none'];

const numberIn = (value: number, decimals: number, { decimal, thousands }: Signs): string => {
  const [whole, rest] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, thousands);
  return `${value < 0 ? '-' : ''}${grouped}${rest === undefined ? '' : decimal + rest}`;
};

/** A file that is read like another one. */
const readLike = (frozen: FrozenReading, text: string, kinds: Readonly<Record<string, 'category'>> = {}) =>
  readTable({ kind: 'bytes', name: 'new.csv', bytes: bytesOf(text) }, { frozen, kinds }, quietContext);

/** Rows of a column of numbers with decimals, one of large numbers and one of words. */
function drawn(random: Random) {
  const decimals = 1 + random.below(4);
  const rows = Array.from({ length: 24 }, () => [
    Number((20 * random.uniform() - 10).toFixed(decimals)) + 0,
    Number((90_000 * random.uniform()).toFixed(1)),
    WORDS[random.below(WORDS.length)],
  ]);
  const names = [NAMES[random.below(NAMES.length)], 'large', 'words'];
  const write = (some: typeof rows, signs: Signs) => {
    const cell = (text: string) => (text.includes(signs.delimiter) ? `"${text}"` : text);
    const line = ([small, large, words]: (typeof rows)[number]) =>
      [numberIn(small as number, decimals, signs), numberIn(large as number, 1, signs), String(words)]
        .map(cell)
        .join(signs.delimiter);
    return `${[names.map(cell).join(signs.delimiter), ...some.map(line)].join('\n')}\n`;
  };
  return { rows, names, write };
}

test('numbers keep their values in a file with other signs, whatever its names and words look like', async () => {
  const random = new Random(4);
  for (let k = 0; k < 400; k++) {
    const { rows, names, write } = drawn(random);
    const [trained, other] = [WAYS[random.below(WAYS.length)], WAYS[random.below(WAYS.length)]];
    const kinds = { words: 'category' as const };
    const { inspection } = await readText(write(rows, trained), { kinds });
    const some = rows.slice(0, 2 + random.below(20));
    const again = await readLike(frozenReading(inspection), write(some, other), kinds);
    const label = `${JSON.stringify(trained)}, then ${JSON.stringify(other)}:\n${write(some, other)}`;
    for (const [j, name] of names.slice(0, 2).entries())
      assert.deepEqual(
        cells(again, name),
        some.map((row) => row[j]),
        label,
      );
    const said = again.inspection.notes.filter(({ code }) => code === 'data/other-decimal');
    assert.equal(said.length, trained.decimal === other.decimal ? 0 : 1, label);
  }
});

test('a cell with the other decimal sign among many is a slip, and the file is read as before', async () => {
  const { inspection } = await readText('x,y\n1.5,2\n2.25,3\n');
  const body = Array.from({ length: 30 }, (_, i) => `${i}.5;${i}`).join('\n');
  const table = await readLike(frozenReading(inspection), `x;y\n3,5;1\n${body}\n`);
  assert.deepEqual(cells(table, 'x').slice(0, 2), [null, 0.5]);
  const other = await readLike(frozenReading(inspection), `x;y\n3.5;1\n${body.replaceAll('.', ',')}\n`);
  assert.deepEqual(cells(other, 'x').slice(0, 2), [null, 0.5]);
});

test('numbers are read without a unit that the other file lacks, and refused with another unit than it has', async () => {
  const file = (write: (x: string) => string, decimal = '.') =>
    `x;y\n${Array.from({ length: 20 }, (_, i) => `${write(`${i}${decimal}25`)};${i}`).join('\n')}\n`;
  const values = Array.from({ length: 20 }, (_, i) => i + 0.25);
  const units = ['kg', '%', '€', '$', 'EUR', 'm/s'];
  const plain = frozenReading((await readText(file((x) => x))).inspection);
  for (const [k, unit] of units.entries())
    for (const decimal of ['.', ','] as const) {
      const before = unit === '€' || unit === '$' || unit === 'EUR';
      const written = (x: string) => (before ? `${unit} ${x}` : `${x}${k % 2 ? '' : ' '}${unit}`);
      const text = file(written, decimal);
      const table = await readLike(plain, text);
      assert.deepEqual(cells(table, 'x'), values, text);
      assert.ok(
        table.inspection.notes.some(({ text }) => text.includes(`“${unit}”, which those of the training rows`)),
      );
      const known = await readText(text);
      assert.deepEqual(
        cells(
          await readLike(
            frozenReading(known.inspection),
            file((x) => x),
          ),
          'x',
        ),
        values,
      );
      const other = units[(k + 1) % units.length];
      const { inspection } = await readLike(
        frozenReading(known.inspection),
        file((x) => `${x} ${other}`),
      );
      assert.equal(inspection.columns[0].kind, 'text', `${unit}, then ${other}`);
      assert.ok(inspection.columns[0].reason.includes(`are no numbers in “${unit}”`), inspection.columns[0].reason);
    }
});

test('what is written otherwise in a file of held-out rows is said once', async () => {
  const rows = (write: (x: number) => string) =>
    Array.from({ length: 30 }, (_, i) => `${write(i / 4 + Math.sin(i))};${i}`).join('\n');
  const table = await readText(`x;y\n${rows((x) => x.toFixed(3))}\n`);
  const frozen = frozenReading(table.inspection);
  const held = await readLike(frozen, `x;y\n${rows((x) => `${x.toFixed(2).replace('.', ',')} kg`)}\n`);
  const holdout = { kind: 'file', source: { kind: 'path', path: 'new.csv' } } as const;
  const { notes } = designed(table, { holdout }, held).report;
  for (const says of [/decimal commas/, /“kg”/])
    assert.equal(notes.filter(({ text }) => says.test(text)).length, 1, JSON.stringify(notes));
});
