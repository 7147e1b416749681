import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calloutText } from '../../../src/engine/contract/callout';
import { quietContext } from '../../../src/engine/contract/context';
import type { DesignOptions } from '../../../src/engine/contract/data';
import { applyTransform } from '../../../src/engine/data/applyTransform';
import { classCodes } from '../../../src/engine/data/classes';
import { fileColumn } from '../../../src/engine/data/fileColumn';
import { Random } from '../../../src/engine/data/random';
import { trained } from './designed';
import { column, readText } from './reading';

async function designOf(header: string, rows: readonly string[], options: Partial<DesignOptions> = {}) {
  const table = await readText(`${header},y\n${rows.map((row, i) => `${row},${(i * 7) % 23}`).join('\n')}\n`);
  return { table, design: trained(table, { standardise: false, ...options }) };
}

/** Town k comes 40 − k times, for 35 towns: t00 to t34. */
const TOWNS = Array.from({ length: 35 }, (_, k) => `t${String(k).padStart(2, '0')}`);
const IN_TOWNS = TOWNS.flatMap((town, k) => new Array<string>(40 - k).fill(town));

test('of many levels the most frequent have a column each and the others one together', async () => {
  const { design } = await designOf('town', IN_TOWNS, { maxLevels: 30 });
  const names = [...TOWNS.slice(0, 29), '(other)'].map((town) => `town=${town}`);
  assert.deepEqual(design.transform.names, names);
  assert.deepEqual([...new Set(fileColumn(design.transform))], [0]);
  assert.equal(
    design.report.encoded[0].as,
    'a column of 0 and 1 for each of the 29 most frequent levels, and one for the others',
  );
  const { x } = design.train;
  for (let i = 0; i < x.rows; i++) {
    const town = TOWNS.indexOf(IN_TOWNS[i]);
    const ones = names.flatMap((_, j) => (x.values[j * x.rows + i] === 1 ? [j] : []));
    assert.deepEqual(ones, [Math.min(town, 29)]);
  }
});

test('as many levels as may be have a column each; how many is set', async () => {
  const of = async (maxLevels: number) => (await designOf('town', IN_TOWNS, { maxLevels })).design.transform.names;
  assert.deepEqual(
    await of(35),
    TOWNS.map((town) => `town=${town}`),
  );
  assert.deepEqual(
    await of(34),
    [...TOWNS.slice(0, 33), '(other)'].map((town) => `town=${town}`),
  );
  assert.deepEqual(await of(2), ['town=t00', 'town=(other)']);
});

/** The levels with a column of their own, of a file in which level k comes as often as `counts` says. */
async function ownColumns(counts: readonly number[]): Promise<number> {
  const rows = counts.flatMap((count, k) => new Array<string>(count).fill(`t${k}`));
  const { design } = await designOf('town', rows);
  return design.transform.names.filter((name) => name !== 'town=(other)').length;
}

test('unless it is said how many, 30 levels have columns, and further ones of three rows or more', async () => {
  const often = new Array<number>(60).fill(3);
  assert.equal(await ownColumns(often), 60);
  assert.equal(await ownColumns([...often, ...new Array<number>(20).fill(2)]), 60);
  assert.equal(await ownColumns(new Array<number>(40).fill(2)), 29);
  assert.equal(await ownColumns(new Array<number>(30).fill(2)), 30);
  assert.equal(await ownColumns([...new Array<number>(10).fill(9), ...new Array<number>(15).fill(1)]), 25);
});

test('two rows are as far apart by a category of many levels as by a number on average, and two levels as far as any two', async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const random = new Random(seed);
    const pick = (n: number) => Math.floor(n * random.uniform());
    const [levels, n] = [31 + pick(20), 160];
    // Frequent levels and rare ones, of three rows at least.
    const codes = Array.from({ length: n }, (_, i) => (i < 3 * levels ? i % levels : pick(1 + pick(levels))));
    const { design } = await designOf(
      'town',
      codes.map((code) => `t${code}`),
      { standardise: true },
    );
    const { values, columns } = design.train.x;
    let sum = 0;
    const distances: number[] = [];
    for (let i = 0; i < n; i++)
      for (let k = 0; k < i; k++) {
        let apart = 0;
        for (let j = 0; j < columns; j++) apart += (values[j * n + i] - values[j * n + k]) ** 2;
        sum += 2 * apart;
        if (codes[i] !== codes[k]) distances.push(apart);
      }
    assert.ok(Math.abs(sum / n ** 2 - 2) < 1e-9, `${seed}: ${sum / n ** 2}`);
    assert.ok(Math.max(...distances) / Math.min(...distances) - 1 < 1e-9);
  }
});

