import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { printed } from '../../src/cli/text/parts';
import { displayWidth, wrapLines } from '../../src/cli/text/wrap';
import { textTable } from '../../src/cli/textTable';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

const folder = testFolder();
let table = '';
before(async () => {
  table = join(folder, 'wide.csv');
  const names = ['売上高（税込み）', 'e\u0301le\u0301vation 🏔️ of the house above the sea', 'kind', 'y'];
  const rows = Array.from({ length: 60 }, (_, i) => `${i},${(i * 7) % 13},${['東京都千代田区', 'b'][i % 2]},${i % 17}`);
  await writeFile(table, `${names.join(',')}\n${rows.join('\n')}\n`);
});

async function run(columns: number, ...argv: string[]) {
  const { out, err, code } = await runIn(folder, argv, { columns });
  assert.equal(code, 0, err);
  return out.split('\n');
}

test('a character takes as many cells as a terminal gives it', () => {
  for (const [text, cells] of [
    ['', 0],
    ['plain', 5],
    ['e\u0301te\u0301', 3],
    ['大小', 4],
    ['ﾊﾝｶｸ', 4],
    ['한글', 4],
    ['🏔️', 2],
    ['🙂!', 3],
    ['👩‍🔬', 2],
    ['🇫🇷', 2],
    ['λ² ≤ −1', 7],
    ['\u0301', 0],
  ] as const)
    assert.equal(displayWidth(text), cells, JSON.stringify(text));
});

test('lines break at blanks, and in a word that alone is too wide, between whole characters', () => {
  assert.deepEqual(wrapLines('one two three', 7), ['one two', 'three']);
  assert.deepEqual(wrapLines('one two three', 7, 5), ['one', 'two', 'three']);
  assert.deepEqual(wrapLines('a 大小大小 b', 4), ['a', '大小', '大小', 'b']);
  assert.deepEqual(wrapLines('e\u0301e\u0301e\u0301', 2), ['e\u0301e\u0301', 'e\u0301']);
  assert.deepEqual(wrapLines('', 10), ['']);
});

test('columns of a table are aligned by cells, and wrapped where the terminal is narrow', () => {
  const rows = [
    ['name', 'n', 'note'],
    ['大小', '5', 'short'],
    ['ab', '12', 'a note of several words that goes on'],
  ];
  assert.equal(
    textTable(rows, [1]),
    '  name   n  note\n  大小   5  short\n  ab    12  a note of several words that goes on\n',
  );
  assert.equal(
    textTable(rows, [1], 30),
    '  name   n  note\n  大小   5  short\n  ab    12  a note of several\n            words that goes on\n',
  );
});

test('a table of numbers that is too wide goes on below, with its first column again', () => {
  const rows = [
    ['class', '1000', '2000', '3000'],
    ['a', '1', '2', '3'],
  ];
  assert.equal(
    textTable(rows, [1, 2, 3], 20),
    '  class  1000  2000\n  a         1     2\n\n  class  3000\n  a         3\n',
  );
});

test('what is printed keeps to the terminal, and to one line where there is none', () => {
  const line = 'a sentence that is longer than the terminal is wide';
  assert.equal(printed([[{ line }], []]), `${line}\n`);
  assert.equal(
    printed([[{ line }], [{ prose: 'so is this one', mark: '! ', indent: '  ' }]], 26),
    'a sentence that is longer\n  than the terminal is\n  wide\n\n  ! so is this one\n',
  );
  assert.equal(printed([[{ line: 'no\u001b[31m' }]]), 'no\\u001b[31m\n');
});

for (const argv of [
  ['inspect'],
  ['fit', '--target', 'y', '--importance'],
  ['fit', '--target', 'kind', '--set', 'kernel=gaussian'],
  ['fit', '--target', 'y', '--method', 'huber', '--set', 'kernel=gaussian'],
  ['fit', '--method', 'ekpca'],
  ['compare', '--target', 'y'],
  ['recommend', '--target', 'y'],
])
  test(`${argv.join(' ')} keeps to the width of the terminal`, async () => {
    const [command, ...options] = argv;
    for (const columns of [44, 120]) {
      const wide = (await run(columns, command, table, ...options)).filter((line) => displayWidth(line) > columns);
      assert.deepEqual(wide, []);
    }
  });

for (const argv of [['methods'], ['methods', 'krr'], ['methods', 'rf-ridge'], ['reproduce']])
  test(`${argv.join(' ')} keeps to the width of the terminal`, async () => {
    for (const columns of [44, 60, 80, 120]) {
      const wide = (await run(columns, ...argv)).filter((line) => displayWidth(line) > columns);
      assert.deepEqual(wide, []);
    }
  });

test('texts of a file are cut on their way to a person, however long they are', async () => {
  const path = join(folder, 'long.csv');
  const long = (i: number) => [`x${' '.repeat(300_000)}y`, 'e\u0301'.repeat(20_000), 'QUJD'.repeat(30_000)][i % 3];
  const rows = Array.from({ length: 60 }, (_, i) => `${(i * 7) % 13},"${i < 40 ? long(i) : i % 3}",${i % 17}`);
  await writeFile(path, `a,${'name '.repeat(5000)},y\n${rows.join('\n')}\n`);
  for (const argv of [
    ['inspect', path],
    ['fit', path, '--target', 'y', '--set', 'kernel=gaussian', '--importance'],
    ['fit', path, '--target', '2', '--set', 'kernel=gaussian'],
    ['recommend', path, '--target', 'y'],
    ['compare', path, '--target', '2', '--set', 'folds=3'],
  ])
    for (const columns of [undefined, 80]) {
      const { out, err } = await runIn(folder, argv, columns === undefined ? {} : { columns });
      for (const line of `${out}${err}`.split('\n'))
        assert.ok(line.length < 2500, `${argv.join(' ')}: a line of ${line.length} characters`);
    }
});
