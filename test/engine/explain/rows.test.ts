import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { FitRequest, RunResult } from '../../../src/engine/contract/run';
import { Random } from '../../../src/engine/data/random';
import { Engine } from '../../../src/engine/engine';
import { bytesOf, failure } from '../data/reading';
import { fittedRun } from '../fittedRun';
import { machine } from '../testCore';

const random = new Random(8);
const CSV = [
  'day,place,size,wet,note,price',
  ...Array.from({ length: 90 }, (_, i) => {
    const size = i === 4 ? '' : (10 + 5 * random.uniform()).toFixed(2);
    const wet = random.uniform() < 0.5 ? 'yes' : 'no';
    const place = ['Ulm', 'Bonn', 'Kiel, Port'][i % 3];
    const day = `2021-0${1 + (i % 9)}-1${i % 7}`;
    return `${day},"${place}",${size},${wet},${i % 11},${(Number(size || 12) * 2 + (i % 3) + random.normal()).toFixed(3)}`;
  }),
].join('\n');

const REQUEST: FitRequest = {
  source: { kind: 'bytes', name: 'flats.csv', bytes: bytesOf(CSV) },
  read: {},
  design: {
    target: 'price',
    missing: 'impute',
    standardise: true,
    holdout: { kind: 'fraction', fraction: 0.2 },
    seed: 0,
  },
  method: 'krr',
  parameters: { kernel: 'gaussian' },
};
const engine = new Engine(machine(4e9));
const { handlers } = engine;
const RUN: Promise<RunResult> = handlers.fit(REQUEST, quietContext).then(fittedRun);

test('a row as a card: cells with their places, its part of the fit, the training rows nearest to it', async () => {
  const { model, data } = await RUN;
  const card = await handlers.row({ request: REQUEST, model, row: 5 }, quietContext);
  assert.deepEqual([card.row, card.line, card.more], [5, 6, 0]);
  assert.ok(card.part === 'training' || card.part === 'held out');
  assert.equal(card.cells.length, 6);
  assert.deepEqual([card.cells[0].column, card.cells[0].role], ['price', 'target']);
  const cell = (name: string) => card.cells.find(({ column }) => column === name);
  assert.equal(cell('size')?.text, '');
  assert.equal(cell('size')?.below, undefined);
  assert.equal(
    cell('size')?.histogram?.reduce((a, b) => a + b),
    89,
  );
  assert.deepEqual([cell('place')?.text, cell('place')?.same], ['Bonn', 1 / 3]);
  assert.deepEqual(cell('wet')?.levels, ['no', 'yes']);
  assert.match(cell('day')?.text ?? '', /^2021-05-14$/);
  assert.equal(card.nearest.length, 5);
  assert.ok(card.nearest.every(({ row }) => row !== 5 && row <= 90));
  const distances = card.nearest.map(({ distance }) => distance);
  assert.deepEqual(
    distances,
    distances.toSorted((a, b) => a - b),
  );
  assert.ok(data.columns.includes('size'));
  await assert.rejects(
    handlers.row({ request: REQUEST, model, row: 91 }, quietContext),
    failure('parameter/invalid', /has no row 91: it has 90 rows/),
  );
});

test('the percentile of a number counts what is smaller and what is the same', async () => {
  const { model } = await RUN;
  const { cells } = await handlers.row({ request: REQUEST, model, row: 1 }, quietContext);
  const note = cells.find(({ column }) => column === 'note');
  // Row 1 has the least note of eleven, and nine rows in 90 have it.
  assert.deepEqual([note?.text, note?.below, note?.same, note?.at], ['0', 0, 9 / 90, 0]);
});

test('a row with other values is predicted as a file with these values is', async () => {
  const { model } = await RUN;
  const values = { size: '14.5', place: 'Kiel, Port', wet: 'no', day: '2021-07-12' };
  const changed = `day,place,size,wet,note,price\n2021-07-12,"Kiel, Port",14.5,no,3,1\n2021-01-11,Ulm,,yes,3,1\n`;
  const source = { kind: 'bytes', name: 'new.csv', bytes: bytesOf(changed) } as const;
  const file = (await handlers.predict({ model, source }, quietContext)).outputs[0];
  const ask = { id: 'a', model, source: REQUEST.source, read: {}, row: 4, values };
  const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-9 * Math.abs(b), `${a} ${b}`);
  const without = (await handlers.whatIf({ ...ask, intervals: false }, quietContext)).outputs[0];
  near(without.predicted[0], file.predicted[0]);
  assert.ok(Number.isNaN(without.lower[0]));
  for (const again of [1, 2]) {
    const [output] = (await handlers.whatIf({ ...ask, intervals: again === 1 }, quietContext)).outputs;
    near(output.predicted[0], file.predicted[0]);
    near(output.lower[0], file.lower[0]);
    near(output.upper[0], file.upper[0]);
  }
  const gap = { ...ask, values: { size: '', place: 'Ulm', wet: 'yes', day: '2021-01-11' }, intervals: true };
  near((await handlers.whatIf(gap, quietContext)).outputs[0].predicted[0], file.predicted[1]);
  const other = await handlers.whatIf({ ...ask, id: 'b', intervals: false }, quietContext);
  assert.ok(Number.isNaN(other.outputs[0].lower[0]), 'what was kept is of another run');
});

test('a value that a column cannot hold is said', async () => {
  const { model } = await RUN;
  const ask = { id: 'a', model, source: REQUEST.source, read: {}, row: 4, intervals: false };
  const change = (values: Record<string, string>) => handlers.whatIf({ ...ask, values }, quietContext);
  await assert.rejects(change({ size: 'large' }), failure('parameter/invalid', /"size" must be a number, not "large"/));
  await assert.rejects(change({ wet: 'damp' }), failure('parameter/invalid', /"wet" must be no or yes/));
  await assert.rejects(change({ day: '3' }), failure('parameter/invalid', /"day" must be a date/));
  // A level that no row has is one as in any other file.
  assert.ok(Number.isFinite((await change({ place: 'Rome' })).outputs[0].predicted[0]));
});

test('rows as the text of a CSV, cells as they stand', async () => {
  const text = await handlers.rowsCsv({ request: REQUEST, rows: '3,5' }, quietContext);
  const lines = text.split('\r\n');
  assert.equal(lines.length, 4);
  assert.equal(lines[0], 'day,place,size,wet,note,price');
  assert.match(lines[1], /^2021-03-12,"Kiel, Port",1\d\.\d+,(yes|no),2,/);
  assert.match(lines[2], /^2021-05-14,Bonn,,(yes|no),4,/);
});

test('rows are described, and columns measured, through the engine', async () => {
  const { model } = await RUN;
  const found = await handlers.describeRows(
    { request: REQUEST, rows: '1,4,7,10,13,16,19,22,25,28,31,34' },
    quietContext,
  );
  assert.deepEqual(found.shared[0], { column: 'place', value: 'Ulm', count: 12, among: 18 });
  const { columns, rows } = await handlers.importance({ request: REQUEST, model }, quietContext);
  assert.equal(rows, 18);
  assert.equal(columns[0].column, 'size');
});
