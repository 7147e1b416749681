import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { quietContext } from '../../../src/engine/contract/context';
import type { FileSource, ReadOptions } from '../../../src/engine/contract/data';
import { toFailure } from '../../../src/engine/contract/failure';
import type { StreamSource } from '../../../src/engine/data/byteSource';
import { Random } from '../../../src/engine/data/random';
import { readTable } from '../../../src/engine/data/readTable';
import { rowBlocks, streamedBlocks, type WantedColumns } from '../../../src/engine/data/rowBlocks';
import type { Column, RowsTable } from '../../../src/engine/data/table';
import { readingOfFile } from '../../../src/engine/data/tableReading';
import { accidentalFile } from './accidentalFile';
import { failure } from './reading';

const SIZE = { step: 7, most: 700 };
const NOTHING: WantedColumns = { levels: new Map(), kinds: new Map() };

const fileOf = (text: string | Uint8Array): FileSource => ({
  kind: 'bytes',
  name: 'test.csv',
  bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
});

/** A pipe that gives its first megabyte at once and the rest a few hundred bytes at a time. */
function streamOf(text: string, size = 300): StreamSource {
  const bytes = Buffer.from(text);
  async function* chunks() {
    yield bytes.subarray(0, 1 << 20);
    for (let from = 1 << 20; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
  }
  return { kind: 'stream', name: 'test.csv', chunks };
}

/**
 * Each row as its line and its cells: numbers as they are, words of a category, null for a gap. A complete table stores
 * no words of text columns.
 */
function rowsOf({ columns, lines }: RowsTable): unknown[][] {
  const cell = (column: Column, i: number) => {
    if (column.kind === 'empty') return null;
    if ('codes' in column) {
      const code = column.codes[i];
      if (code < 0) return null;
      return column.kind === 'text' ? 'text' : column.levels[code];
    }
    const value = column.values[i];
    return Number.isNaN(value) ? null : column.kind === 'boolean' ? column.words[value] : value;
  };
  return Array.from(lines, (line, i) => [line, ...columns.map((column) => cell(column, i))]);
}

async function gathered(tables: AsyncIterable<RowsTable>) {
  const rows: unknown[][] = [];
  let kinds: string[] = [];
  for await (const table of tables) {
    assert.equal(table.before, rows.length);
    assert.equal(table.lines.length, table.inspection.rows);
    assert.ok(table.lines.length <= SIZE.most);
    rows.push(...rowsOf(table));
    kinds = table.inspection.columns.map(({ kind }) => kind);
  }
  return { rows, kinds };
}

/** The reading of a file and its rows, taken in blocks; rejects where it cannot be read. */
async function inBlocks(source: FileSource, read: ReadOptions = {}) {
  const reading = await readingOfFile(source, read, quietContext);
  const { rows, kinds } = await gathered(rowBlocks(source, reading, SIZE, NOTHING, quietContext));
  const columns = reading.columns.map(({ name, kind, missingTokens, reason }) => ({
    name,
    kind,
    tokens: missingTokens.map(({ token }) => token).sort(),
    reason,
  }));
  assert.deepEqual(
    kinds,
    columns.map(({ kind }) => kind),
  );
  return { dialect: reading.dialect, columns, rows };
}

async function whole(source: FileSource, read: ReadOptions = {}) {
  const table = await readTable(source, read, quietContext);
  const { columns, dialect } = table.inspection;
  return {
    dialect,
    columns: columns.map(({ name, kind, missingTokens, reason }) => ({
      name,
      kind,
      tokens: missingTokens.map(({ token }) => token).sort(),
      reason: /^(?:mostly|looks like dates)/.test(reason) ? reason : '',
    })),
    rows: rowsOf(table),
  };
}

const orFailure = <T>(result: Promise<T>) =>
  result.catch((error) => {
    const { code, message } = toFailure(error);
    assert.notEqual(code, 'engine/failed', message);
    return { code, message };
  });

test('files with accidents are the same in blocks as in one piece', async () => {
  for (let seed = 0; seed < 200; seed++) {
    const source = fileOf(accidentalFile(new Random(seed), 40));
    assert.deepEqual(await orFailure(inBlocks(source)), await orFailure(whole(source)), `seed ${seed}`);
  }
});

test('and so they are over several blocks of text', async () => {
  // The seeds with the longest lines.
  for (const seed of [2, 18, 56]) {
    const text = accidentalFile(new Random(seed), 45_000);
    assert.ok(Buffer.byteLength(text) > 1.1 * 2 ** 20);
    const source = fileOf(text);
    const [blocks, one] = [await orFailure(inBlocks(source)), await orFailure(whole(source))];
    assert.deepEqual(blocks, one, `seed ${seed}`);
  }
});

const ROWS = 6000;
const LATE = 5000;
const pad = (i: number) => String(i).padStart(5, '0');
/** Columns whose first megabyte says something else than all of them. */
const TWISTS: Readonly<Record<string, (i: number) => string>> = {
  'numbers, then a word': (i) => (i === LATE ? 'oops' : String(i % 5)),
  'many numbers, then words': (i) => (i > LATE ? `w${i % 3}` : `${i}.5`),
  'few numbers, None, then words': (i) => (i > LATE ? 'b' : i % 9 === 0 ? 'None' : String(i % 4)),
  'numbers with None': (i) => (i === 5 || i === LATE ? 'None' : String(i)),
  'a number for missing, late': (i) => (i > LATE && i % 7 === 0 ? '-999' : String(i % 30)),
  'a number for missing that is none after all': (i) => (i < 30 ? '-999' : String(i > LATE ? -(i % 2000) : i % 500)),
  'gaps, then numbers': (i) => (i > LATE ? String(i) : ''),
  'gaps, then dates': (i) => (i > LATE ? '2024-02-03' : 'NA'),
  'open dates, the month first in the end': (i) => (i === LATE ? '3/14/2024' : `${1 + (i % 9)}/${1 + (i % 11)}/2024`),
  'open dates, the day first in the end': (i) => (i === LATE ? '14/3/2024' : `${1 + (i % 9)}/${1 + (i % 11)}/2024`),
  'open dates to the end': (i) => `${1 + Math.floor(i / 600)}/${1 + (Math.floor(i / 60) % 10)}/2024`,
  'dates, then a word': (i) => (i === LATE ? 'soon' : '2024-01-31'),
  'yes and no': (i) => (i % 2 ? 'Yes' : 'no'),
  'yes and no, then maybe': (i) => (i === LATE ? 'maybe' : i % 2 ? 'yes' : 'no'),
  'yes and no with None': (i) => (i % 3 ? 'yes' : i === LATE ? 'no' : 'None'),
  'few words, then many': (i) => (i > LATE ? `word ${pad(i)}` : 'few'),
  infinite: (i) => (i === LATE ? 'x' : i % 50 === 0 ? 'inf' : String(i % 3)),
  'nothing at all': () => '',
};
/** A column that makes rows long enough for the late ones to lie behind the first megabyte. */
const FILLER = 'long'.repeat(60);
const twisted = (names: readonly string[], rows = ROWS) =>
  `${names.map((name) => `"${name}"`).join(',')},filler\r\n${Array.from(
    { length: rows },
    (_, i) => `${names.map((name) => TWISTS[name](i)).join(',')},${FILLER}`,
  ).join('\r\n')}\r\n`;

test('what only late rows tell holds for all rows', async () => {
  const text = twisted(Object.keys(TWISTS));
  const [blocks, one] = [await inBlocks(fileOf(text)), await whole(fileOf(text))];
  assert.deepEqual(blocks.columns, one.columns);
  assert.deepEqual(blocks, one);
  const kind = Object.fromEntries(one.columns.map((column) => [column.name, column.kind]));
  assert.equal(kind['many numbers, then words'], 'text');
  assert.equal(kind['few numbers, None, then words'], 'category');
  assert.equal(kind['gaps, then dates'], 'date');
  assert.deepEqual(await inBlocks(fileOf(gzipSync(text))), {
    ...one,
    dialect: { ...one.dialect, compression: 'gzip' },
  });
  const utf16 = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
  assert.deepEqual((await inBlocks(fileOf(utf16))).rows, one.rows);
});

/** The same columns as JSON Lines: gaps are null or absent, and one key comes late. */
const jsonOf = (names: readonly string[], rows = ROWS) =>
  Array.from({ length: rows }, (_, i) => {
    const cells = names.map((name) => [name, TWISTS[name](i)] as const).filter(([, cell], j) => cell !== '' || j % 2);
    const object = Object.fromEntries(cells.map(([name, cell]) => [name, cell === '' ? null : cell]));
    const late = i > LATE ? { late: i, gone: { x: [i] }, nothing: null } : { gone: null };
    return JSON.stringify({ filler: FILLER, ...object, ...late });
  }).join('\n');

test('JSON Lines are the same in blocks as in one piece, though keys and what they hold come late', async () => {
  const names = Object.keys(TWISTS);
  const source = fileOf(jsonOf(names));
  const [blocks, one] = [await inBlocks(source), await whole(source)];
  assert.deepEqual(blocks, one);
  assert.deepEqual(one.columns.map(({ name }) => name).sort(), [...names, 'filler', 'late', 'nothing'].sort());
  const kinds = new Map([
    ['late', 'number'],
    ['yes and no', 'boolean'],
    ['target', 'any'],
  ] as const);
  const stream = streamedBlocks(streamOf(jsonOf(names)), {}, SIZE, { ...NOTHING, kinds }, quietContext);
  const { rows } = await gathered(stream);
  const [late, yes] = ['late', 'yes and no'].map((name) => one.columns.findIndex((column) => column.name === name) + 1);
  assert.deepEqual(
    rows,
    one.rows.map((row) => [row[0], row[late], row[yes], null]),
  );
});

test('a stream of JSON Lines without a column of the model is refused like a file, and its target is not missed', async () => {
  const kinds = new Map([
    ['x', 'number'],
    ['y', 'any'],
  ] as const);
  const read = async (text: string) => {
    let notes: readonly string[] = [];
    const stream = streamedBlocks(streamOf(text), {}, SIZE, { ...NOTHING, kinds }, quietContext, (file) => {
      notes = file.notes().map((note) => note.text);
    });
    const { rows } = await gathered(stream);
    return { rows: rows.length, notes };
  };
  for (const text of ['{"X": 1}\n{"X": 2}\n', '{"y": 1}\n{"y": 2}\n', '{"x": [1]}\n'])
    await assert.rejects(
      read(text),
      failure('model/columns', /lacks the column "x" that the model was fitted with\. Use/),
    );
  assert.deepEqual(await read('{"x": null}\n{"x": 2}\n'), { rows: 2, notes: [] });
  const { notes } = await read('{"z": 1}\n{"x": 2}\n');
  assert.deepEqual(notes, ['Some rows lack keys that others have, and have gaps there: "x" (1 row).']);
});

test('a decimal comma that comes late, tokens of its own and kinds that are set', async () => {
  const late = fileOf(
    `a;b;filler\n${Array.from({ length: ROWS }, (_, i) => `${i};${i > LATE ? '1,5' : '2'};${FILLER}`).join('\n')}\n`,
  );
  assert.deepEqual(await inBlocks(late), await whole(late));
  assert.equal((await inBlocks(late)).dialect.decimal, ',');
  const text = fileOf(twisted(['a number for missing, late', 'numbers, then a word', 'gaps, then dates']));
  const read: ReadOptions = {
    missing: ['3', 'oops'],
    kinds: { 'gaps, then dates': 'category', 'numbers, then a word': 'number' },
  };
  assert.deepEqual(await inBlocks(text, read), await whole(text, read));
});

test('levels that are asked for are known among however many', async () => {
  const text = `town,n\n${Array.from({ length: 5000 }, (_, i) => `${i % 4 === 3 ? 'Ulm' : `t${i}`},${i}`).join('\n')}\n`;
  const reading = await readingOfFile(fileOf(text), {}, quietContext);
  assert.equal(reading.columns[0].kind, 'text');
  const wanted = { ...NOTHING, levels: new Map([['town', ['Ulm', 'Bonn']]]) };
  let row = 0;
  for await (const { columns } of rowBlocks(fileOf(text), reading, SIZE, wanted, quietContext)) {
    const [town] = columns;
    assert.ok('codes' in town);
    for (const code of town.codes) assert.equal(town.levels[code] === 'Ulm', row++ % 4 === 3);
  }
  assert.equal(row, 5000);
});

test('a file that changes between its two readings is noticed', async () => {
  const before = `a,b\n${'1,2\n'.repeat(50)}`;
  const reading = await readingOfFile(fileOf(before), {}, quietContext);
  const other = [`1,2\n${before}`, before.replace('a', 'c'), before.replace('1,2\n1,2\n', '1,2,2,2\n')];
  for (const after of other)
    await assert.rejects(
      gathered(rowBlocks(fileOf(after), reading, SIZE, NOTHING, quietContext)),
      failure('file/changed', /^test\.csv was changed/),
      after,
    );
});

test('a stream is handed out while it comes, as its file would be', async () => {
  const names = [
    'numbers with None',
    'yes and no',
    'few words, then many',
    'numbers, then a word',
    'gaps, then numbers',
  ];
  const text = twisted(names, 2 * ROWS);
  const kinds = new Map<string, 'number' | 'category' | 'boolean'>([
    ['numbers with None', 'number'],
    ['yes and no', 'boolean'],
    ['few words, then many', 'category'],
    ['gaps, then numbers', 'number'],
  ]);
  // An unwanted column may change its kind.
  const said = await gathered(streamedBlocks(streamOf(text), {}, SIZE, { ...NOTHING, kinds }, quietContext));
  const expected = await whole(fileOf(text));
  assert.equal(said.rows.length, 2 * ROWS);
  for (const [j, name] of names.entries())
    if (kinds.has(name) && name !== 'few words, then many')
      assert.deepEqual(
        said.rows.map((row) => row[j + 1]),
        expected.rows.map((row) => row[j + 1]),
        name,
      );
});

test('what stands at numbers of a column that nobody wants may change in a stream', async () => {
  const text = `size,n\n${Array.from({ length: 2 * ROWS }, (_, i) => `${i % 9}${i % 3 === 1 ? ' MB' : ' mg'},${i}`).join('\n')}\n`;
  const read = (name: string) =>
    gathered(
      streamedBlocks(streamOf(text), {}, SIZE, { ...NOTHING, kinds: new Map([[name, 'number']]) }, quietContext),
    );
  assert.deepEqual(
    (await read('n')).rows.map((row) => row[2]),
    Array.from({ length: 2 * ROWS }, (_, i) => i),
  );
  await assert.rejects(read('size'), failure('model/columns', /^"size" of test\.csv holds words where rows before/));
});

test('a stream that turns out to be read otherwise is refused with the line, and what to do', async () => {
  const refused = (name: string, kind: 'number' | 'date' | 'category' | 'any', message: RegExp) =>
    assert.rejects(
      gathered(
        streamedBlocks(
          streamOf(twisted([name, 'numbers with None'], 2 * ROWS)),
          {},
          SIZE,
          { ...NOTHING, kinds: new Map([[name, kind]]) },
          quietContext,
        ),
      ),
      failure('model/columns', message),
      name,
    );
  await refused(
    'few numbers, None, then words',
    'category',
    /^"few numbers, None, then words" of test\.csv was read as numbers, and from line \d+ on the same cells are words\. Set its kind, or save/,
  );
  await refused(
    'a number for missing that is none after all',
    'number',
    /numbers with −999 for missing, and from line \d+ on the same cells are numbers\. Name the values that mean missing/,
  );
  await refused(
    'a number for missing, late',
    'number',
    /was read as numbers, and from line 5\d+ on the same cells are numbers with −999 for missing\./,
  );
  await refused(
    'open dates, the day first in the end',
    'date',
    /dates with the month first, and .* dates with the day first/,
  );
  await refused('gaps, then numbers', 'any', /was read as gaps/);
});
