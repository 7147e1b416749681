import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { cancelledError, quietContext, type RunContext } from '../../../src/engine/contract/context';
import type { ReadOptions } from '../../../src/engine/contract/data';
import { frozenReading } from '../../../src/engine/data/frozenReading';
import { Random } from '../../../src/engine/data/random';
import { readTable } from '../../../src/engine/data/readTable';
import type { Table } from '../../../src/engine/data/table';
import { LinesReader } from '../../../src/engine/data/tableLines';
import { readingOfFile } from '../../../src/engine/data/tableReading';
import { rowsCsv, writeTable } from '../../../src/engine/data/writeTable';
import { bytesOf, cells, failure, kinds, noteCodes, readText } from './reading';

const readJson = (content: string | Uint8Array, read: ReadOptions = {}, name = 'test.jsonl'): Promise<Table> =>
  readText(content, read, name);

const names = (table: Table) => table.inspection.columns.map(({ name }) => name);
const textOf = (table: Table, code: string) => table.inspection.notes.find((note) => note.code === code)?.text;

test('an object on every line is a row: numbers, texts, true and false, dates, null', async () => {
  const lines = [
    '{"price": 1.50, "town": "Ulm", "sold": true, "on": "2024-02-29", "gap": null}',
    ' { "price" : -2e3 ,"town":"K\\u00f6ln \\"West\\"","sold":false,"on":"2024-03-01","gap":1 } ',
    '',
    '{"price":null,"town":"Ulm","sold":null,"on":"2024-03-02","gap":2}\r',
    '{"price":1234567890123456,"town":"","sold":true,"on":null,"gap":3}',
  ];
  const table = await readJson(`\ufeff${lines.join('\n')}`);
  assert.deepEqual(names(table), ['price', 'town', 'sold', 'on', 'gap']);
  assert.deepEqual(kinds(table), ['number', 'category', 'boolean', 'date', 'number']);
  assert.deepEqual(cells(table, 'price'), [1.5, -2000, null, 1234567890123456]);
  assert.deepEqual(cells(table, 'town'), ['Ulm', 'Köln "West"', 'Ulm', null]);
  assert.deepEqual(cells(table, 'sold'), [1, 0, null, 1]);
  assert.deepEqual(cells(table, 'on'), [19782, 19783, 19784, null]);
  assert.deepEqual(Array.from(table.lines), [1, 2, 4, 5]);
  assert.deepEqual(table.inspection.dialect, {
    format: 'json-lines',
    compression: 'none',
    encoding: 'utf-8',
    byteOrderMark: true,
    delimiter: '',
    quote: '',
    lineEnd: 'mixed',
    header: true,
    decimal: '.',
    thousands: '',
  });
  assert.deepEqual(table.inspection.preview[1], ['-2e3', 'Köln "West"', 'false', '2024-03-01', '1']);
  assert.deepEqual(noteCodes(table), []);
});

test('told by its content, whatever the name; by its name, whatever the content', async () => {
  const table = await readText('{"a":1}\n{"a":2}\n', {}, 'table.csv');
  assert.equal(table.inspection.dialect.format, 'json-lines');
  await assert.rejects(readJson('a,b\n1,2\n'), failure('data/malformed', /Line 1 of test\.jsonl .*braces/));
  await assert.rejects(readText('[\n {"a":1},\n {"a":2}\n]\n'), failure('data/malformed', /one list .* lines=True/));
  await assert.rejects(readText('{\n "a": 1\n}\n'), failure('data/malformed', /Line 1 .* each line holds one object/));
  assert.equal((await readText('{x},y\n{1},2\n{2},3\n')).inspection.dialect.format, undefined);
});

test('columns stand in the order of their first appearance, and rows without a key have a gap', async () => {
  const table = await readJson('{"b":1,"2":"x"}\n{"1":5,"b":2}\n{"a":null,"b":3}\n{"b":4,"a":7,"1":6}\n');
  assert.deepEqual(names(table), ['b', '2', '1', 'a']);
  assert.deepEqual(cells(table, '2'), ['x', null, null, null]);
  assert.deepEqual(cells(table, '1'), [null, 5, null, 6]);
  assert.deepEqual(cells(table, 'a'), [null, null, null, 7]);
  assert.equal(
    textOf(table, 'data/absent-keys'),
    'Some rows lack keys that others have, and have gaps there: "2" (3 rows), "1" (2 rows), "a" (2 rows).',
  );
  assert.deepEqual(table.inspection.preview[0], ['1', 'x', '', '']);
});

