import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { Design, DesignOptions } from '../../../src/engine/contract/data';
import { buildDesign } from '../../../src/engine/data/design';
import type { Table } from '../../../src/engine/data/table';
import { DESIGN } from './designed';
import { failure, readText } from './reading';

const OPTIONS: DesignOptions = { ...DESIGN, target: 'p', moreTargets: ['q', '5'], standardise: false };
const design = (table: Table, options: Partial<DesignOptions> = {}, other?: Table): Design =>
  buildDesign(table, { ...OPTIONS, ...options }, quietContext, other);

/** Columns x, p, q, colour, s, flag, same; gaps in p of row 3, q of row 8, s of row 8 and 9. */
const rows = Array.from({ length: 24 }, (_, i) => {
  const cells = [(i * 7) % 11, i === 2 ? '' : i, i === 7 ? 'NA' : i * i, ['red', 'blue'][i % 2]];
  return [...cells, i === 7 || i === 8 ? '' : 24 - i, i % 3 ? 'yes' : 'no', 4].join(',');
});
const text = `x,p,q,colour,s,flag,same\n${rows.join('\n')}\n`;

test('several targets: rows need them all, in the order asked for, and none is a feature', async () => {
  const made = design(await readText(text));
  assert.deepEqual([made.target, made.moreTargets], ['p', ['q', 's']]);
  assert.deepEqual(made.report.columns, ['x', 'colour', 'flag']);
  assert.deepEqual([made.report.used, made.report.train, made.report.holdout], [21, 16, 5]);
  assert.deepEqual(made.report.dropped[0], {
    what: 'rows',
    name: 'rows without a target',
    count: 3,
    why: 'one of "p", "q", "s" has no value there',
  });
  assert.ok(made.holdout);
  for (const { rows: numbers, y, more } of [made.train, made.holdout]) {
    assert.equal(more.length, 2);
    numbers.forEach((row, i) => {
      assert.deepEqual([y[i], more[0][i], more[1][i]], [row - 1, (row - 1) ** 2, 25 - row]);
    });
  }
});

test('a second file needs every target', async () => {
  const table = await readText(text);
  const options = { holdout: { kind: 'file', source: { kind: 'path', path: 'other.csv' } } } as const;
  const other = await readText('colour,q,s,x,flag,p\nred,1,2,3,yes,4\nblue,5,,7,no,8\nred,9,10,11,no,12\n');
  const { holdout } = design(table, options, other);
  assert.deepEqual(
    [[...(holdout?.y ?? [])], holdout?.more.map((v) => [...v])],
    [
      [4, 12],
      [
        [1, 9],
        [2, 10],
      ],
    ],
  );
  const lacking = await readText('colour,q,x,flag,p\nred,1,3,yes,4\nblue,5,7,no,8\n');
  assert.throws(() => design(table, options, lacking), failure('model/columns', /lacks the target "s"/));
  const words = await readText('colour,q,s,x,flag,p\nred,1,a,3,yes,4\nblue,5,b,7,no,8\n');
  assert.throws(() => design(table, options, words), failure('model/columns', /no numbers in "s"/));
});

test('targets that do not go together are refused in words', async () => {
  const table = await readText(text);
  const refused = (options: Partial<DesignOptions>, code: Parameters<typeof failure>[0], pattern: RegExp) =>
    assert.throws(() => design(table, options), failure(code, pattern));
  refused({ moreTargets: ['q', '2'] }, 'parameter/invalid', /"p" is named twice/);
  refused({ moreTargets: ['q', ' q'] }, 'parameter/invalid', /"q" is named twice/);
  refused({ moreTargets: ['z'] }, 'data/unknown-column', /"z"/);
  refused({ moreTargets: ['same'] }, 'data/target-constant', /"same"/);
  refused({ moreTargets: ['colour'] }, 'parameter/invalid', /"colour" would be classified.*single target/);
  refused({ moreTargets: ['colour'], task: 'regress' }, 'data/target-text', /"colour".*text/);
  refused({ moreTargets: ['flag'] }, 'parameter/invalid', /"flag" would be classified.*task to regress/);
  refused({ moreTargets: ['q'], task: 'classify' }, 'parameter/invalid', /"p" would be classified.*task to regress/);
  refused({ features: ['x', 'q'] }, 'data/no-features', /"q" cannot be a feature: it is one of the targets/);
  const flags = design(table, { moreTargets: ['flag'], task: 'regress' });
  assert.ok([...flags.train.more[0]].every((v) => v === 0 || v === 1));
});

test('a target that does not vary over the training rows is named, whichever it is', async () => {
  const table = await readText(
    `x,p,q\n${Array.from({ length: 9 }, (_, i) => `${i % 4},${i},${i === 0 ? 1 : 2}`).join('\n')}\n`,
  );
  const splits = [0, 1, 2, 3, 4, 5, 6, 7].map((seed) => () => design(table, { moreTargets: ['q'], seed }));
  const failed = splits.filter((split) => {
    try {
      split();
      return false;
    } catch (error) {
      return failure('data/target-constant', /"q" cannot be the target: every value in the 7 training rows/)(error);
    }
  });
  // The one row that differs is held out under some seeds, and trains under others.
  assert.ok(failed.length > 0 && failed.length < splits.length, `${failed.length} of ${splits.length}`);
});
