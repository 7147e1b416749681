import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { DesignOptions } from '../../../src/engine/contract/data';
import { buildDesign } from '../../../src/engine/data/design';
import { buildRows } from '../../../src/engine/data/rowsDesign';
import { colourColumns } from '../../../src/engine/fit/components/colours';
import { DESIGN } from './designed';
import { failure, readText } from './reading';

const OPTIONS: DesignOptions = { ...DESIGN, target: '' };
/** Forty rows: a key, two numbers with a gap each, a yes/no, a colour, a day, and a column that does not vary. */
const LINES = Array.from({ length: 40 }, (_, i) => {
  const a = i === 6 ? '' : (Math.sin(i) * 3).toFixed(3);
  const b = i === 11 ? '' : ((i * 7) % 13).toString();
  const day = new Date(Date.UTC(2024, 0, 1 + ((i * 11) % 40))).toISOString().slice(0, 10);
  return `${i + 1},${a},${b},${i % 3 === 0 ? 'yes' : 'no'},${['red', 'green', 'blue'][(i * i + (i >> 3)) % 3]},${day},5`;
});
const CSV = `id,a,b,open,paint,day,same\n${LINES.join('\n')}\n`;

const rowsOf = async (options: Partial<DesignOptions> = {}, csv = CSV) =>
  buildRows(await readText(csv), { ...OPTIONS, ...options }, quietContext);

test('without a target all usable columns are features, and no row is left out for want of one', async () => {
  const design = await rowsOf();
  assert.equal(design.target, '');
  assert.deepEqual(design.moreTargets, []);
  assert.deepEqual(design.report.columns, ['a', 'b', 'open', 'paint', 'day']);
  assert.equal(design.train.x.rows, 30);
  assert.equal(design.holdout?.x.rows, 10);
  assert.equal(design.train.y.length, 0);
  assert.deepEqual(design.train.more, []);
  assert.equal(design.train.weights, undefined);
  assert.deepEqual([...design.report.dropped.map(({ name }) => name)].sort(), ['id', 'same']);
  assert.equal(design.report.used, 40);
  assert.equal(
    design.report.imputed.reduce((sum, { cells }) => sum + cells, 0),
    2,
  );
  // The split is that of a fit to a target on the same rows.
  const fit = buildDesign(await readText(CSV), { ...OPTIONS, target: 'day' }, quietContext);
  assert.deepEqual(design.train.rows, fit.train.rows);
  assert.deepEqual(
    design.train.lines,
    design.train.rows.map((row) => row + 1),
  );
});

test('gaps by policy, subsamples and what is held out', async () => {
  const dropped = await rowsOf({ missing: 'drop' });
  assert.equal(dropped.report.used, 38);
  assert.ok(![...dropped.train.rows, ...(dropped.holdout?.rows ?? [])].some((row) => row === 7 || row === 12));
  assert.deepEqual(dropped.report.dropped.find(({ what }) => what === 'rows')?.count, 2);
  const few = await rowsOf({ maxRows: 20, holdout: { kind: 'fraction', fraction: 0 } });
  assert.equal(few.train.x.rows, 20);
  assert.equal(few.holdout, undefined);
  assert.deepEqual((await rowsOf({ maxRows: 20 })).train.rows, (await rowsOf({ maxRows: 20 })).train.rows);
  await assert.rejects(rowsOf({ holdout: { kind: 'fraction', fraction: 0.95 } }), failure('parameter/invalid'));
  await assert.rejects(
    rowsOf({ missing: 'drop' }, 'a,b\n1,2\n,3\n4,\n'),
    failure('data/too-few-rows', /leaves 1 row, at least 2 are needed: 2 have a gap/),
  );
});

