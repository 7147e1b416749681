import assert from 'node:assert/strict';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { quietContext, type RunContext } from '../../../src/engine/contract/context';
import type { ReadOptions } from '../../../src/engine/contract/data';
import { readTable } from '../../../src/engine/data/readTable';
import { rowBlocks } from '../../../src/engine/data/rowBlocks';
import { readingOfFile } from '../../../src/engine/data/tableReading';
import { rowsCsv } from '../../../src/engine/data/writeTable';
import { testFolder } from '../../testFolder';
import { cells, failure, kinds, noteCodes } from './reading';

const root = testFolder();
let folders = 0;

/** A folder with these files. */
async function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = join(root, `parts${++folders}`);
  await mkdir(folder);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

const source = (path: string) => ({ kind: 'path', path }) as const;
const read = (path: string, options: ReadOptions = {}) => readTable(source(path), options, quietContext);

test('the files of a folder are one table, in natural order, with their columns in any order', async () => {
  const folder = await folderOf({
    'p10.csv': 'y,x,town\n10,1,Ulm\n',
    'p2.csv': 'x;town;y\n2;Bonn;20\n3;;30\n',
    'p1.tsv': 'x\ty\ttown\n0\t\tUlm\n',
    '_note.csv': 'no part\n',
    'p11.csv.gz': gzipSync('town,y,x\nKöln,40,4\n'),
    'readme.txt': 'no table',
  });
  const table = await read(folder);
  const name = folder.split(/[\\/]/).pop();
  assert.equal(table.inspection.file.name, `${name} (4 files)`);
  assert.deepEqual(cells(table, 'x'), [0, 2, 3, 1, 4]);
  assert.deepEqual(cells(table, 'y'), [null, 20, 30, 10, 40]);
  assert.deepEqual(cells(table, 'town'), ['Ulm', 'Bonn', null, 'Ulm', 'Köln']);
  assert.deepEqual(kinds(table), ['number', 'number', 'category']);
  assert.deepEqual(
    table.inspection.file.parts?.map(({ name, before }) => [name, before]),
    [
      ['p1.tsv', 0],
      ['p2.csv', 2],
      ['p10.csv', 5],
      ['p11.csv.gz', 7],
    ],
  );
  assert.deepEqual(Array.from(table.lines), [2, 4, 5, 7, 9]);
  assert.deepEqual(noteCodes(table), []);
  assert.equal(table.inspection.preview[0].length, 3);
});

test('a pattern and a list are tables too', async () => {
  const folder = await folderOf({ 'a.csv': 'x,y\n1,2\n2,3\n', 'b.csv': 'x,y\n3,4\n', 'c.csv': 'z\n1\n' });
  const name = folder.split(/[\\/]/).pop();
  const table = await read(join(folder, '[ab]*.csv'));
  assert.equal(table.inspection.file.name, `${name}/[ab]*.csv (2 files)`);
  assert.deepEqual(cells(table, 'x'), [1, 2, 3]);
  assert.equal((await read(join(folder, '{b.csv,a.csv}'))).inspection.file.name, 'a.csv, b.csv (2 files)');
});

test('what a column holds, all parts decide, and an odd cell is named with its part', async () => {
  const many = (from: number) => Array.from({ length: 60 }, (_, i) => `${from + i},1`).join('\n');
  const folder = await folderOf({ 'a.csv': `x,y\n${many(0)}\n`, 'b.csv': `x,y\n${many(60)}\noops,2\n` });
  const { inspection } = await read(folder);
  assert.match(
    inspection.notes[0].text,
    /1 of 121 cells of "x" cannot be read as numbers \(“oops”, line 62 of b\.csv\)/,
  );
  assert.equal((await read(folder, { kinds: { x: 'number' } })).inspection.columns[0].count, 120);
});

test('a header in all parts, in none, in the first alone, and one without rows below it', async () => {
  const none = await folderOf({ 'a.csv': '1,2\n2,3\n', 'b.csv': '3,4\n' });
  assert.deepEqual(cells(await read(none), 'c1'), [1, 2, 3]);
  const first = await folderOf({ 'a.csv': 'x,y\n1,2\n2,3\n', 'b.csv': '3,4\n4,5\n' });
  assert.deepEqual(cells(await read(first), 'x'), [1, 2, 3, 4]);
  const empty = await folderOf({ 'a.csv': 'x,y\n1,2\n2,3\n', 'b.csv': 'y,x\n', 'c.csv': 'x,y\n3,4\n' });
  assert.deepEqual(cells(await read(empty), 'x'), [1, 2, 3]);
  const words = await folderOf({ 'a.csv': 'town,y\nUlm,1\nBonn,2\n', 'b.csv': 'town,y\nUlm,a\nBonn,b\n' });
  assert.deepEqual(cells(await read(words), 'town'), ['Ulm', 'Bonn', 'Ulm', 'Bonn']);
});

