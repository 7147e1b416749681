import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DesignOptions, Matrix, TransformInput } from '../../../src/engine/contract/data';
import { applyTransform } from '../../../src/engine/data/applyTransform';
import { fileColumn } from '../../../src/engine/data/fileColumn';
import { Random } from '../../../src/engine/data/random';
import { trained } from './designed';
import { readText } from './reading';

const MS = 86_400_000;
const iso = (days: number) => new Date(Math.round(days * 86_400) * 1000).toISOString();
const dayOf = (text: string) => Date.parse(text) / MS;
const count = <T>(n: number, made: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => made(i));
const dates = (days: readonly number[]) => days.map((day) => iso(day).slice(0, 10));
const times = (days: readonly number[]) => days.map((day) => iso(day).slice(0, 16));

async function designOf(cells: readonly string[], options: Partial<DesignOptions> = {}) {
  const table = await readText(`at,y\n${cells.map((cell, i) => `${cell},${(i * 7) % 23}`).join('\n')}\n`);
  return { table, design: trained(table, options) };
}

async function parts(cells: readonly string[]) {
  const [input] = (await designOf(cells)).design.transform.inputs;
  return (input as TransformInput & { kind: 'date' }).parts;
}

test('a date becomes what it says over the time that the file spans', async () => {
  const start = dayOf('2021-02-03');
  const every = (n: number, step: number) => dates(count(n, (i) => start + i * step));
  assert.deepEqual(await parts(every(10, 1)), ['trend']);
  assert.deepEqual(await parts(every(28, 1)), ['trend', 'weekday']);
  assert.deepEqual(await parts(every(360, 1)), ['trend', 'weekday']);
  assert.deepEqual(await parts(every(366, 1)), ['trend', 'season', 'weekday']);
  assert.deepEqual(await parts(every(120, 7)), ['trend', 'season']);
});

test('dates that stand for months or years have no weekday, and years no season', async () => {
  const month = (i: number, day: number) => Date.UTC(2010, i, day) / MS;
  assert.deepEqual(await parts(dates(count(60, (i) => month(i, 1)))), ['trend', 'season']);
  assert.deepEqual(await parts(dates(count(60, (i) => month(i + 1, 0)))), ['trend', 'season']);
  assert.deepEqual(await parts(dates(count(40, (i) => month(12 * i, 1)))), ['trend']);
});

test('hours count where there are several of them over days', async () => {
  const start = dayOf('2021-02-03');
  assert.deepEqual(await parts(times(count(24, (i) => start + i / 24))), ['trend']);
  assert.deepEqual(await parts(times(count(72, (i) => start + i / 24))), ['trend', 'hour']);
  assert.deepEqual(await parts(times(count(60, (i) => start + 0.5 + i))), ['trend', 'weekday']);
  const clock = count(24, (i) => `${String(i).padStart(2, '0')}:30`);
  assert.deepEqual(await parts(clock), ['hour']);
  assert.deepEqual(await parts(count(30, (i) => `12:${String(10 + i)}`)), ['trend']);
});

const row = ({ rows, columns, values }: Matrix, i: number) =>
  Array.from({ length: columns }, (_, j) => values[j * rows + i]);
const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((v, j) => v - b[j]));

test('a cycle closes: its end lies beside its beginning, and its two columns share one scale', async () => {
  const start = dayOf('2020-01-01');
  const days = count(731, (i) => start + i);
  const { design } = await designOf(dates(days));
  const { names, scale } = design.transform;
  assert.deepEqual(names, ['at', 'at season cos', 'at season sin', 'at weekday cos', 'at weekday sin']);
  assert.deepEqual([...new Set(fileColumn(design.transform))], [0]);
  assert.equal(scale[1], scale[2]);
  assert.equal(scale[3], scale[4]);
  const season = (i: number) => row(design.train.x, i).slice(1, 3);
  const step = distance(season(100), season(101));
  assert.ok(Math.abs(distance(season(365), season(366)) / step - 1) < 1e-9, 'from 31 December to 1 January');
  assert.ok(distance(season(0), season(182)) > 100 * step);
  const weekday = (i: number) => row(design.train.x, i).slice(3);
  assert.ok(distance(weekday(5), weekday(12)) < 1e-12);
  const [next, last] = [distance(weekday(0), weekday(1)), distance(weekday(0), weekday(6))];
  assert.ok(Math.abs(next - last) < 1e-12);
});

test('the same rows are encoded alike again, whatever way their dates are written', async () => {
  const random = new Random(5);
  const days = count(200, () => dayOf('2018-01-01') + Math.floor(1200 * 24 * random.uniform()) / 24);
  const { table, design } = await designOf(times(days));
  const again = applyTransform(table, JSON.parse(JSON.stringify(design.transform)));
  assert.deepEqual(again.x, design.train.x);
  const pad = (n: number) => String(n).padStart(2, '0');
  const written = (write: (at: Date) => string) => days.map((day) => write(new Date(Math.round(day * 86_400) * 1000)));
  const clock = (at: Date) => `${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}`;
  const forms = [
    written((at) => `${at.getUTCDate()}.${at.getUTCMonth() + 1}.${at.getUTCFullYear()} ${clock(at)}`),
    written((at) => `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()} ${clock(at)}`),
    written((at) => at.toISOString()),
  ];
  for (const cells of forms) {
    const other = await readText(`at,y\n${cells.map((cell) => `${cell},1`).join('\n')}\n`);
    assert.deepEqual(applyTransform(other, design.transform).x, design.train.x, cells[0]);
  }
});

test('a gap in a date is its mean, and no time of any cycle', async () => {
  const cells = dates(count(500, (i) => dayOf('2020-01-01') + i));
  const { table, design } = await designOf(cells.map((cell, i) => (i === 7 ? '' : cell)));
  const { transform, train } = design;
  const raw = row(train.x, 7).map((v, j) => v * transform.scale[j] + transform.centre[j]);
  assert.ok(Math.abs(raw[0] - (transform.inputs[0] as { impute: number }).impute) < 1e-9);
  assert.ok(raw.slice(1).every((v) => Math.abs(v) < 1e-12));
  assert.deepEqual([...applyTransform(table, { ...transform, missing: 'drop' }).complete].indexOf(0), 7);
});

test('a model of the format before, whose dates are days alone, is applied as it was', async () => {
  const { table, design } = await designOf(dates(count(400, (i) => dayOf('2020-01-01') + i)));
  const [{ parts: _, ...input }] = design.transform.inputs as (TransformInput & { kind: 'date' })[];
  const { x } = applyTransform(table, { inputs: [input], centre: [0], scale: [1], names: ['at'], missing: 'impute' });
  assert.deepEqual([x.columns, x.values[0], x.values[399]], [1, dayOf('2020-01-01'), dayOf('2020-01-01') + 399]);
});
