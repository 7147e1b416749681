import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError, quietContext } from '../../../src/engine/contract/context';
import type { Design, DesignOptions, Transform } from '../../../src/engine/contract/data';
import { applyTransform } from '../../../src/engine/data/applyTransform';
import { buildDesign } from '../../../src/engine/data/design';
import { fileColumn } from '../../../src/engine/data/fileColumn';
import { Random } from '../../../src/engine/data/random';
import type { Table } from '../../../src/engine/data/table';
import { DESIGN, designed } from './designed';
import { failure, readText } from './reading';

const design = (table: Table, options: Partial<DesignOptions> = {}, other?: Table): Design =>
  designed(table, options, other);

/** A column of X, as an array. */
function encoded({ x }: Design['train'], j: number): number[] {
  return [...x.values.subarray(j * x.rows, (j + 1) * x.rows)];
}
const mean = (v: readonly number[]) => v.reduce((a, b) => a + b, 0) / v.length;

/** 40 rows with gaps in every column, three colours, a flag, a date, a constant and a key. */
function mixedFile(change: (row: (string | number)[], i: number) => void = () => {}): string {
  const random = new Random(1);
  const rows = Array.from({ length: 40 }, (_, i) => {
    const day = `2021-03-${String(1 + Math.floor(random.uniform() * 28)).padStart(2, '0')}`;
    const colour = ['red', 'green', 'blue'][i % 3];
    const row: (string | number)[] = [
      `k${i}`,
      (random.uniform() * 10).toFixed(3),
      colour,
      i % 4 ? 'yes' : 'no',
      day,
      5,
    ];
    row.push((random.uniform() * 100).toFixed(2));
    if (i % 9 === 4) row[1] = 'NA';
    if (i % 10 === 7) row[2] = '?';
    if (i === 11 || i === 30) row[6] = '';
    change(row, i);
    return row.join(',');
  });
  return `key,width,colour,flag,day,same,y\n${rows.join('\n')}\n`;
}

test('what is used, dropped, imputed and encoded, in words', async () => {
  const { report, train, holdout, transform, target } = design(await readText(mixedFile()));
  assert.equal(target, 'y');
  assert.deepEqual([report.rows, report.used, report.train, report.holdout], [40, 38, 28, 10]);
  assert.deepEqual(report.columns, ['width', 'colour', 'flag', 'day']);
  assert.deepEqual(transform.names, [
    'width',
    'colour=blue',
    'colour=green',
    'colour=red',
    'colour is missing',
    'flag',
    'day',
    'day weekday cos',
    'day weekday sin',
  ]);
  assert.deepEqual(
    report.dropped.map((d) => [d.what, d.name, d.count, d.why]),
    [
      ['rows', 'rows without a target', 2, '"y" has no value there'],
      ['column', 'key', 1, 'looks like an ID: every value is unique'],
      ['column', 'same', 1, 'every value is the same'],
    ],
  );
  assert.deepEqual(
    report.imputed.map((i) => [i.column, i.cells]),
    [
      ['width', 4],
      ['colour', 4],
    ],
  );
  assert.match(report.imputed[0].value, /^the training mean, \d\.\d+$/);
  assert.deepEqual(
    report.encoded.map((e) => [e.column, e.as]),
    [
      ['colour', 'a column of 0 and 1 per level'],
      ['flag', 'no = 0, yes = 1'],
      ['day', 'days since 1970-01-01 and weekday (cycles as cosine and sine)'],
    ],
  );
  assert.deepEqual([train.x.rows, train.x.columns, holdout?.x.rows], [28, 9, 10]);
});

test('every encoded column knows the column of the file that it comes from', async () => {
  const { transform } = design(await readText(mixedFile()));
  const origins = fileColumn(transform);
  assert.equal(origins.length, transform.names.length);
  assert.deepEqual([...new Set(origins)], [...transform.inputs.keys()]);
  transform.names.forEach((name, j) => {
    assert.ok(name.startsWith(transform.inputs[origins[j]].column), name);
    assert.ok(j === 0 || origins[j] >= origins[j - 1]);
  });
});

test('training columns have mean 0 and standard deviation 1 (a cycle: its two together), dividing by n; unless asked not to', async () => {
  const table = await readText(mixedFile());
  const { train } = design(table);
  const square = (j: number) => mean(encoded(train, j).map((v) => v * v));
  for (let j = 0; j < train.x.columns; j++) {
    assert.ok(Math.abs(mean(encoded(train, j))) < 1e-12);
    if (j < 7) assert.ok(Math.abs(square(j) - 1) < 1e-12);
  }
  assert.ok(Math.abs((square(7) + square(8)) / 2 - 1) < 1e-12);
  const raw = design(table, { standardise: false });
  assert.ok(raw.transform.centre.every((c) => c === 0) && raw.transform.scale.every((s) => s === 1));
  assert.ok(encoded(raw.train, 1).every((v) => v === 0 || v === 1));
});