test('a part with other columns is named with what it lacks or has', async () => {
  const two = (b: string, more: Readonly<Record<string, string>> = {}) =>
    folderOf({ 'a.csv': 'x,y\n1,2\n2,3\n', 'b.csv': b, ...more });
  const refused = async (b: string, pattern: RegExp, code: Parameters<typeof failure>[0] = 'data/malformed') =>
    assert.rejects(read(await two(b)), failure(code, pattern));
  await refused('x,z\n1,2\n2,3\n', /^b\.csv lacks columns that a\.csv has: "y"\./);
  await refused('x,y,z\n1,2,3\n2,3,4\n', /^b\.csv has columns that a\.csv lacks: "z"\./);
  await refused('1,2,3\n2,3,4\n', /^b\.csv has 3 columns without names, and a\.csv has 2\./);
  await refused('', /^b\.csv is empty/, 'file/empty');
  await refused('{"x":1,"y":2}\n', /^b\.csv is JSON Lines, and a\.csv is delimited text\./);
});

test('decimal commas in one part and points in another are refused; whole numbers before commas are read again', async () => {
  const mixed = await folderOf({ 'a.csv': 'x,y\n1.5,2\n2.5,3\n', 'b.csv': 'x;y\n1,5;2\n2,5;3\n' });
  await assert.rejects(read(mixed), failure('data/malformed', /^b\.csv has decimal commas, and a\.csv has not\./));
  const late = await folderOf({ 'a.csv': 'x;y\n1;2\n2;3\n', 'b.csv': 'x;y\n1,5;2\n2,5;3\n' });
  assert.deepEqual(cells(await read(late), 'x'), [1, 2, 1.5, 2.5]);
});

test('JSON Lines: the keys of all parts, gaps where rows lack one', async () => {
  const folder = await folderOf({
    'a.jsonl': '{"x":1,"y":2}\n{"x":2,"tags":[1]}\n',
    'b.jsonl': '{"y":5,"z":"a"}\n{"x":4,"z":"b"}\n',
  });
  const table = await read(folder);
  assert.deepEqual(cells(table, 'x'), [1, 2, null, 4]);
  assert.deepEqual(cells(table, 'y'), [2, null, 5, null]);
  assert.deepEqual(cells(table, 'z'), [null, null, 'a', 'b']);
  assert.match(table.inspection.notes[0].text, /^a\.jsonl: Some rows lack keys .* So in 1 other part\.$/);
});

test('Parquet files of one folder, as other programs write them', async () => {
  const folder = await folderOf({ _SUCCESS: '' });
  const from = (name: string) => join('test/oracles/files', `${name}.parquet`);
  await copyFile(from('codec-snappy'), join(folder, 'part-0.snappy.parquet'));
  await copyFile(from('pages-2'), join(folder, 'part-1.parquet'));
  await copyFile(from('no-rows'), join(folder, 'part-2.parquet'));
  const table = await read(folder);
  assert.equal(table.inspection.rows, 80);
  const whole = cells(await read(from('codec-snappy')), 'whole');
  assert.deepEqual(cells(table, 'whole'), [...whole, ...whole]);
});

test('a folder without tables and a pattern without files are refused', async () => {
  const folder = await folderOf({ 'picture.png': 'x' });
  await assert.rejects(read(folder), failure('file/is-directory', /a folder without a table/));
  await assert.rejects(read(join(folder, '*.csv')), failure('file/not-found', /^No file matches .*\*\.csv\./));
  const text = await folderOf({ 'a.txt': 'x,y\n1,2\n2,3\n' });
  assert.equal((await read(text)).inspection.rows, 2);
});

test('a part that changes or vanishes while others are read is named', async () => {
  for (const [change, code, pattern] of [
    [(path: string) => writeFileSync(path, 'x,y\n7,8\n9,9\n'), 'file/changed', /^b\.csv was changed/],
    [(path: string) => utimesSync(path, 1, 1), 'file/changed', /^b\.csv was changed/],
    [(path: string) => rmSync(path), 'file/not-found', /^b\.csv does not exist/],
  ] as const) {
    const folder = await folderOf({ 'a.csv': 'x,y\n1,2\n2,3\n', 'b.csv': 'x,y\n3,4\n' });
    let changed = false;
    const context: RunContext = {
      ...quietContext,
      progress() {
        if (!changed) change(join(folder, 'b.csv'));
        changed = true;
      },
    };
    await assert.rejects(readTable(source(folder), {}, context), failure(code, pattern));
  }
});

test('predictions read the rows of all parts in blocks, and chosen rows are written', async () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => `${from + i},w${(from + i) % 3}`).join('\n');
  const folder = await folderOf({
    'a.csv': `x,word\n${rows(0, 700)}\n`,
    'b.csv': `word,x\n${rows(700, 5).replaceAll(/(\d+),(w\d)/g, '$2,$1')}\n`,
    'c.csv': `x,word\n${rows(705, 600)}\n`,
  });
  const reading = await readingOfFile(source(folder), {}, quietContext);
  assert.equal(reading.rows, 1305);
  const wanted = { levels: new Map(), kinds: new Map() };
  const values: number[] = [];
  const sizes: number[] = [];
  for await (const { columns } of rowBlocks(source(folder), reading, { step: 64, most: 128 }, wanted, quietContext)) {
    const [x] = columns;
    assert.ok('values' in x);
    values.push(...x.values);
    sizes.push(x.values.length);
  }
  assert.deepEqual(
    values,
    Array.from({ length: 1305 }, (_, i) => i),
  );
  assert.ok(sizes.slice(0, -1).every((size) => size % 64 === 0));
  const { inspection } = await read(folder);
  const some = await rowsCsv(source(folder), inspection, {}, (row) => row === 0 || row === 701, quietContext);
  assert.equal(some, 'x,word\r\n0,w0\r\n701,w2\r\n');
});