test('a second file is held out whole, rows with a gap under "drop" left out', async () => {
  const other = await readText(
    'a,b,open,paint,day\n1,2,yes,red,2024-01-05\n,3,no,teal,2024-01-06\n2,1,no,,2024-02-01\n',
  );
  const source = { kind: 'bytes', name: 'other.csv', bytes: new Uint8Array() } as const;
  const held = (missing: 'impute' | 'drop') =>
    readText(CSV).then((table) =>
      buildRows(table, { ...OPTIONS, missing, holdout: { kind: 'file', source } }, quietContext, other),
    );
  assert.deepEqual([...((await held('impute')).holdout?.rows ?? [])], [1, 2, 3]);
  const dropped = await held('drop');
  assert.deepEqual([...(dropped.holdout?.rows ?? [])], [1]);
  assert.ok(dropped.report.dropped.some(({ count, why }) => count === 2 && why === 'a feature has no value there'));
  // Colours come from the file that a row is in; a level that is new there is one all the same.
  const { raw, train, holdout } = await held('impute');
  assert.ok(raw?.holdout && holdout);
  const colours = colourColumns([
    { rows: train.rows, columns: raw.train },
    { rows: holdout.rows, columns: raw.holdout },
  ]);
  const paint = colours.find(({ column }) => column === 'paint');
  assert.ok(paint?.kind === 'category');
  const shown = [...paint.codes.slice(train.rows.length)].map((code) => paint.levels[code]);
  assert.deepEqual(shown, ['red', 'teal', undefined]);
});

test('a target that is named is no feature and colours the points first; weights are refused in words', async () => {
  const design = await rowsOf({ target: 'paint', moreTargets: ['3'] });
  assert.deepEqual(design.report.columns, ['a', 'open', 'day']);
  assert.ok(design.report.dropped.some(({ name, why }) => name === 'paint' && why === 'it colours the points'));
  assert.deepEqual(
    design.raw?.train.map(({ name }) => name),
    ['paint', 'b', 'a', 'open', 'day', 'id'],
  );
  await assert.rejects(rowsOf({ weights: 'b' }), failure('parameter/invalid', /have no row weights/));
  await assert.rejects(rowsOf({ target: 'pant' }), failure('data/unknown-column'));
  await assert.rejects(
    rowsOf({ features: ['paint'], target: 'paint' }),
    failure('data/no-features', /colours the points/),
  );
  await assert.rejects(rowsOf({ features: ['same'] }), failure('data/no-features', /every value is the same/));
  await assert.rejects(rowsOf({ features: [] }), failure('data/no-features', /Choose at least one column/));
  assert.deepEqual((await rowsOf({ features: ['b', 'a'] })).report.columns, ['a', 'b']);
  // One column alone is enough.
  assert.deepEqual((await rowsOf({}, `a\n${[1, 2, 4, 8].join('\n')}\n`)).report.columns, ['a']);
});

test('colours: numbers with gaps, yes and no, and levels beyond the twelve commonest together', async () => {
  const { raw, train } = await rowsOf({ holdout: { kind: 'fraction', fraction: 0 } });
  assert.ok(raw);
  const byName = new Map(colourColumns([{ rows: train.rows, columns: raw.train }]).map((c) => [c.column, c]));
  const [a, open, day] = ['a', 'open', 'day'].map((name) => byName.get(name));
  assert.ok(a?.kind === 'number' && Number.isNaN(a.values[6]) && Math.abs(a.values[1] - 3 * Math.sin(1)) < 1e-3);
  assert.ok(open?.kind === 'category');
  assert.deepEqual(open.levels, ['no', 'yes']);
  assert.deepEqual([...open.codes.slice(0, 4)], [1, 0, 0, 1]);
  assert.ok(day?.kind === 'number' && day.values[0] === Date.UTC(2024, 0, 1) / 86_400_000);
  // Level k has k rows; the smallest ones share a colour.
  const levels = Array.from({ length: 15 }, (_, k) => String.fromCharCode(97 + k));
  const codes = Int32Array.from(levels.flatMap((_, k) => new Array<number>(k + 1).fill(k)));
  const [column] = colourColumns([
    { rows: Uint32Array.from(codes.keys(), (i) => i + 1), columns: [{ name: 'k', kind: 'category', codes, levels }] },
  ]);
  assert.ok(column.kind === 'category');
  assert.deepEqual(column.levels, [...levels.slice(3), 'other']);
  assert.equal(column.codes.filter((code) => code === 12).length, 1 + 2 + 3);
  assert.equal(column.codes.filter((code) => code === 0).length, 4);
  // No more than twenty columns are offered.
  const many = Array.from(
    { length: 30 },
    (_, c) => ({ name: `c${c}`, kind: 'number', values: new Float64Array(2) }) as const,
  );
  assert.equal(colourColumns([{ rows: Uint32Array.of(1, 2), columns: many }]).length, 20);
});