test('the transform is learnt on training rows only: held-out rows may hold anything', async () => {
  const plain = design(await readText(mixedFile()));
  const heldOut = new Set([...(plain.holdout?.rows ?? [])].map((row) => row - 1));
  assert.equal(heldOut.size, 10);
  const changed = design(
    await readText(
      mixedFile((row, i) => {
        if (!heldOut.has(i)) return;
        row[1] = 1e6;
        row[2] = 'violet';
      }),
    ),
  );
  assert.deepEqual(changed.transform, plain.transform);
  assert.deepEqual(changed.train, plain.train);
  assert.notDeepEqual(changed.holdout?.x, plain.holdout?.x);
});

test('rows and lines lead back to the file; held-out rows are in its order', async () => {
  const table = await readText(mixedFile());
  const { train, holdout } = design(table);
  assert.ok(holdout);
  const y = table.columns[6];
  assert.ok('values' in y);
  for (const sample of [train, holdout]) {
    assert.deepEqual(sample.rows, sample.rows.slice().sort());
    sample.rows.forEach((row, i) => {
      assert.equal(sample.y[i], y.values[row - 1]);
      assert.equal(sample.lines[i], row + 1);
    });
  }
  const all = [...train.rows, ...holdout.rows].sort((a, b) => a - b);
  assert.deepEqual(
    all,
    Array.from({ length: 40 }, (_, i) => i + 1).filter((row) => row !== 12 && row !== 31),
  );
});

test('the same seed splits the same way, another seed another', async () => {
  const table = await readText(mixedFile());
  assert.deepEqual(design(table).holdout?.rows, design(table).holdout?.rows);
  assert.notDeepEqual(design(table, { seed: 4 }).holdout?.rows, design(table).holdout?.rows);
  assert.equal(design(table, { holdout: { kind: 'fraction', fraction: 0 } }).holdout, undefined);
});

test('a subsample is drawn before the split', async () => {
  const { report, train, holdout } = design(await readText(mixedFile()), { maxRows: 20 });
  assert.deepEqual([report.used, train.y.length, holdout?.y.length], [20, 15, 5]);
  assert.deepEqual(report.dropped[1], {
    what: 'rows',
    name: 'rows not drawn',
    count: 18,
    why: 'only a random sample is used',
  });
});

test('dropping rows with gaps instead of filling them', async () => {
  const table = await readText(mixedFile());
  const { report, transform } = design(table, { missing: 'drop' });
  assert.deepEqual(report.imputed, []);
  assert.ok(!transform.names.includes('colour missing'));
  const gaps = Array.from({ length: 40 }, (_, i) => i).filter((i) => i % 9 === 4 || i % 10 === 7);
  assert.equal(report.used, 38 - gaps.length);
  const { complete } = applyTransform(table, transform);
  assert.deepEqual(
    [...complete].flatMap((c, i) => (c === 0 ? [i] : [])),
    gaps,
  );
});

test('a transform that was saved and loaded gives the same columns, row by row', async () => {
  const table = await readText(mixedFile());
  const { transform, train } = design(table);
  const loaded = JSON.parse(JSON.stringify(transform)) as Transform;
  const { x } = applyTransform(table, loaded);
  for (let j = 0; j < x.columns; j++) {
    const column = encoded(train, j);
    for (const [i, row] of train.rows.entries()) assert.equal(x.values[j * x.rows + row - 1], column[i]);
  }
});

