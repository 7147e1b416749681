import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { readTable } from '../../../src/engine/data/readTable';
import oracle from '../../oracles/data.json';
import { cells, noteCodes } from './reading';

const DATA = '../shared/data';
const skip = existsSync(DATA) ? false : `${DATA} is not here`;
const read = (file: string) => readTable({ kind: 'path', path: `${DATA}/${file}` }, {}, quietContext);

for (const { file, rows, columns, numeric } of oracle.files) {
  test(`${file} reads as pandas reads it when told how`, { skip }, async () => {
    const { inspection } = await read(file);
    assert.equal(inspection.rows, rows);
    assert.equal(inspection.columns.length, columns);
    const found = inspection.columns.filter((c) => c.kind === 'number');
    assert.deepEqual(
      found.map((c) => [c.name, c.count]),
      numeric.map((c) => [c.name, c.count]),
    );
    for (const [j, { name, sum }] of numeric.entries()) {
      const ours = found[j].numeric?.sum ?? Number.NaN;
      assert.ok(Math.abs(ours - sum) <= 1e-12 * Math.abs(sum), `${name}: ${ours} is not ${sum}`);
    }
  });
}

test('the stated forms: delimiters, line ends, header, decimals', { skip }, async () => {
  const expected = {
    'airfoil/airfoil_self_noise.dat': ['\t', 'crlf', false, '.'],
    'steel/Steel_industry_data.csv': [',', 'crlf', true, '.'],
    'wine_quality/winequality-red-crcrlf.csv': [';', 'crcrlf', true, '.'],
    'auto_mpg/auto-mpg.data': [' ', 'lf', false, '.'],
    'air_quality/AirQualityUCI.csv': [';', 'crlf', true, ','],
    'air_quality/AirQualityUCI-quoted-commas.csv': [',', 'crlf', true, ','],
  };
  for (const [file, form] of Object.entries(expected)) {
    const { delimiter, lineEnd, header, decimal } = (await read(file)).inspection.dialect;
    assert.deepEqual([delimiter, lineEnd, header, decimal], form, file);
  }
});

test('air quality: −200 is missing, the blank tail is no data, times of day are dates', { skip }, async () => {
  const table = await read('air_quality/AirQualityUCI.csv');
  const byName = new Map(table.inspection.columns.map((c) => [c.name, c]));
  assert.deepEqual(byName.get('CO(GT)')?.missingTokens, [{ token: '-200', count: 1683 }]);
  assert.deepEqual([byName.get('c16')?.kind, byName.get('c17')?.kind], ['empty', 'empty']);
  assert.deepEqual(noteCodes(table), ['data/blank-tail', 'data/sentinel']);
  assert.equal(byName.get('Date')?.kind, 'date');
  assert.equal(byName.get('Date')?.numeric?.min, Date.UTC(2004, 2, 10) / 86_400_000);
  assert.deepEqual(cells(table, 'Time').slice(0, 2), [18 / 24, 19 / 24]);
});

test('ragged and fused files are read whole and said to be so', { skip }, async () => {
  const ragged = await read('student/student-mat-ragged.csv');
  assert.deepEqual(noteCodes(ragged), ['data/long-rows']);
  assert.match(ragged.inspection.notes[0].text, /1 row \(line 2\)/);
  const fused = await read('auto_mpg/auto-mpg-badquotes.data');
  assert.deepEqual(noteCodes(fused), ['data/fused-cells']);
  assert.equal(fused.inspection.preview[0][8], 'chevrolet chevelle malibu');
});

test('titanic: what is a key, what is text, what can be used', { skip }, async () => {
  const { inspection } = await read('titanic/train.csv');
  const unusable = inspection.columns.filter((c) => !c.usable).map((c) => c.name);
  assert.deepEqual(unusable, ['PassengerId', 'Name', 'Ticket', 'Cabin']);
  const keys = inspection.columns.filter((c) => c.identifier).map((c) => c.name);
  assert.deepEqual(keys, ['PassengerId', 'Name']);
});
