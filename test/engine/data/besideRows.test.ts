import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import type { Table } from '../../../src/engine/data/table';
import { cells, noteCodes, readText } from './reading';

const names = (table: Table) => table.inspection.columns.map(({ name }) => name);

const random = new Random(21);
const value = () => (random.below(2e6) / 1000 - 500).toFixed(3);
const rows = (n: number, width: number, delimiter = ',') =>
  Array.from({ length: n }, () => Array.from({ length: width }, value).join(delimiter));
const DELIMITERS = [',', ';', '\t', '|'];

test('a delimiter at the end of rows makes no column and moves no name', async () => {
  for (const delimiter of DELIMITERS) {
    const body = rows(30, 3, delimiter).map((row, i) => `2024-01-${i + 10}${delimiter}${row}${delimiter}`);
    const table = await readText(`${['day', 'a', 'b', 'c'].join(delimiter)}\n${body.join('\n')}\n`);
    assert.deepEqual(names(table), ['day', 'a', 'b', 'c'], delimiter);
    assert.equal(cells(table, 'c')[4], Number(body[4].split(delimiter)[3]));
  }
});

test('years and months in a row are names, above numbers of any size', async () => {
  const headers = [
    ['country', '2019', '2020', '2021'],
    ['', '1990', '1995', '2000'],
    ['2001', '2002', '2003', '2004'],
    ['place', '2020-01', '2020-02', '2020-03'],
    ['place', 'Jan 2020', 'Feb 2020', 'Mar 2020'],
    ['place', '1', '2', '3', '4'],
    ['', '0', '1', '2', '3', '4'],
  ];
  for (const header of headers) {
    const words = !/^\d/.test(header[0]);
    const body = rows(12, header.length).map((row, i) => (words ? row.replace(/^[^,]*/, `p${i}`) : row));
    const table = await readText(`${header.join(',')}\n${body.join('\n')}\n`);
    assert.deepEqual(
      names(table),
      header.map((name, j) => name || `c${j + 1}`),
      header.join(),
    );
    assert.equal(table.inspection.rows, 12);
  }
});

test('numbered channels above a line of units are names, and so are the columns of a plate below a preamble', async () => {
  const scope = await readText(`x-axis,1,2\nsecond,Volt,Volt\n${rows(30, 3).join('\n')}\n`);
  assert.deepEqual([names(scope), scope.inspection.rows], [['x-axis', '1', '2'], 30]);
  const broken = await readText(`1,2,3\nERR,ERR,ERR\n${rows(30, 3).join('\n')}\n`);
  assert.deepEqual([broken.inspection.dialect.header, broken.inspection.rows], [false, 32]);
  const wells = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((well, i) => `${well},${rows(8, 12)[i]}`);
  const plate = await readText(`Plate,1\nWavelength,450\n\n,1,2,3,4,5,6,7,8,9,10,11,12\n${wells.join('\n')}\n`);
  assert.deepEqual([names(plate)[1], plate.inspection.rows], ['1', 8]);
});

test('answers from 1 to 5 have no names because the first are 1, 2, 3, 4; other numbers below have', async () => {
  const answers = Array.from({ length: 40 }, (_, i) => [0, 1, 2, 3].map((j) => 1 + ((i * (j + 2) + j) % 5)).join());
  const plain = await readText(`1,2,3,4\n${answers.join('\n')}\n`);
  assert.deepEqual([plain.inspection.dialect.header, plain.inspection.rows], [false, 41]);
  for (const body of [answers.map((line) => line.replaceAll(/\d/g, '$&.5')), answers.map((line) => `2${line}`)]) {
    const named = await readText(`0,1,2,3\n${body.join('\n')}\n`);
    assert.deepEqual([named.inspection.dialect.header, named.inspection.rows], [true, 40]);
  }
});

test('rows of numbers and of years without names stay without', async () => {
  const ranks = Array.from({ length: 20 }, (_, i) => (i % 3 === 0 ? '1,2,3,4' : '4,2,1,3'));
  for (const body of [
    ranks,
    rows(20, 4),
    Array.from({ length: 20 }, (_, i) => `${1990 + i},${1991 + i},${1992 + i}`),
  ]) {
    const table = await readText(`${body.join('\n')}\n`);
    assert.equal(table.inspection.dialect.header, false, body[0]);
    assert.equal(table.inspection.rows, 20);
  }
});