test('another file: columns by name in any order, unseen levels are zeros, gaps are filled as learnt', async () => {
  const { transform } = design(await readText(mixedFile()));
  const other = await readText(
    'day,flag,colour,width\n2021-03-02,yes,violet,NA\n2021-03-03,no,red,2.5\n2021-03-04,yes,,3\n',
  );
  const { x, complete } = applyTransform(other, transform);
  const raw = (i: number, j: number) => x.values[j * 3 + i] * transform.scale[j] + transform.centre[j];
  assert.ok(Math.abs(raw(0, 0) - transform.centre[0]) < 1e-9);
  const colours = [0, 1, 2].map((i) => [1, 2, 3, 4].map((j) => Math.round(raw(i, j))));
  assert.deepEqual(colours, [
    [0, 0, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
  ]);
  assert.deepEqual([...complete], [1, 1, 1]);
});

test('a file without the columns, or with other kinds, is refused by name', async () => {
  const { transform } = design(await readText(mixedFile()));
  const lacking = await readText('flag,colour,other\nyes,red,1\nno,blue,2\n');
  assert.throws(() => applyTransform(lacking, transform), failure('model/columns', /"width", "day"/));
  const words = await readText('width,colour,flag,day\nwide,red,yes,2021-01-01\nthin,red,no,2021-01-02\n');
  assert.throws(() => applyTransform(words, transform), failure('model/columns', /"width".*category/));
});

test('a second file as holdout: its rows without a target are left out', async () => {
  const table = await readText(mixedFile());
  const other = await readText(
    mixedFile((row, i) => {
      if (i < 5) row[6] = 'NA';
    }),
  );
  const options = { holdout: { kind: 'file', source: { kind: 'path', path: 'other.csv' } } } as const;
  const { train, holdout, report } = design(table, options, other);
  assert.deepEqual([train.y.length, holdout?.y.length, report.holdout], [38, 33, 33]);
  assert.equal(holdout?.rows[0], 6);
  const without = await readText('width,colour,flag,day\n1,red,yes,2021-01-01\n2,red,no,2021-01-02\n');
  assert.throws(() => design(table, options, without), failure('model/columns', /target "y"/));
});

test('target and features by name or position', async () => {
  const table = await readText('1,2,3\n4,5,9\n6,5,7\n8,8,8\n2,6,1\n9,1,7\n');
  const picked = design(table, { target: '1', features: ['c3'], holdout: { kind: 'fraction', fraction: 0 } });
  assert.deepEqual([picked.target, picked.report.columns], ['c1', ['c3']]);
  assert.throws(() => design(table, { target: '' }), failure('data/no-target', /Name the target/));
  assert.throws(() => design(table, { target: '4' }), failure('data/unknown-column', /"c1", "c2", "c3"/));
  assert.throws(() => design(table, { target: 'c1', features: ['z'] }), failure('data/unknown-column', /"z"/));
  assert.throws(() => design(table, { target: 'c1', features: ['c1'] }), failure('data/no-features', /is the target/));
  assert.throws(() => design(table, { target: 'c1', features: [] }), failure('data/no-features'));
});

test('targets that cannot be: text, constant, all missing, none', async () => {
  const table = await readText(mixedFile());
  assert.throws(
    () => design(table, { target: 'colour', task: 'regress' }),
    failure(
      'data/target-text',
      /"colour" cannot be the target: it holds text\. Choose a numeric column, or set the task to classify\.$/,
    ),
  );
  assert.throws(() => design(table, { target: 'same' }), failure('data/target-constant', /"same"/));
  const empty = await readText('x,y\n1,\n2,NA\n3,\n4,\n5,\n6,?\n');
  assert.throws(() => design(empty), failure('data/target-missing', /"y"/));
  const words = await readText('a,b\nx,5\ny,5\nz,5\nv,5\nw,5\n');
  assert.throws(() => design(words, { target: '' }), failure('data/no-target'));
  const odd = await readText('x,y\n1,2\n2,4\n3,oops\n4,8\n5,10\n6,12\n7,13\n');
  assert.throws(() => design(odd), failure('data/target-text', /line 4 holds "oops"/));
});

test('features that cannot be: one column, text, constant, nothing left; a lone row number will do', async () => {
  assert.throws(() => design(one, {}), failure('data/one-column', /"y"/));
  const table = await readText(mixedFile());
  assert.throws(() => design(table, { features: ['same'] }), failure('data/no-features', /"same".*same/));
  assert.throws(() => design(table, { features: ['key'] }), failure('data/no-features', /"key"/));
  const nothing = await readText('a,y\n7,1\n7,2\n7,3\n7,4\n7,5\n7,7\n');
  assert.throws(() => design(nothing), failure('data/no-features', /every value is the same/));
  const series = await readText('t,y\n1,5\n2,3\n3,8\n4,1\n5,2\n6,9\n');
  assert.deepEqual(design(series).report.columns, ['t']);
});

test('what equals the target in every row is no feature, unless asked for', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => `${(i * 7) % 13},${i % 2},${i % 2 ? 'alive' : 'dead'}`);
  const table = await readText(`x,survived,state\n${lines.join('\n')}\n`);
  for (const [target, other] of [
    ['survived', 'state'],
    ['state', 'survived'],
  ]) {
    const { report } = design(table, { target });
    assert.deepEqual(report.columns, ['x']);
    const why = `equals the target "${target}" in every row`;
    assert.deepEqual(report.dropped, [{ what: 'column', name: other, count: 1, why }]);
    assert.deepEqual(design(table, { target, features: [other] }).report.columns, [other]);
  }
});

