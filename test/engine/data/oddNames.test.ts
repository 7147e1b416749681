import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { csvCell } from '../../../src/engine/contract/csvCell';
import { findInputs } from '../../../src/engine/data/encodeRows';
import { readTable } from '../../../src/engine/data/readTable';
import { failure, noteCodes, readText } from './reading';

const NUMBER = { kind: 'number' } as const;
const like = (...names: readonly string[]) => ({
  frozen: {
    columns: names.map((name) => ({ name, reading: NUMBER })),
    numbers: { decimal: '.', thousands: '' } as const,
    header: true,
    encoding: 'utf-8' as const,
  },
});
const file = (header: string) =>
  `${header}\n${Array.from({ length: 9 }, (_, i) => `${i * i},${i % 4}.5,${i}.25`).join('\n')}\n`;
const namesOf = async (header: string, ...names: readonly string[]) => {
  const { inspection } = await readText(file(header), like(...names));
  return [
    inspection.columns.map(({ name }) => name),
    inspection.notes.filter(({ code }) => code === 'data/other-names'),
  ] as const;
};

test('names that differ from those of the training file in capitals, blanks and dashes alone are these, and it is said', async () => {
  for (const header of [
    'WIND SPEED,Age,y',
    '\u200bwind-speed,age ,y',
    'WindSpeed,AGE,y',
    'wind.speed,a_ge,y',
    '\u200fwind speed\u202c,\u2068Age,y',
  ]) {
    const [names, notes] = await namesOf(header, 'wind_speed', 'age', 'y');
    assert.deepEqual(names, ['wind_speed', 'age', 'y'], header);
    assert.equal(notes.length, 1);
    assert.match(notes[0].text, / for "wind_speed".* taken, as only capitals, blanks and signs differ/);
  }
  const [mangled] = await namesOf('Wind.speed..m.s.,Age..y.,y', 'Wind speed (m/s)', 'Age [y]', 'y');
  assert.deepEqual(mangled, ['Wind speed (m/s)', 'Age [y]', 'y']);
  assert.deepEqual(await namesOf('wind_speed,age,y', 'wind_speed', 'age', 'y'), [['wind_speed', 'age', 'y'], []]);
});

/** The same rows as objects, one per line; names with a point are keys within an object. */
const objects = (header: string) => {
  const rows = file(header)
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const object = (row: readonly string[]) =>
    Object.fromEntries(
      rows[0].map((name, j) => {
        const [first, within] = name.split('.');
        return [first, within === undefined ? Number(row[j]) : { [within]: Number(row[j]) }];
      }),
    );
  return rows.slice(1).map((row) => JSON.stringify(object(row)));
};

test('keys of objects and columns of Parquet are taken for those of the training file as names of a header are', async () => {
  const wanted = ['wind_speed', 'age', 'y'];
  for (const header of ['WIND SPEED,Age,y', 'wind-speed,age ,y', 'Wind.Speed,AGE,y', 'Age,AGE,y', "'=a,b,y"]) {
    const inCsv = await namesOf(header, ...wanted);
    const { inspection } = await readText(objects(header).join('\n'), like(...wanted), 'a.jsonl');
    const said = inspection.notes.filter(({ code }) => code === 'data/other-names');
    assert.deepEqual([inspection.columns.map(({ name }) => name), said], inCsv, header);
  }
  const path = 'test/oracles/files/codec-none.parquet';
  const own = (await readTable({ kind: 'path', path }, {}, quietContext)).inspection.columns.map(({ name }) => name);
  const others = own.map((name) => ` ${name.toUpperCase()}`);
  const { inspection, columns } = await readTable({ kind: 'path', path }, like(...others), quietContext);
  assert.deepEqual(
    inspection.columns.map(({ name }) => name),
    others,
  );
  assert.equal(inspection.notes.filter(({ code }) => code === 'data/other-names').length, 1);
  assert.equal(columns.length, own.length);
});

test('of two such names none is taken, and what the file lacks is refused with the name that it has', async () => {
  const [names, notes] = await namesOf('Age,AGE,y', 'age', 'y');
  assert.deepEqual([names, notes], [['Age', 'AGE', 'y'], []]);
  const { inspection } = await readText(file('ages,b,y'), like('age', 'y'));
  const inputs = [{ kind: 'number', column: 'age', impute: 0 } as const];
  assert.throws(
    () => findInputs(inspection, inputs),
    failure('model/columns', /It has "ages": rename that to "age" if/),
  );
});

test('a column that the model reads already is not proposed for another, and many absent ones are counted', async () => {
  const inputs = Array.from({ length: 40 }, (_, i) => ({ kind: 'number', column: `gene_${i}`, impute: 0 }) as const);
  const without = (absent: (i: number) => boolean, ...more: readonly string[]) => [
    ...inputs.flatMap(({ column }, i) => (absent(i) ? [] : [column])),
    ...more,
  ];
  const cases: [string[], RegExp][] = [
    [without((i) => i === 31), /lacks the column "gene_31" .*Use a file with the same columns/],
    [without((i) => i === 31, 'gene_3l'), /It has "gene_3l": rename that to "gene_31" if/],
    [without((i) => i > 3), /"gene_15" and 24 more that .*Use a file/],
  ];
  for (const [names, says] of cases) {
    const { inspection } = await readText(file(names.join()), like(...inputs.map(({ column }) => column)));
    assert.throws(() => findInputs(inspection, inputs), failure('model/columns', says));
  }
});

test('a name in two lines that a file has by its second half is refused with it', async () => {
  const { inspection } = await readText(file('ph,n,y'), like('soil ph', 'y'));
  const inputs = [{ kind: 'number', column: 'soil ph', impute: 0 } as const];
  assert.throws(
    () => findInputs(inspection, inputs),
    failure('model/columns', /It has "ph": rename that to "soil ph" if/),
  );
});

test('a name that comes again is said, with what its column is called', async () => {
  const { inspection } = await readText(file('a,a,y'));
  const [note] = inspection.notes.filter(({ code }) => code === 'data/repeated-names');
  assert.equal(note.text, '1 column has the name of one before it and is called "a (2)".');
  assert.equal(noteCodes(await readText(file('a,a (2),y'))).includes('data/repeated-names'), false);
});

test('names that a CSV of ours guards against spreadsheets are those of the training file, and nothing is said', async () => {
  for (const name of ['=cmd()', '+1', '-5', '@home', '=a "b", c']) {
    const header = ['x', name, 'y'].map(csvCell).join(',');
    assert.deepEqual(await namesOf(header, 'x', name, 'y'), [['x', name, 'y'], []]);
  }
  assert.deepEqual((await namesOf("'=a,=a,y", 'x', '=a', 'y'))[0], ["'=a", '=a', 'y']);
  assert.deepEqual((await namesOf("'=a,b,y", 'x', "'=a", 'y'))[0], ["'=a", 'b', 'y']);
  assert.deepEqual((await namesOf("'quoted,b,y", 'quoted', 'b', 'y'))[0], ["'quoted", 'b', 'y']);
});