test('an index without a name is a key, in order or shuffled, whole or in part', async () => {
  for (const shuffled of [false, true]) {
    const index = Array.from({ length: 60 }, (_, i) => 3 * i);
    if (shuffled) index.sort(() => random.below(2) - 0.5);
    const table = await readText(
      `,a,y\n${rows(60, 2)
        .map((row, i) => `${index[i]},${row}`)
        .join('\n')}\n`,
    );
    const [first] = table.inspection.columns;
    assert.deepEqual([first.usable, first.identifier], [false, true]);
  }
});

test('lines behind # are remarks above the header and among rows; a header and cells behind # are none', async () => {
  const body = rows(40, 3);
  const plain = await readText(`a,b,y\n${body.join('\n')}\n`);
  for (const above of ['# made by logger 3, firmware 2.1\n', '# one\n# two, three\n', '#\n']) {
    const among = [...body];
    among.splice(7, 0, '# restarted, by hand');
    for (const lines of [body, among]) {
      const table = await readText(`${above}a,b,y\n${lines.join('\n')}\n`);
      assert.deepEqual(names(table), ['a', 'b', 'y']);
      assert.deepEqual(table.columns, plain.columns, above);
    }
  }
  const among = [...body];
  among.splice(20, 0, '# restarted');
  const table = await readText(`a,b,y\n${among.join('\n')}\n`);
  assert.deepEqual(table.columns, plain.columns);
  assert.ok(noteCodes(table).includes('data/comments'));
  const headed = await readText(`#id,b,y\n${body.join('\n')}\n`);
  assert.deepEqual([names(headed), headed.inspection.rows], [['#id', 'b', 'y'], 40]);
  const colours = await readText(
    `colour,b\n${body.map((row, i) => `#ff00${10 + (i % 20)},${row.split(',')[0]}`).join('\n')}\n`,
  );
  assert.equal(colours.inspection.rows, 40);
});

test('a line of units, or of the second half of the names, is no row', async () => {
  const body = rows(30, 3);
  for (const [head, below, expected] of [
    ['t,v,m', 's,m/s,kg', ['t', 'v', 'm']],
    ['t,v,m', '(s),(m/s),(kg)', ['t', 'v', 'm']],
    ['t,v,m', ',[V],', ['t', 'v', 'm']],
    ['A,,B', 'min,max,mean', ['A min', 'A max', 'B mean']],
    ['A,A,B', 'min,max,mean', ['A min', 'A max', 'B mean']],
  ] as const) {
    const table = await readText(`${head}\n${below}\n${body.join('\n')}\n`);
    assert.deepEqual(names(table), expected);
    assert.equal(table.inspection.rows, 30);
    assert.ok(noteCodes(table).includes('data/below-names'));
    assert.deepEqual(cells(table, expected[1])[0], Number(body[0].split(',')[1]));
  }
});

test('a first row of words or of gaps is a row', async () => {
  const words = Array.from({ length: 20 }, (_, i) => `w${i % 5},v${i % 3}`);
  assert.equal((await readText(`a,b\n${words.join('\n')}\n`)).inspection.rows, 20);
  const gaps = ['unknown,1.5', ...rows(20, 2)];
  assert.equal((await readText(`a,b\n${gaps.join('\n')}\n`)).inspection.rows, 21);
});

test('a rule below the names is no row and no half of the names', async () => {
  const table = (delimiter: string, edge: string, rule: string) => {
    const lines = [['a', 'b', 'y'], ...rows(20, 3).map((row) => row.split(','))].map(
      (cells_) => edge + cells_.join(delimiter) + edge,
    );
    return readText(`${[lines[0], rule, ...lines.slice(1)].join('\n')}\n`);
  };
  const made = [
    await table('|', '|', '|---|---:|:---:|'),
    await table('|', '', '---+---+------'),
    await table('\t', '', '-----\t-----\t-----'),
    await table('  ', '', '=====  =====  ====='),
  ];
  for (const found of made) {
    assert.equal(found.inspection.rows, 20);
    const filled = found.inspection.columns.filter(({ kind }) => kind !== 'empty');
    assert.deepEqual(
      filled.map(({ name, kind, missing }) => [name, kind, missing]),
      ['a', 'b', 'y'].map((name) => [name, 'number', 0]),
    );
  }
});

test('a name stands above the columns of its group, and above none without a name of its own at the end', async () => {
  const table = await readText(
    `day,A,,B,,\n,x,y,x,y,\n${rows(20, 5)
      .map((row) => `${row},`)
      .join('\n')}\n`,
  );
  assert.deepEqual(names(table).slice(0, 5), ['day', 'A x', 'A y', 'B x', 'B y']);
  assert.ok(!names(table).slice(5).includes('B'));
});

