import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ColumnSummary, Inspection } from '../../src/engine/contract/data';
import type { ParameterSchema } from '../../src/engine/contract/method';
import { chosenFeatures, featureItems } from '../../src/extension/picks/columnItems';
import { describeColumn } from '../../src/extension/picks/columnText';
import { checkNumber, fieldOf, fieldsOf, shownValue } from '../../src/extension/picks/field';
import { readFields, readOptionsOf, readValues } from '../../src/extension/picks/readFields';
import { targetItems } from '../../src/extension/picks/targetItems';
import { inspectionText } from '../../src/extension/report/inspectionText';

const column = (index: number, name: string, more: Partial<ColumnSummary> = {}): ColumnSummary => ({
  index,
  name,
  kind: 'number',
  count: 100,
  missing: 0,
  missingTokens: [],
  distinct: 90,
  distinctCapped: false,
  numeric: { min: -1.5, max: 140, mean: 12.3456789, sd: 3, sum: 1234.56789 },
  constant: false,
  identifier: false,
  usable: true,
  reason: '',
  ...more,
});

const inspection: Inspection = {
  file: { name: 'houses.csv', path: '/houses.csv', bytes: 20480, modified: 0 },
  dialect: {
    compression: 'none',
    encoding: 'utf-8',
    byteOrderMark: true,
    delimiter: ';',
    quote: '"',
    lineEnd: 'lf',
    header: true,
    decimal: ',',
    thousands: '',
  },
  rows: 100,
  columns: [
    column(0, 'id', { identifier: true, usable: false, reason: 'a row number' }),
    column(1, 'rooms'),
    column(2, 'colour', {
      kind: 'category',
      numeric: undefined,
      distinct: 3,
      levels: [{ label: 'red | blue', count: 60 }],
    }),
    column(3, 'price', { missing: 3, count: 97, missingTokens: [{ token: 'NA', count: 3 }] }),
    column(4, 'always', { constant: true, usable: false, reason: 'one value only' }),
  ],
  notes: [{ severity: 'warning', code: 'data/ragged', text: 'Row 7 is short.' }],
  defaultTarget: 3,
  preview: [['1', '3', 'red', '99,5', '7']],
};

test('the proposed target comes first, unfit columns last with the reason', () => {
  const { fit, unfit } = targetItems(inspection);
  assert.deepEqual(
    fit.map(({ column: name }) => name),
    ['price', 'id', 'rooms'],
  );
  assert.match(fit[0].description, /number · −1\.5 to 140 · 3 missing · last numeric column/);
  assert.deepEqual(
    unfit.map(({ description }) => description.split(' · ')[0]),
    ['holds categories', 'has one value only'],
  );
});

test('a remembered target comes first while it is still there', () => {
  assert.equal(targetItems(inspection, 'rooms').fit[0].column, 'rooms');
  assert.equal(targetItems(inspection, 'gone').fit[0].column, 'price');
  assert.equal(targetItems(inspection, 'colour').fit[0].column, 'price');
});

test('usable columns are checked, the others listed below with the reason', () => {
  const items = featureItems(inspection, 'price');
  assert.deepEqual(
    items.usable.map((item) => [item.column, item.picked]),
    [
      ['rooms', true],
      ['colour', true],
    ],
  );
  assert.deepEqual(
    items.unusable.map((item) => [item.column, item.picked]),
    [
      ['id', false],
      ['always', false],
    ],
  );
  assert.match(items.unusable[0].description, /^a row number · /);
});

test('remembered columns are checked; those that are gone are forgotten', () => {
  const items = featureItems(inspection, 'price', ['id', 'gone']);
  assert.deepEqual(
    [...items.usable, ...items.unusable].filter(({ picked }) => picked).map((i) => i.column),
    ['id'],
  );
  const none = featureItems(inspection, 'price', ['gone']);
  assert.deepEqual(
    none.usable.map(({ picked }) => picked),
    [true, true],
  );
});

test('the default choice is kept as the default', () => {
  const items = featureItems(inspection, 'price');
  assert.equal(chosenFeatures(items, ['rooms', 'colour']), undefined);
  assert.deepEqual(chosenFeatures(items, ['rooms']), ['rooms']);
  assert.deepEqual(chosenFeatures(items, ['rooms', 'colour', 'id']), ['rooms', 'colour', 'id']);
});