test('too few rows, by themselves or after dropping', async () => {
  const few = await readText('x,y\n1.5,2\n2.5,4\n3,5\n4,9\n');
  assert.throws(() => design(few), failure('data/too-few-rows', /4 rows.*at least 5/));
  const five = await readText('x,y\n1.5,2\n2.5,4\n3,5\n4,9\n5,1\n');
  const most = { holdout: { kind: 'fraction', fraction: 0.9 } } as const;
  assert.throws(() => design(five, most), failure('data/too-few-rows', /leaves 0 to learn from\. Hold out fewer/));
  const gaps = await readText('x,z,y\n1.5,,2\n2.5,1,4\n,2,5\n4,,9\n7,8,1\n6,,3\n');
  assert.throws(() => design(gaps, { missing: 'drop' }), failure('data/too-few-rows', /gap/));
  assert.equal(design(gaps).report.used, 6);
});

test('a share that is no share is refused', async () => {
  const table = await readText(mixedFile());
  for (const fraction of [-0.1, 0.95, Number.NaN]) {
    assert.throws(
      () => design(table, { holdout: { kind: 'fraction', fraction } }),
      failure('parameter/invalid', /0\.9/),
    );
  }
});

const one = await readText('y\n1\n2\n4\n3\n5\n6\n');

test('the flag is looked at for every column that is learnt, encoded, scaled and counted', async () => {
  const columns = 60;
  const line = (cell: (j: number) => string) => Array.from({ length: columns }, (_, j) => cell(j)).join(',');
  const rows = Array.from(
    { length: 12 },
    (_, i) => `${line((j) => String((i * 7 + j * 13 + i * i * j) % 101))},${i % 5}`,
  );
  const table = await readText(`${line((j) => `x${j}`)},y\n${rows.join('\n')}\n`);
  let looks = 0;
  const context = { ...quietContext, check: () => void looks++ };
  for (const missing of ['impute', 'drop'] as const) {
    looks = 0;
    const used = buildDesign(table, { ...DESIGN, missing }, context).train.x.columns;
    // Learnt, encoded, and their deviations taken; both parts encoded and scaled; gaps looked for.
    assert.ok(looks >= 8 * used, `${looks} looks for ${used} columns`);
    const all = looks;
    for (const last of [1, Math.round(all / 3), Math.round(0.8 * all)]) {
      looks = 0;
      const stop = () => {
        if (++looks === last) throw cancelledError();
      };
      const stopped = { ...quietContext, check: stop };
      assert.throws(() => buildDesign(table, { ...DESIGN, missing }, stopped), failure('run/cancelled', /Cancelled/));
    }
  }
});

test('of a column of one value and gaps, whatever the value is, which rows have it is used, and with missing=drop it is left out', async () => {
  const random = new Random(4);
  for (const value of ['x', 'yes', 'TRUE', '1', '-3.5', '12 kg', '45 %', 'Nov', '✓']) {
    const ticked = Array.from({ length: 60 }, () => random.uniform() < 0.4);
    const lines = ticked.map(
      (has, i) => `${(i % 7) + 0.5},${has ? value : ''},${(3 * Number(has) + random.uniform()).toFixed(3)}`,
    );
    const table = await readText(`a,box,y\n${lines.join('\n')}\n`);
    const { report, train, transform } = design(table, { standardise: false });
    assert.deepEqual(report.columns, ['a', 'box'], value);
    // Where the value is a yes, a gap is a no, and new rows may say either.
    const yes = ['yes', 'TRUE', '1'].includes(value);
    const told = encoded(train, transform.names.indexOf(yes ? 'box' : 'box is missing'));
    assert.deepEqual(
      told,
      Array.from(train.rows, (row) => Number(ticked[row - 1] === yes)),
    );
    if (yes) {
      assert.ok(!transform.names.includes('box is missing'));
      const [{ value: filled }] = report.imputed.filter(({ column }) => column === 'box');
      assert.equal(filled, { yes: 'no', TRUE: 'FALSE' }[value] ?? '0');
    }
    const note = table.inspection.notes.find(({ code }) => code === 'data/ticks');
    assert.equal(note?.text, '"box": one value, and empty cells. Which rows have it is used.');
    const dropped = design(table, { missing: 'drop' }).report;
    assert.deepEqual([dropped.used, dropped.columns], [60, ['a']], value);
    assert.deepEqual(dropped.dropped, [{ what: 'column', name: 'box', count: 1, why: 'every value is the same' }]);
    assert.throws(
      () => design(table, { target: 'box' }),
      failure('data/target-constant', /every value is the same|class/),
    );
  }
});

test('one value alone, a single cell with it, and a date are no boxes to tick', async () => {
  for (const cells of [
    ['x', 'x'],
    ['', 'x', '', ''],
    ['', '2024-01-05'],
  ]) {
    const lines = Array.from({ length: 40 }, (_, i) => {
      const cell = cells.length > 2 ? (i === 3 ? 'x' : '') : cells[i % 2];
      return `${(i * 7) % 11},${cell},${(i * 5) % 13}`;
    });
    const { report } = design(await readText(`a,box,y\n${lines.join('\n')}\n`));
    assert.deepEqual(report.columns, ['a'], cells.join());
  }
});