test('keys of objects within objects are joined by points; lists are named and left out', async () => {
  const table = await readJson(
    [
      '{"size":{"w":1,"box":{"h":2}},"tags":["a","}",{"x":[1,2]}],"v":1}',
      '{"size":null,"tags":[],"v":[3]}',
      '{"size":{"box":{"h":4},"w":3},"tags":null,"v":2}',
    ].join('\n'),
  );
  assert.deepEqual(names(table), ['size.w', 'size.box.h', 'v']);
  assert.deepEqual(cells(table, 'size.w'), [1, null, 3]);
  assert.deepEqual(cells(table, 'size.box.h'), [2, null, 4]);
  assert.deepEqual(cells(table, 'v'), [1, null, 2]);
  assert.equal(
    textOf(table, 'data/lists-left-out'),
    'Lists are left out: "tags". To use their values, give each a key.',
  );
  assert.match(textOf(table, 'data/lists-in-column') ?? '', /^In "v", 1 row \(line 2\) has a list .*gaps\.$/);
  const deep = await readJson(`{"a":1,"b":${'{"c":'.repeat(5000)}1${'}'.repeat(5000)}}\n`);
  assert.deepEqual(names(deep), ['a']);
  await assert.rejects(readJson('{"a":[1]}\n{}\n'), failure('data/header-only', /empty or hold only lists/));
});

test('keys that mean something to JavaScript are names like any other', async () => {
  const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', ''];
  const row = (i: number) => `{${keys.map((key, j) => `"${key}":${i * 10 + j}`).join(',')}}`;
  const table = await readJson(`${row(0)}\n${row(1)}\n`);
  assert.deepEqual(names(table), [...keys.slice(0, -1), 'no name']);
  for (const [j, key] of names(table).entries()) assert.deepEqual(cells(table, key), [j, 10 + j]);
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
  const nested = await readJson('{"__proto__":{"polluted":1},"a\\n b":2,"a":{"b":3}}\n');
  assert.deepEqual(names(nested), ['__proto__.polluted', 'a b', 'a.b']);
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
  const set = await readJson('{"constructor":1}\n{"constructor":2}\n', {
    kinds: JSON.parse('{"constructor":"category"}'),
  });
  assert.deepEqual(kinds(set), ['category']);
});

test('a line that is no object is named with what is wrong', async () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['{"a":1', /it ends within the object/],
    ['{"a" 1}', /a colon is missing/],
    ['{"a":1 "b":2}', /a comma is missing/],
    ['{"a":1,}', /a key in double quotes/],
    ["{'a':1}", /a key in double quotes/],
    ['{"a":1} x', /goes on behind/],
    ['{"a":1}{"a":2}', /goes on behind/],
    ['{"a":"x}', /a quote is not closed/],
    ['{"a":"x\\"}', /a quote is not closed/],
    ['{"a":"\\q"}', /a backslash that escapes nothing/],
    ['{"a":[1,{"b":2}', /a bracket is not closed/],
    ['{"a":tru}', /a value is expected/],
    ['{"a":}', /a value is expected/],
    ['{"a":01}', /a number is malformed/],
    ['{"a":1.}', /a number is malformed/],
    ['{"a":1e}', /a number is malformed/],
    ['{"a":-}', /a number is malformed/],
    ['{"a":1x}', /a comma is missing/],
    ['[1]', /an object in braces/],
    ['17', /an object in braces/],
  ];
  for (const [line, pattern] of cases) {
    const why = new RegExp(`^Line 3 of test\\.jsonl is not a JSON object: .*${pattern.source}`);
    await assert.rejects(readJson(`{"a":0}\n\n${line}\n{"a":"}"}\n`), failure('data/malformed', why), line);
  }
  await assert.rejects(readJson('{"a":1}\n{"a":1,"a":2}\n'), failure('data/malformed', /^Line 2 .* the key "a" twice/));
  await assert.rejects(readJson('{"a.b":1,"a":{"b":2}}\n'), failure('data/malformed', /"a\.b" twice/));
});

