import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { cancelledError, quietContext, type RunContext } from '../../../src/engine/contract/context';
import type { ReadOptions } from '../../../src/engine/contract/data';
import { openFailure } from '../../../src/engine/data/openFailure';
import { readTable } from '../../../src/engine/data/readTable';
import { computed } from '../../computed';
import { testFolder } from '../../testFolder';
import { failure, kinds, readText } from './reading';

const folder = testFolder();

const readFile = (name: string, context: RunContext = quietContext, read: ReadOptions = {}) =>
  readTable({ kind: 'path', path: join(folder, name) }, read, context);

test('nothing to read: absent, empty, blank, a folder, no permission', async () => {
  await assert.rejects(readFile('absent.csv'), failure('file/not-found', /absent\.csv/));
  await writeFile(join(folder, 'empty.csv'), '');
  await assert.rejects(readFile('empty.csv'), failure('file/empty', /empty\.csv/));
  await assert.rejects(readText('\n \n\r\n'), failure('file/empty'));
  await assert.rejects(readText('\ufeff'), failure('file/empty'));
  await assert.rejects(readText(gzipSync('')), failure('file/empty'));
  await mkdir(join(folder, 'x.csv'));
  await assert.rejects(readFile('x.csv'), failure('file/is-directory', /folder/));
  // Tests may run as root, who may read everything: the system's answer is made here.
  const denied = openFailure('secret.csv', Object.assign(new Error('denied'), { code: 'EACCES' }));
  assert.ok(failure('file/no-permission', /secret\.csv/)(denied));
});

test('a header without rows', async () => {
  await assert.rejects(readText('a,b,c\n'), failure('data/header-only', /header/));
  await assert.rejects(readText('a,b,c'), failure('data/header-only'));
  await assert.rejects(readText('a,b\n,\n,\n'), failure('data/header-only'));
});

test('binary files, also under the name of a CSV file, and text with a zero byte far down', async () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]);
  await assert.rejects(readText(png), failure('file/binary'));
  await assert.rejects(readText(Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256)), failure('file/binary'));
  const zero = (text: string, before: string) =>
    assert.rejects(readText(text), failure('file/binary', new RegExp(`the first after ${before} others`)));
  await zero(`a,b\n${'1,2\n'.repeat(400_000)}3,\0\n`, '1,600,006');
  await zero(`a,b\n1,\0\n${'1,2\n'.repeat(4000)}`, '6');
  await zero(`a,b\n${'1,2\n'.repeat(30)}${'\0'.repeat(5000)}`, '124');
});

test('files of other programs are told by their content, with what to do', async () => {
  const archive = (name: string, content = '') => `PK\u0003\u0004${'\0'.repeat(22)}${name}${content}${'\0'.repeat(40)}`;
  const spreadsheet = 'application/vnd.oasis.opendocument.spreadsheet';
  const cases: readonly (readonly [string, RegExp])[] = [
    [archive('[Content_Types].xml') + archive('xl/workbook.xml'), /Excel workbook.*CSV UTF-8/],
    [archive('mimetype', spreadsheet), /OpenDocument spreadsheet.*LibreOffice/],
    [archive('[Content_Types].xml') + archive('word/document.xml'), /Office document/],
    [archive('table.csv'), /ZIP archive.*Extract/],
    ['\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1', /old Excel workbook/],
    ['<?xml version="1.0"?>\n<?mso-application?>\n<Workbook xmlns="urn:x">', /Excel workbook in XML/],
    ['\n<!DOCTYPE HTML>\n<html><table>', /web page/],
    ['%PDF-1.7\n', /PDF/],
    ['SQLite format 3\0', /SQLite/],
    ['ARROW1\0\0', /Feather/],
  ];
  for (const [start, pattern] of cases)
    for (const name of ['table.csv', 'table.xlsx'])
      await assert.rejects(
        readText(Buffer.from(start, 'latin1'), {}, name),
        failure('file/binary', new RegExp(`^${name} looks like .*${pattern.source}`)),
      );
  const table = await readText('PAR1,ORC,ARROW1,y\n1,2,3,4\n5,6,7,8\n');
  assert.deepEqual(kinds(table), ['number', 'number', 'number', 'number']);
});

test('a hundred thousand columns are refused at once, in a short or an endless line', async () => {
  const wide = Array.from({ length: 100_000 }, (_, j) => `c${j}`).join(',');
  const started = computed();
  await assert.rejects(readText(`${wide}\n${wide}\n`), failure('data/too-many-columns', /100000/));
  await assert.rejects(readText(wide.replaceAll(',', ';').repeat(60)), failure('data/too-many-columns'));
  assert.ok(computed() - started < 5000);
  await assert.rejects(readText('x'.repeat(40 << 20)), failure('data/malformed', /16 MB/));
});

