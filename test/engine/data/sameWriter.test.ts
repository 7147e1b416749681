// Files of instruments, offices and spreadsheets: the lines around their table are no part of it, in the file that is
// fitted and in new rows of the same writer, however few.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frozenReading } from '../../../src/engine/data/frozenReading';
import { Random } from '../../../src/engine/data/random';
import { cells, readText } from './reading';

type Row = readonly [temp: string, flow: string, site: string, y: string];
const NAMES = ['temp', 'flow', 'site', 'y'];

function drawn(rows: number, seed: number): Row[] {
  const random = new Random(seed);
  return Array.from({ length: rows }, () => [
    (15 + 9 * random.normal()).toFixed(2),
    (900 * random.uniform()).toFixed(1),
    ['north', 'south', 'east'][Math.floor(3 * random.uniform())],
    random.normal().toFixed(3),
  ]);
}

const lines = (records: readonly (readonly string[])[], sign = ',') =>
  records.map((record) => `${record.join(sign)}\n`).join('');
const plain = (rows: readonly Row[]) => lines([NAMES, ...rows]);
const below =
  (...records: readonly (readonly string[])[]) =>
  (rows: readonly Row[]) =>
    lines([NAMES, ...records, ...rows]);
const above = (text: string) => (rows: readonly Row[]) => text + plain(rows);
/** A sheet as a spreadsheet writes it: every line as wide as the widest. */
const sheet = (...records: readonly (readonly string[])[]) => {
  return (rows: readonly Row[]) => lines([...records, ['', ...NAMES], ...rows.map((row) => ['', ...row])]);
};

const WRITERS: Readonly<Record<string, (rows: readonly Row[]) => string>> = {
  plain,
  'remarks behind #': above('# Instrument: FX-7\n# Operator: Kim, Lee\n# 2024-01-03\n'),
  'remarks behind %': above('% Instrument: FX-7\n% Operator: Kim, Lee\n'),
  'remarks behind //': above('// Instrument: FX-7\n// Operator: Kim, Lee\n'),
  'remarks behind !': above('! Instrument: FX-7\n! Operator: Kim, Lee\n'),
  'remarks behind * and a section': (rows) =>
    `* Block Type = 96-Well Block\n* Instrument = FX-7\n\n[Results]\n${lines([NAMES, ...rows], '\t')}`,
  'sections and a number of rows behind #': (rows) =>
    `[Header]\nApplication\tFX-7\n\n[Table(Ch1)]\n# of Rows\t${rows.length}\n${lines([NAMES, ...rows], '\t')}`,
  'pairs above a blank line': above('Instrument:,FX-7\nSerial no.,12345\nDate,2024-01-03\n\n'),
  'pairs of a spreadsheet': above('Instrument:,FX-7,,\nSerial no.,12345,,\nDate,2024-01-03,,\n,,,\n'),
  'pairs without a delimiter': above('Instrument: FX-7\nSerial no.: 12345\nDate: 2024-01-03 12:00\n'),
  sections: above('[Header]\nInstrument=FX-7\n[Data]\n'),
  'a title and a first column of a sheet that are empty': sheet(
    ['', '', '', '', ''],
    ['', 'Flows of 2024', '', '', ''],
    ['', '', '', '', ''],
  ),
  'a sheet wider than its table': (rows) =>
    [',Flows of 2024,,,,', ',,,,,', ...[NAMES, ...rows].map((row) => `,${row.join()},`), ''].join('\n'),
  'a title of a sheet': sheet(['', 'Flows of 2024', '', '', ''], ['', '', '', '', '']),
  units: below(['degC', 'l/min', '-', 'mg/l']),
  'units that begin with a number': below(['1/s', '10^9/L', '', 'mg/l']),
  'units in brackets': below(['[°C]', '[l/min]', '', '[mg/l]']),
  'units and types': below(['degC', 'l/min', '', 'mg/l'], ['mean', 'mean', '', 'lab']),
  'a rule': below(['----', '----', '----', '--']),
  'a rule that aligns': below(['---:', '---:', ':--', '--:']),
  'remarks and units': (rows) => `# FX-7\n${below(['degC', 'l/min', '', 'mg/l'])(rows)}`,
  'names in two halves': (rows) => lines([['in', '', 'at', 'out'], NAMES, ...rows]),
  'groups that come again': (rows) => lines([['in', 'in', 'at', 'out'], NAMES, ...rows]),
  'halves and units': (rows) => lines([['in', '', 'at', 'out'], NAMES, ['degC', 'l/min', '', 'mg/l'], ...rows]),
  'semicolons and sep=': (rows) => `\ufeffsep=;\r\n${lines([NAMES, ...rows], ';')}`,
};

for (const [writer, write] of Object.entries(WRITERS))
  test(`the table of a file is read with what stands around it left out, and so are new rows: ${writer}`, async () => {
    const rows = drawn(90, 1);
    const fitted = await readText(write(rows));
    const columns = fitted.inspection.columns.filter(({ kind }) => kind !== 'empty');
    assert.deepEqual(
      columns.map(({ name }) => name.split(' ').at(-1)),
      NAMES,
    );
    const frozen = frozenReading(fitted.inspection);
    for (const fresh of [rows, ...[1, 2, 3, 4, 7, 40].map((n) => drawn(n, 10 + n))]) {
      const { length } = fresh;
      const table = await readText(write(fresh), { frozen });
      assert.equal(table.inspection.rows, length, `of ${length}`);
      columns.forEach(({ name }, j) => {
        const expected = fresh.map((row) => (j === 2 ? row[j] : Number(row[j])));
        assert.deepEqual(cells(table, name), expected, `${name}, ${length} rows`);
      });
    }
  });

test('names behind a sign of remarks, and few rows without a value, are no lines beside the rows', async () => {
  const marked = await readText('% clay,% sand,y\n1.5,2,3\n4,5.5,6\n7,8,9.5\n1,3,3\n');
  assert.deepEqual(
    marked.inspection.columns.map(({ name }) => name),
    ['% clay', '% sand', 'y'],
  );
  const units = await readText(`% clay,% sand,y\n[g/g],[g/g],[t]\n${'1.5,2,3\n4,5.5,6\n'.repeat(9)}`);
  assert.deepEqual(
    units.inspection.columns.map(({ name }) => name),
    ['% clay', '% sand', 'y'],
  );
  const frozen = frozenReading((await readText(plain(drawn(50, 2)))).inspection);
  for (const gaps of ['?,NA,north,\n', ',,south,\n', 'n/a,?,,-\n', 'broken,broken,east,\n']) {
    const { inspection } = await readText(`${lines([NAMES])}${gaps}1,2,east,3\n`, { frozen });
    assert.equal(inspection.rows, 2, gaps);
  }
  const alone = await readText(`${lines([NAMES])}broken,off,east,\n`, { frozen });
  assert.equal(alone.inspection.rows, 1);
});