test('numbers are read to the last digit, as JSON.parse does, and keep their digits when they are written', async () => {
  const random = new Random(7);
  const written = Array.from({ length: 3000 }, (_, i) => {
    const digits = 1 + random.below(i % 3 === 0 ? 15 : 20);
    const text = Array.from({ length: digits }, () => random.below(10))
      .join('')
      .replace(/^0+(?=\d)/, '');
    const sign = random.uniform() < 0.3 ? '-' : '';
    const fraction =
      i % 3 === 0 ? '' : `.${Array.from({ length: 1 + random.below(18) }, () => random.below(10)).join('')}`;
    const exponent = i % 5 === 0 ? `${random.uniform() < 0.5 ? 'e' : 'E+'}${random.below(40)}` : '';
    return `${sign}${text}${fraction}${exponent}`;
  });
  const content = written.map((text) => `{"x":${text}}`).join('\n');
  const table = await readJson(content);
  assert.deepEqual(
    cells(table, 'x'),
    written.map((text) => JSON.parse(text)),
  );
  const source = { kind: 'bytes', name: 'test.jsonl', bytes: bytesOf(content) } as const;
  const reader = await LinesReader.open(source, await readingOfFile(source, {}, quietContext), quietContext);
  const { lines } = await reader.next(written.length);
  assert.deepEqual(lines, written);
});

test('random objects come back as JSON.parse has them, whatever their shape', async () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = new Random(seed);
    const objects = Array.from({ length: 40 }, () => randomObject(random, 0));
    const blank = () => ' '.repeat(random.below(3));
    const lines = objects.map((object) => blank() + JSON.stringify(object) + blank());
    const table = await readJson(lines.join(random.uniform() < 0.5 ? '\n' : '\r\n'));
    const flat = objects.map((object) => flattened(JSON.parse(JSON.stringify(object))));
    const found = new Set(flat.flatMap((row) => [...row].flatMap(([name, v]) => (v === null ? [] : [name]))));
    assert.deepEqual(new Set(names(table).filter((name) => found.has(name))), found, `seed ${seed}`);
    for (const name of found)
      assert.deepEqual(
        cells(table, name),
        flat.map((row) => row.get(name) ?? null),
        `seed ${seed}, ${name}`,
      );
  }
});

const KEYS = ['a', 'b', 'größe', 'with "quotes"', 'back\\slash', '10', '2'];
const WORDS = ['red', 'x "y"', 'tab\tin', 'ü€𝄞', '}', ']', 'a\\', ', "a":'];

/** The kind of value of each key never changes, so that its column has one kind. */
function randomObject(random: Random, depth: number): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const key of KEYS.slice(random.below(KEYS.length))) {
    if (random.uniform() < 0.3) continue;
    if (random.uniform() < 0.1) object[key] = null;
    else if (key === 'b') object[key] = WORDS[random.below(WORDS.length)];
    else if (key === '10') object[key] = [1, { a: '}]"' }, [WORDS[random.below(WORDS.length)]]];
    else if (key === '2' && depth < 3) object[key] = randomObject(random, depth + 1);
    else object[key] = random.normal() * 10 ** (random.below(30) - 15);
  }
  return object;
}

function flattened(object: Record<string, unknown>, prefix = ''): Map<string, number | string | null> {
  const cellsOf = new Map<string, number | string | null>();
  for (const [key, value] of Object.entries(object)) {
    if (typeof value === 'number' || typeof value === 'string') cellsOf.set(prefix + key, value);
    else if (value !== null && !Array.isArray(value))
      for (const [name, cell] of flattened(value as Record<string, unknown>, `${prefix}${key}.`))
        cellsOf.set(name, cell);
  }
  return cellsOf;
}

test('the same table as CSV and as JSON Lines gives the same columns', async () => {
  const csv = ['x,day,town,flag,n'];
  const json: string[] = [];
  for (let i = 0; i < 500; i++) {
    const cellsOfRow = [
      i / 8,
      `2020-01-${String(1 + (i % 28)).padStart(2, '0')}`,
      `t${i % 5}`,
      i % 3 === 0,
      i % 7 ? i : null,
    ];
    csv.push(cellsOfRow.map((cell) => cell ?? '').join(','));
    const [x, day, town, flag, n] = cellsOfRow;
    json.push(JSON.stringify({ x, day, town, flag, n }));
  }
  const [a, b] = [await readText(csv.join('\n')), await readJson(json.join('\n'))];
  assert.deepEqual(b.columns, a.columns);
  assert.deepEqual(b.inspection.columns, a.inspection.columns);
});