test('truncated and damaged gzip files', async () => {
  const zipped = gzipSync(`a,b\n${Array.from({ length: 5000 }, (_, i) => `${i},${i * i}`).join('\n')}`);
  await assert.rejects(readText(zipped.subarray(0, zipped.length / 2)), failure('file/unreadable', /too early/));
  await assert.rejects(
    readText(Buffer.concat([zipped.subarray(0, 300), Buffer.alloc(300, 7)])),
    failure('file/unreadable'),
  );
});

test('a file that grows, shrinks, changes or vanishes while it is read', async () => {
  const text = `a,b\n${'1,2\n'.repeat(400_000)}`;
  const path = join(folder, 'moving.csv');
  const cases: [string, () => void, RegExp][] = [
    ['changes', () => writeFileSync(path, text.replaceAll('2', '3')), /changed/],
    ['grows', () => writeFileSync(path, text + text), /grew|changed/],
    ['shrinks', () => writeFileSync(path, 'a,b\n1,2\n'), /shorter|changed/],
    ['vanishes', () => rmSync(path), /moved or deleted/],
  ];
  for (const [name, act, pattern] of cases) {
    writeFileSync(path, text);
    let acted = false;
    const context: RunContext = {
      ...quietContext,
      progress() {
        if (!acted) act();
        acted = true;
      },
    };
    await assert.rejects(readFile('moving.csv', context), failure('file/changed', pattern), name);
  }
});

test('cancelling stops at once; progress runs from above 0 to 1 without falling', async () => {
  const bytes = Buffer.from(`a,b\n${'1.25,2.5\n'.repeat(2_000_000)}`);
  const fractions: number[] = [];
  let cancelledAt = Number.NaN;
  const context: RunContext = {
    progress(fraction) {
      fractions.push(fraction);
      if (fraction > 0.3 && Number.isNaN(cancelledAt)) cancelledAt = computed();
    },
    get cancelled() {
      return !Number.isNaN(cancelledAt);
    },
    check() {
      if (this.cancelled) throw cancelledError();
    },
  };
  await assert.rejects(readTable({ kind: 'bytes', name: 'big.csv', bytes }, {}, context), failure('run/cancelled'));
  assert.ok(computed() - cancelledAt < 200);
  assert.ok(Math.max(...fractions) < 0.4, 'what follows is not read');
  fractions.length = 0;
  const watching: RunContext = { ...quietContext, progress: (fraction) => void fractions.push(fraction) };
  await readTable({ kind: 'bytes', name: 'big.csv', bytes: bytes.subarray(0, 6_000_003) }, {}, watching);
  assert.deepEqual(
    fractions,
    [...fractions].sort((a, b) => a - b),
  );
  assert.equal(fractions.at(-1), 1);
});

test('no file stays open, however reading ends', { skip: !existsSync('/proc/self/fd') && 'needs /proc' }, async () => {
  const path = join(folder, 'open.csv');
  const descriptors = () => readdirSync('/proc/self/fd').length;
  const cancelling = (after: number): RunContext => {
    let checks = 0;
    return {
      ...quietContext,
      check() {
        if (++checks > after) throw cancelledError();
      },
    };
  };
  const lines = 'a,b\n1,2\n'.repeat(400_000);
  const cases: [string | Uint8Array, RunContext, ReadOptions][] = [
    [lines, quietContext, {}],
    [lines, cancelling(2), {}],
    [gzipSync(lines), cancelling(2), {}],
    [lines, quietContext, { delimiter: 'ab' }],
    [lines, quietContext, { kinds: { nobody: 'text' } }],
    [`${'x,'.repeat(30_000)}\n${lines}`, quietContext, {}],
    [Buffer.alloc(3_000_000, 1), quietContext, {}],
    [Buffer.from(`\ufeff${lines}`, 'utf16le'), cancelling(3), {}],
  ];
  const before = descriptors();
  for (const [content, context, read] of cases) {
    writeFileSync(path, content);
    await readFile('open.csv', context, read).catch(() => {});
  }
  // Streams close their files a moment after they are destroyed.
  for (let i = 0; i < 50 && descriptors() > before; i++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(descriptors() <= before, `${descriptors()} open, ${before} before`);
});

test('a delimiter of several characters is refused', async () => {
  await assert.rejects(readText('a,b\n1,2\n', { delimiter: '::' }), failure('parameter/invalid'));
});
