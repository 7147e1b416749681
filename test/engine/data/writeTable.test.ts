import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { ReadOptions } from '../../../src/engine/contract/data';
import { inspectedTable } from '../../../src/engine/data/inspect';
import { writeTable } from '../../../src/engine/data/writeTable';
import { testFolder } from '../../testFolder';
import { bytesOf, failure } from './reading';

const folder = testFolder();

async function rewritten(content: string | Uint8Array, read: ReadOptions = {}): Promise<string> {
  const source = { kind: 'bytes', name: 'in.csv', bytes: bytesOf(content) } as const;
  const path = join(folder, 'out.csv');
  await writeTable(source, (await inspectedTable(source, read, quietContext)).inspection, read, path, quietContext);
  return readFile(path, 'utf8');
}

test('numbers become plain and keep their digits, gaps become empty, words stay', async () => {
  const text = 'v;w;d\n1,50;a "b";3/4/2021\n1.234,0;x,y;25/4/2021\nNA;?;?\n0,00266337;"two\nlines";1/5/2021\n';
  assert.equal(
    await rewritten(text),
    'v,w,d\r\n1.50,"a ""b""",3/4/2021\r\n1234.0,"x,y",25/4/2021\r\n,,\r\n0.00266337,"two\nlines",1/5/2021\r\n',
  );
});

test('without a header none is written; stand-ins for missing become empty; short rows are filled', async () => {
  assert.equal(
    await rewritten('-999\t1.0\n5\t2.0\n-999.0\t3\n6\n-999\t4\n7\t5e-3\n'),
    ',1.0\r\n5,2.0\r\n,3\r\n6,\r\n,4\r\n7,5e-3\r\n',
  );
});

test('a header alone is a table of no rows, an empty file one of no columns; a file without any value is none', async () => {
  assert.equal(await rewritten('a;b;c\n'), 'a,b,c\r\n');
  assert.equal(await rewritten('a,b\n,\n'), 'a,b\r\n');
  const source = { kind: 'bytes', name: 'in.csv', bytes: bytesOf('a,b\n') } as const;
  const { rows, columns } = (await inspectedTable(source, {}, quietContext)).inspection;
  assert.deepEqual([rows, columns.map((c) => c.kind)], [0, ['empty', 'empty']]);
  assert.equal(await rewritten(''), '');
  const empty = (await inspectedTable({ ...source, bytes: bytesOf('') }, {}, quietContext)).inspection;
  assert.deepEqual([empty.rows, empty.columns, empty.notes.map((n) => n.code)], [0, [], ['data/empty']]);
  await assert.rejects(rewritten('\n\n'), failure('file/empty'));
  await assert.rejects(rewritten(',\n,\n'), failure('data/header-only'));
});

test('the table as written reads the same, again and again', async () => {
  const once = await rewritten('a,b\n"1,234",x\n"2,345.50", y\n,"q""r"\n7,\n');
  assert.equal(await rewritten(once), once);
});

test('a cell is written as empty exactly where it was read as a gap, whatever else its sign may mean', async () => {
  const columns: readonly (readonly string[])[] = [
    ['US', 'NA', 'DE', 'FR', 'GB', ''],
    ['+', '-', '++', '+', '', '+++'],
    ['yes', 'None', 'no', 'yes', 'NA', 'no'],
    ['2024-01-02', 'None', '2024-03-04', 'NaT', 'n/a', '2024-05-06'],
    ['oak', 'None', 'fir', 'NA', '-', 'oak'],
    ['1.5', 'None', '2.5', 'NA', '-', '7'],
  ];
  for (const cells of columns) {
    const content = `x,y\n${Array.from({ length: 60 }, (_, i) => `${cells[i % cells.length]},${i}`).join('\n')}\n`;
    const { inspection } = await inspectedTable(
      { kind: 'bytes', name: 'in.csv', bytes: bytesOf(content) },
      {},
      quietContext,
    );
    const empty = (await rewritten(content)).split('\r\n').filter((line) => line.startsWith(','));
    assert.equal(empty.length, inspection.columns[0].missing, `${cells}`);
  }
});

test('a single column keeps its empty cells', async () => {
  assert.equal(await rewritten('a\n1\nNA\n3\n'), 'a\r\n1\r\n""\r\n3\r\n');
});

test('a file that changed since it was inspected is refused, and nothing is left behind', async () => {
  const path = join(folder, 'in.csv');
  const source = { kind: 'path', path } as const;
  await writeFile(path, 'a,b\n1,2\n');
  const { inspection } = await inspectedTable(source, {}, quietContext);
  await writeFile(path, 'a,b\n1,2\n3,4\n');
  const out = join(folder, 'never.csv');
  await assert.rejects(writeTable(source, inspection, {}, out, quietContext), failure('file/changed'));
  assert.ok((await readdir(folder)).every((name) => !name.includes('never')));
});

test('a place that cannot be written is said in words', async () => {
  const source = { kind: 'bytes', name: 'in.csv', bytes: bytesOf('a,b\n1,2\n') } as const;
  const { inspection } = await inspectedTable(source, {}, quietContext);
  const nowhere = join(folder, 'no', 'such', 'folder.csv');
  await assert.rejects(writeTable(source, inspection, {}, nowhere, quietContext), failure('file/not-written'));
});

test('what stands at a number and cells that are none are kept, whatever the signs of numbers', async () => {
  const amounts = Array.from({ length: 40 }, (_, i) => (i === 7 ? 'on request' : i === 9 ? '' : `$${i}.50`));
  const text = ['a,b', ...amounts.map((amount, i) => `${amount},${i === 3 ? 'seven' : i}`), ''].join('\r\n');
  assert.equal(await rewritten(text), text);
  const commas = Array.from({ length: 40 }, (_, i) => (i === 7 ? 'auf Anfrage' : `1.0${10 + i},50 €`));
  const points = commas.map((amount) => amount.replace('.', '').replace(',', '.'));
  const lines = (cells: readonly string[], by: string, end: string) =>
    ['a;b', ...cells.map((cell, i) => `${cell};${i}`), ''].map((each) => each.replace(';', by)).join(end);
  assert.equal(await rewritten(lines(commas, ';', '\n')), lines(points, ',', '\r\n'));
});