test('a column in words', () => {
  assert.equal(describeColumn(inspection.columns[2]), 'category · 3 values');
  const date = column(0, 'd', { kind: 'date', numeric: { min: 0, max: 366, mean: 0, sd: 0, sum: 0 } });
  assert.equal(describeColumn(date), 'date · 1970-01-01 to 1971-01-02');
  const time = { ...date, numeric: { min: 0.25, max: 0.75, mean: 0.5, sd: 0.1, sum: 5 } };
  assert.equal(describeColumn(time), 'date · 06:00 to 18:00');
});

const share: ParameterSchema = {
  name: 's',
  title: 'Share',
  description: '',
  type: 'number',
  minimum: 0,
  maximum: 0.9,
  default: 0.2,
};
const scale: ParameterSchema = {
  name: 'l',
  title: 'Length scale',
  description: '',
  type: 'number',
  exclusiveMinimum: 0,
  rule: 'least error',
};
const folds: ParameterSchema = { name: 'f', title: 'Folds', description: '', type: 'integer', minimum: 2 };

test('numbers are checked against their schema', () => {
  assert.deepEqual(checkNumber(share, ' 0.5 '), { value: 0.5 });
  assert.deepEqual(checkNumber(share, '0,5'), { value: 0.5 });
  assert.deepEqual(checkNumber(scale, '1e-3'), { value: 0.001 });
  assert.deepEqual(checkNumber(share, '0.95'), { problem: 'Share is a number of at least 0 and at most 0.9.' });
  assert.deepEqual(checkNumber(scale, '0'), { problem: 'Length scale is a number above 0.' });
  assert.deepEqual(checkNumber(folds, '2.5'), { problem: 'Folds is a whole number of at least 2.' });
  for (const text of ['', 'x', 'NaN', 'Infinity', '1 2']) assert.ok('problem' in checkNumber(scale, text), text);
});

test('a field says what holds while it is empty', () => {
  assert.equal(shownValue(fieldOf(scale), undefined), 'chosen by least error');
  assert.equal(shownValue(fieldOf(share), undefined), '0.2');
  assert.equal(shownValue(fieldOf({ ...share, type: 'boolean', default: true }), false), 'No');
});

test('a form leaves out what has one choice only, and names the parameter a rule refers to', () => {
  const rule = {
    name: 'lRule',
    title: 'Length scale chosen by',
    description: '',
    type: 'choice' as const,
    choices: ['a', 'b'],
  };
  const kernel = { ...rule, name: 'kernel', choices: ['gaussian'] };
  const fields = fieldsOf([kernel, { ...scale, rule: 'see lRule' }, rule], 'Kernel');
  assert.deepEqual(
    fields.map(({ name, whenEmpty }) => [name, whenEmpty]),
    [
      ['l', 'see “Length scale chosen by”'],
      ['lRule', 'not set'],
    ],
  );
});

test('read options go through the form and back', () => {
  const read = { delimiter: '\t', header: false, missing: ['', '?', '-200'], kinds: { rooms: 'category' as const } };
  assert.deepEqual(readOptionsOf(readValues(read)), read);
  assert.deepEqual(readOptionsOf({}), {});
  assert.deepEqual(
    readFields(inspection)
      .slice(0, 4)
      .map((field) => field.whenEmpty),
    ['found: semicolon', 'found: first row names the columns', 'found: UTF-8', 'found: comma, 1,5'],
  );
});

test('the data report lists every column in aligned lines', () => {
  const text = inspectionText(inspection);
  const lines = text.split('\n');
  assert.equal(lines[2], '100 rows, 5 columns, 20.5 kB');
  assert.match(text, /^! Row 7 is short\.$/m);
  const rows = lines.slice(lines.indexOf('Columns') + 2, lines.indexOf('Columns') + 8);
  const kindAt = rows[0].indexOf('kind');
  for (const [i, kind] of ['number', 'number', 'category', 'number', 'number'].entries()) {
    assert.equal(rows[i + 1].slice(kindAt).startsWith(kind), true, rows[i + 1]);
  }
  assert.match(rows[4], /proposed target; missing: NA \(3\)/);
  assert.match(rows[1], /left out: a row number/);
});
