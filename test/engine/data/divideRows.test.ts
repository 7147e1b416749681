import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { DesignOptions } from '../../../src/engine/contract/data';
import { divide, divisionOn } from '../../../src/engine/data/folds';
import { Random } from '../../../src/engine/data/random';
import { buildRows } from '../../../src/engine/data/rowsDesign';
import { DESIGN, designed } from './designed';
import { failure, readText } from './reading';

/** 60 rows of twelve subjects of unequal size, days out of order with two rows each, a site as fold. */
const TABLE = (() => {
  const random = new Random(2);
  const lines = Array.from({ length: 60 }, (_, i) => {
    const subject = `s${Math.floor(12 * random.uniform() ** 2)}`;
    const day = `2021-01-${String(1 + (((i >> 1) * 7) % 30)).padStart(2, '0')}`;
    return [subject, day, 'abc'[i % 3], random.uniform().toFixed(3), random.uniform().toFixed(3)].join(',');
  });
  return readText(`subject,day,site,x,y\n${lines.join('\n')}\n`);
})();
const design = async (options: Partial<DesignOptions>) => designed(await TABLE, options);

/** Cells of a column at rows of the file, counted from 1. */
async function cellsAt(name: string, rows: Uint32Array): Promise<number[]> {
  const { inspection, columns } = await TABLE;
  const column = columns[inspection.columns.findIndex((c) => c.name === name)];
  if (column.kind === 'empty') return [];
  return Array.from(rows, (row) => ('values' in column ? column.values[row - 1] : column.codes[row - 1]));
}

test('groups are whole in both parts and in every fold, and no feature', async () => {
  for (const seed of [0, 1, 2, 3]) {
    const made = await design({ splitBy: { kind: 'group', column: 'subject' }, seed });
    assert.ok(!made.report.columns.includes('subject'));
    assert.match(
      made.report.dropped.map(({ name, why }) => `${name}: ${why}`).join(),
      /subject: it defines groups, folds or the order/,
    );
    const inTrain = await cellsAt('subject', made.train.rows);
    const held = await cellsAt('subject', made.holdout?.rows ?? new Uint32Array());
    assert.ok(held.length >= 5 && held.length <= 30, `${held.length} held out`);
    assert.equal(inTrain.filter((subject) => held.includes(subject)).length, 0);
    const { of, count } = divide(inTrain.length, 4, seed, { division: made.division });
    assert.equal(count, 4);
    inTrain.forEach((subject, i) => {
      assert.equal(of[i], of[inTrain.indexOf(subject)]);
    });
  }
});

test('a column of folds gives them, and whole folds are held out', async () => {
  const made = await design({ splitBy: { kind: 'fold', column: 'site' }, holdout: { kind: 'fraction', fraction: 0 } });
  const sites = await cellsAt('site', made.train.rows);
  const { of, count } = divide(60, 10, 0, { division: made.division });
  assert.equal(count, 3);
  assert.deepEqual([...of], sites);
  const third = await design({ splitBy: { kind: 'fold', column: 'site' } });
  assert.equal(new Set(await cellsAt('site', third.holdout?.rows ?? new Uint32Array())).size, 1);
});

test('the last rows in file order, or by time with rows of one time together; folds are runs of the others', async () => {
  const last = await design({ holdout: { kind: 'last', fraction: 0.25 } });
  assert.deepEqual(
    [...(last.holdout?.rows ?? [])],
    Array.from({ length: 15 }, (_, i) => 46 + i),
  );
  const { of } = divide(45, 5, 9, { division: last.division });
  assert.deepEqual(
    [...of],
    Array.from({ length: 45 }, (_, i) => Math.floor(i / 9)),
  );
  const timed = await design({ holdout: { kind: 'last', fraction: 0.25, by: 'day' } });
  const before = await cellsAt('day', timed.train.rows);
  const after = await cellsAt('day', timed.holdout?.rows ?? new Uint32Array());
  assert.ok(Math.max(...before) < Math.min(...after));
  assert.equal(before.length + after.length, 60);
  const folds = divide(before.length, 5, 9, { division: timed.division });
  for (let f = 1; f < 5; f++) {
    const days = (fold: number) => before.filter((_, i) => folds.of[i] === fold);
    assert.ok(Math.max(...days(f - 1)) <= Math.min(...days(f)));
  }
  const blocks = await design({ splitBy: { kind: 'blocks', by: 'day' } });
  assert.deepEqual(blocks.train.rows, timed.train.rows);
});