test('kinds, signs for missing, texts that are numbers, and what Python writes beside JSON', async () => {
  const lines = '{"zip":"01067","n":"1.5","m":-9}\n{"zip":"10115","n":"NA","m":2}\n{"zip":"80331","n":"2","m":NaN}\n';
  const table = await readJson(lines, { missing: ['-9', 'NA', 'NaN'], kinds: { n: 'number' } });
  assert.deepEqual(cells(table, 'zip'), ['01067', '10115', '80331']);
  assert.deepEqual(cells(table, 'n'), [1.5, null, 2]);
  assert.deepEqual(cells(table, 'm'), [null, 2, null]);
  const infinite = await readJson('{"a":Infinity}\n{"a":-Infinity}\n{"a":3}\n{"a":NaN}\n');
  assert.deepEqual(cells(infinite, 'a'), [null, null, 3, null]);
  assert.deepEqual(noteCodes(infinite), ['data/infinite']);
  await assert.rejects(readJson(lines, { kinds: { town: 'text' } }), failure('data/unknown-column', /"town".*"zip"/));
  // Settings for delimited text are ignored.
  const other = await readJson('{"a":1.5}\n{"a":2.5}\n', {
    delimiter: ';',
    decimal: ',',
    header: false,
    names: ['x', 'y'],
  });
  assert.deepEqual(cells(other, 'a'), [1.5, 2.5]);
});

test('too many keys are refused, in columns and in lists', async () => {
  const wide = Array.from({ length: 20_001 }, (_, j) => `"k${j}":${j}`).join(',');
  await assert.rejects(readJson(`{${wide}}\n`), failure('data/too-many-columns'));
  const growing = Array.from({ length: 50_000 }, (_, j) => `{"k${j}":[]}`).join('\n');
  await assert.rejects(readJson(growing), failure('data/too-many-columns'));
});

test('written as a table, as rows and beside predictions: text keeps its digits, gaps are empty', async () => {
  const content = '{"x":1.50,"w":"a, b"}\n{"w":"c","y":{"z":1e3}}\n{"x":2,"w":null,"y":{"z":7},"l":[1]}\n';
  const source = { kind: 'bytes', name: 'in.jsonl', bytes: bytesOf(content) } as const;
  const { inspection } = await readTable(source, {}, quietContext);
  const folder = mkdtempSync(join(tmpdir(), 'kernelscope-json-'));
  try {
    const path = join(folder, 'out.csv');
    await writeTable(source, inspection, {}, path, quietContext);
    assert.equal(readFileSync(path, 'utf8'), 'x,w,y.z\r\n1.50,"a, b",\r\n,c,1e3\r\n2,,7\r\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
  assert.equal(await rowsCsv(source, inspection, {}, (row) => row === 1, quietContext), 'x,w,y.z\r\n,c,1e3\r\n');
});

test('cancelling is heard within some thousand cells', async () => {
  const bytes = bytesOf('{"a":1,"b":2,"c":"x"}\n'.repeat(40_000));
  let looks = 0;
  const counting = { ...quietContext, check: () => looks++ } as unknown as RunContext;
  await readTable({ kind: 'bytes', name: 'a.jsonl', bytes }, {}, counting);
  assert.ok(looks >= 8, `${looks}`);
  let left = 5;
  const cancelling: RunContext = {
    ...quietContext,
    check() {
      if (--left === 0) throw cancelledError();
    },
  };
  await assert.rejects(readTable({ kind: 'bytes', name: 'a.jsonl', bytes }, {}, cancelling), failure('run/cancelled'));
});

test('texts of JSON are read with the signs that are set, as the note on them says, and so are those of files to come', async () => {
  const values = Array.from({ length: 40 }, (_, i) => (i * 12_345 + 7) / 100);
  const german = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2 });
  const write = (of: (value: number) => string | number) =>
    values.map((value, i) => `${JSON.stringify({ n: i / 4, x: of(value), y: `${of(value)} €` })}\n`).join('');
  const text = write((value) => german.format(value));
  const unread = await readText(text, {}, 'a.jsonl');
  assert.match(unread.inspection.notes.map((note) => note.text).join(' '), /set the decimal sign/);
  const table = await readText(text, { decimal: ',' }, 'a.jsonl');
  for (const name of ['x', 'y']) assert.deepEqual(cells(table, name), values);
  assert.deepEqual(
    cells(table, 'n'),
    values.map((_, i) => i / 4),
  );
  assert.deepEqual(
    table.inspection.notes.filter(({ severity }) => severity === 'warning'),
    [],
  );
  const frozen = frozenReading(table.inspection);
  for (const other of [text, write((value) => String(value))])
    for (const name of ['x', 'y'])
      assert.deepEqual(cells(await readText(other, { frozen } as object, 'b.jsonl'), name), values);
});