test('levels that another file has only as yes and no, read as a boolean, are found again however they are spelt', async () => {
  const answers = ['Yes', 'Maybe', 'No', 'No', 'Yes', 'Yes'];
  const { design, table } = await designOf('answer', answers);
  const trained = applyTransform(table, design.transform).x;
  const { x } = applyTransform(await readText('answer\nYes\nNo\nYes\n'), design.transform);
  for (const [row, like] of [0, 2, 4].entries())
    for (let j = 0; j < x.columns; j++)
      assert.equal(x.values[j * x.rows + row], trained.values[j * trained.rows + like]);
  const words = column(await readText('answer\nYes\nNo\n'), 'answer');
  assert.equal(words.kind, 'boolean');
  assert.deepEqual([...classCodes(words, ['Maybe', 'No', 'Yes'], 2, quietContext)], [2, 1]);
});

test('a level that is new at prediction is one of the others; where there are none it is zero in all', async () => {
  const other = await readText('town\nnowhere\nt00\nt34\n\nt01\n');
  const cells = async (maxLevels: number) => {
    const { design } = await designOf('town', IN_TOWNS, { maxLevels });
    const { x } = applyTransform(other, design.transform);
    return Array.from({ length: x.rows }, (_, i) =>
      Array.from({ length: x.columns }, (_, j) => x.values[j * x.rows + i]),
    );
  };
  assert.deepEqual((await cells(3)).slice(0, 3), [
    [0, 0, 1],
    [1, 0, 0],
    [0, 0, 1],
  ]);
  assert.ok((await cells(35))[0].every((v) => v === 0));
});

test('many gaps get an indicator column and a warning; few, and rows left out, do not', async () => {
  const rows = (share: number) =>
    Array.from({ length: 100 }, (_, i) => `${i % 10 < 10 * share ? '' : (i * 13) % 31},${i % 7}`);
  const { design } = await designOf('width,z', rows(0.3));
  assert.deepEqual(design.transform.names, ['width', 'width is missing', 'z']);
  assert.deepEqual([...fileColumn(design.transform)], [0, 0, 1]);
  const { x } = design.train;
  for (let i = 0; i < 100; i++) assert.equal(x.values[100 + i], i % 10 < 3 ? 1 : 0);
  const callout = design.callouts?.find(({ kind }) => kind === 'missing');
  assert.equal(callout && calloutText(callout), '"width" is missing in 30 of 100 rows (30.0\u202f%).');
  for (const options of [{ missing: 'drop' }, {}] as const) {
    const other = (await designOf('width,z', rows(options.missing ? 0.3 : 0.2), options)).design;
    assert.deepEqual(other.transform.names, ['width', 'z']);
  }
});

test('whatever the columns hold, the rows of the fit are encoded alike when they are read again', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = new Random(seed);
    const pick = (n: number) => Math.floor(n * random.uniform());
    const levels = 2 + pick(60);
    const [sparse, step] = [random.uniform(), 0.1 + 20 * random.uniform()];
    const rows = Array.from({ length: 150 }, (_, i) => {
      const day = new Date(Math.round((18_000 + i * step) * 86_400) * 1000).toISOString().slice(0, 16);
      const gap = (cell: string) => (random.uniform() < 0.5 * sparse ? '' : cell);
      return [
        gap(`w${pick(levels) % (1 + pick(levels))}`),
        gap(day),
        gap((9 * random.uniform()).toFixed(2)),
        gap(pick(2) ? 'yes' : 'no'),
      ];
    });
    const maxLevels = 2 + pick(20);
    const options = { maxLevels, standardise: true, holdout: { kind: 'fraction', fraction: 0.2 } } as const;
    const { table, design } = await designOf(
      'word,day,number,flag',
      rows.map((row) => row.join(',')),
      options,
    );
    const transform = JSON.parse(JSON.stringify(design.transform));
    for (const sample of [design.train, design.holdout]) {
      const again = applyTransform(
        table,
        transform,
        sample?.rows.map((row) => row - 1),
      );
      assert.deepEqual(again.x, sample?.x, `seed ${seed}`);
      assert.ok(again.x.values.every(Number.isFinite));
    }
    assert.equal(fileColumn(design.transform).length, design.transform.names.length);
  }
});