test('up to three lines below the names are left out, the later ones of types or descriptions', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `${i * i},${i % 7}.5,${i}.25`);
  const read = (...below: readonly string[]) => readText(['time,temp,y', ...below, ...rows, ''].join('\n'));
  for (const below of [
    ['s,°C,kg', 'float,float,float'],
    ['TS,RN,RN', ',Avg,Smp'],
    ['s,°C,kg', 'of day,of air,of all', 'int,float,float'],
  ]) {
    const { inspection } = await read(...below);
    assert.equal(inspection.rows, 30, below.join());
    assert.deepEqual(
      inspection.columns.map(({ name, kind, missing }) => [name, kind, missing]),
      ['time', 'temp', 'y'].map((name) => [name, 'number', 0]),
    );
    const [note] = inspection.notes.filter(({ code }) => code === 'data/below-names');
    assert.match(note.text, new RegExp(`^Lines 2–${1 + below.length}, below the names, hold no row of values`));
  }
});

test('lines that are each quoted as one cell are cut into the cells that stand in them', async () => {
  for (const delimiter of [',', ';', '\t']) {
    const lines = [
      ['a', 'b', 'town', 'y'],
      ...Array.from({ length: 30 }, (_, i) => [`${i * i}`, `${i % 7}.5`, `"u${delimiter} ${i % 3}"`, `${i}.25`]),
    ].map((line) => line.join(delimiter));
    const wrapped = lines.map((line) => `"${line.replaceAll('"', '""')}"`);
    const [plain, whole] = await Promise.all([lines, wrapped].map((all) => readText(`${all.join('\r\n')}\r\n`)));
    assert.deepEqual(names(whole), names(plain));
    for (const name of names(plain)) assert.deepEqual(cells(whole, name), cells(plain, name), delimiter);
    assert.deepEqual(noteCodes(whole), ['data/fused-cells']);
  }
  const places = await readText(
    `"place"\n${Array.from({ length: 30 }, (_, i) => `"Town ${i % 5}, Land ${i % 3}"`).join('\n')}\n`,
  );
  assert.deepEqual(names(places), ['place']);
});

test('an object or a list of JSON at the end of a row is one cell', async () => {
  for (const cell of ['{""w"":3,""c"":""red""}', '[""a"",""b""]']) {
    const table = await readText(`x,y,meta\n${`1,2,"${cell}"\n3,4,"${cell}"\n`.repeat(20)}`);
    assert.deepEqual(names(table), ['x', 'y', 'meta']);
    assert.equal(cells(table, 'meta')[0], cell.replaceAll('""', '"'));
  }
});

test('rows that begin with an error of a spreadsheet are no remarks, and such errors are gaps', async () => {
  const errors = ['#N/A', '#DIV/0!', '#VALUE!', '#REF!', '#NUM!', '#NAME?'];
  const lines = Array.from({ length: 60 }, (_, i) => `${i % 9 === 1 ? errors[i % 6] : i * i},${i % 7}.5`);
  const table = await readText(`a,y\n${lines.join('\n')}\n`);
  assert.equal(table.inspection.rows, 60);
  assert.deepEqual(
    cells(table, 'a'),
    lines.map((_, i) => (i % 9 === 1 ? null : i * i)),
  );
  assert.deepEqual(noteCodes(table), []);
});

test('an error of a spreadsheet in the first cell of a row is a gap, and its row none that is left out', async () => {
  const errors = ['#NULL!', '#NV', '#WERT!', '#ERROR!', '#SPILL!', '#DIV/0!', '#N/A', '#¡REF!', '#########'];
  for (const error of errors) {
    const body = rows(40, 3).map((row, i) => (i % 10 === 3 ? row.replace(/^[^,]*/, error) : row));
    const table = await readText(`a,b,y\n${body.join('\n')}\n`);
    assert.equal(table.inspection.rows, 40, error);
    assert.equal(cells(table, 'a')[3], null);
    assert.equal(cells(table, 'y')[3], Number(body[3].split(',')[2]));
  }
});

test('what programs show in place of a value is a gap in columns of any kind', async () => {
  for (const gap of ['(null)', '[NULL]', '<undefined>', '<missing>', 'NaT'])
    for (const cell of [
      (i: number) => String(i / 4),
      (i: number) => `2024-01-${10 + i}`,
      (i: number) => ['n', 's'][i % 2],
    ]) {
      const body = Array.from({ length: 18 }, (_, i) => `${i / 2},${i % 3 ? cell(i) : gap}`);
      const table = await readText(`y,a\n${body.join('\n')}\n`);
      assert.equal(table.inspection.columns[1].missing, 6, gap);
      assert.deepEqual(noteCodes(table), []);
    }
});