test('components hold out the last rows too', async () => {
  const made = buildRows(
    await TABLE,
    { ...DESIGN, target: '', holdout: { kind: 'last', fraction: 0.1 } },
    quietContext,
  );
  assert.deepEqual([...(made.holdout?.rows ?? [])], [55, 56, 57, 58, 59, 60]);
});

test('rows of one unit share a fold; where none has company nothing changes', () => {
  const unit = Int32Array.of(0, 1, 2, 3, 4, 5, 6, 2, 8, 9, 10, 11, 12, 13, 14, 2, 16, 17, 18, 19);
  const { of } = divide(20, 5, 1, { division: { kind: 'together', unit } });
  assert.ok(of[2] === of[7] && of[2] === of[15]);
  assert.deepEqual(new Set(Array.from({ length: 5 }, (_, f) => of.filter((v) => v === f).length)), new Set([4]));
  const apart = { kind: 'together', unit: Int32Array.from({ length: 20 }, (_, i) => i) } as const;
  assert.deepEqual(divide(20, 5, 1, { division: apart }), divide(20, 5, 1));
});

test('a division of some rows is that of the whole', () => {
  const rows = Uint32Array.of(5, 1, 8, 2);
  const order = Uint32Array.of(8, 0, 1, 2, 3, 9, 7, 6, 5, 4);
  assert.deepEqual(divisionOn({ kind: 'blocks', order }, rows), { kind: 'blocks', order: Uint32Array.of(2, 1, 3, 0) });
  const fold = Uint16Array.from({ length: 10 }, (_, i) => i % 3);
  const given = divisionOn({ kind: 'given', fold, count: 3 }, rows);
  assert.deepEqual(given, { kind: 'given', fold: Uint16Array.of(2, 1, 2, 2), count: 3 });
  assert.equal(divisionOn(undefined, rows), undefined);
});

test('a column that cannot divide the rows is named with what to do', async () => {
  await assert.rejects(
    design({ holdout: { kind: 'last', fraction: 0.2, by: 'site' } }),
    failure(
      'parameter/invalid',
      /^Rows cannot be put in order by "site": it holds words, not numbers or dates\. Choose/,
    ),
  );
  await assert.rejects(
    design({ splitBy: { kind: 'group', column: 'y' } }),
    failure('parameter/invalid', /^"y" cannot define groups or folds and also be a target\./),
  );
  await assert.rejects(design({ splitBy: { kind: 'group', column: 'nope' } }), failure('data/unknown-column'));
  const constant = await readText('g,x,y\n1,1,2\n1,2,3\n1,4,5\n1,5,6\n1,7,7\n');
  assert.throws(
    () => designed(constant, { splitBy: { kind: 'group', column: 'g' } }),
    failure('parameter/invalid', /^"g" cannot divide the rows into groups: every value is the same\. At least two/),
  );
});

test('of two groups, settings or folds none is held out unless asked, and at least two always train', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => `${'ab'[i % 2]},${i % 2},${i / 7},${(i * 13) % 11}`);
  const table = await readText(`site,half,x,y\n${lines.join('\n')}\n`);
  const none = { kind: 'fraction', fraction: 0 } as const;
  for (const splitBy of [
    { kind: 'group', column: 'site' },
    { kind: 'settings', columns: ['site', 'half'] },
    { kind: 'fold', column: 'half' },
  ] as const) {
    for (const holdout of [{ kind: 'fraction', fraction: 0.2, byDefault: true } as const, none]) {
      const { train, division } = designed(table, { splitBy, holdout });
      assert.equal(train.rows.length, 40, splitBy.kind);
      assert.equal(divide(40, 10, 0, { division }).count, 2, splitBy.kind);
    }
    for (const more of [
      { holdout: { kind: 'fraction', fraction: 0.2 } as const },
      { where: 'site = a', holdout: none },
    ])
      assert.throws(
        () => designed(table, { splitBy, ...more }),
        failure('parameter/invalid', /training rows of .+ all agree in .+divided at random/),
      );
  }
});
