import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CalloutKind, calloutText } from '../../../src/engine/contract/callout';
import { quietContext } from '../../../src/engine/contract/context';
import type { Design, DesignOptions } from '../../../src/engine/contract/data';
import { classCodes } from '../../../src/engine/data/classes';
import { buildDesign } from '../../../src/engine/data/design';
import type { Table } from '../../../src/engine/data/table';
import { DESIGN } from './designed';
import { cells, column, failure, readText } from './reading';

const OPTIONS: DesignOptions = { ...DESIGN, target: 'species' };
const design = (table: Table, options: Partial<DesignOptions> = {}, other?: Table): Design =>
  buildDesign(table, { ...OPTIONS, ...options }, quietContext, other);

/** One row for each word, after a number. */
const file = (words: readonly (string | number)[], name = 'species'): string =>
  `x,${name}\n${words.map((word, i) => `${((i * 7) % 11) + i / 100},${word}`).join('\n')}\n`;
const repeat = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).flatMap(([word, count]) => new Array<string>(count).fill(word));
const counts = ({ y }: Design['train'], levels: number) =>
  Array.from({ length: levels }, (_, code) => y.filter((v) => v === code).length);
const told = ({ callouts = [] }: Design, kind: CalloutKind) => {
  const callout = callouts.find((one) => one.kind === kind);
  return callout && calloutText(callout);
};
const note = ({ report }: Design, code: string) => report.notes.find((n) => n.code === code)?.text;

test('a category is classified: sorted levels, codes, every level in both parts in its share', async () => {
  const table = await readText(file(repeat({ setosa: 20, daisy: 12, rose: 8 })));
  const made = design(table);
  assert.deepEqual([made.target, made.moreTargets, made.classes], ['species', [], ['daisy', 'rose', 'setosa']]);
  assert.deepEqual(made.train.more, []);
  assert.ok(made.holdout);
  assert.deepEqual(counts(made.train, 3), [9, 6, 15]);
  assert.deepEqual(counts(made.holdout, 3), [3, 2, 5]);
  const words = column(table, 'species');
  assert.ok('codes' in words);
  for (const { y, rows } of [made.train, made.holdout])
    for (const [i, row] of rows.entries()) assert.equal(made.classes?.[y[i]], words.levels[words.codes[row - 1]]);
  assert.deepEqual(design(table).holdout?.rows, made.holdout.rows);
  assert.notDeepEqual(design(table, { seed: 4 }).holdout?.rows, made.holdout.rows);
  assert.equal(note(made, 'data/classes'), '"species" is classified: 3 classes, "daisy", "rose", "setosa".');
});

test('yes and no are classified, unless they are to be predicted as 1 and 0', async () => {
  const table = await readText(file(repeat({ yes: 9, no: 11 })));
  assert.deepEqual(design(table).classes, ['no', 'yes']);
  assert.deepEqual(counts(design(table, { holdout: { kind: 'fraction', fraction: 0 } }).train, 2), [11, 9]);
  const regressed = design(table, { task: 'regress' });
  assert.equal(regressed.classes, undefined);
  assert.ok([...regressed.train.y].every((v) => v === 0 || v === 1));
});

test('numbers are classified when asked, in their own order', async () => {
  const table = await readText(file(repeat({ '10': 6, '2': 7, '-1.5': 7 })));
  assert.equal(design(table).classes, undefined);
  assert.deepEqual(design(table, { task: 'classify' }).classes, ['-1.5', '2', '10']);
});

test('a number with two values is classified, unless it is to be a number or one of several targets', async () => {
  const table = await readText(file(repeat({ '2': 9, '1': 11 })));
  assert.deepEqual(design(table).classes, ['1', '2']);
  assert.equal(design(table, { task: 'regress' }).classes, undefined);
  const two = await readText(
    `a,b,x\n${Array.from({ length: 20 }, (_, i) => `${i % 2},${i % 3},${i ** 2}`).join('\n')}`,
  );
  const several = design(two, { target: 'a', moreTargets: ['b'] });
  assert.deepEqual([several.classes, several.moreTargets], [undefined, ['b']]);
  assert.throws(
    () => design(two, { target: 'a', moreTargets: ['b'], task: 'classify' }),
    failure('parameter/invalid', /classes can only be the single target/),
  );
});

test('a few whole numbers are predicted as numbers, with a word on classes; asked for, without', async () => {
  const table = await readText(file(repeat({ '3': 6, '4': 7, '5': 7 }), 'quality'));
  const said = told(design(table, { target: 'quality' }), 'fewValues');
  assert.equal(said, '"quality" has only 3 different values, all whole, and is predicted as a number.');
  const asked = (task: 'regress' | 'classify') => told(design(table, { target: 'quality', task }), 'fewValues');
  assert.deepEqual([asked('regress'), asked('classify')], [undefined, undefined]);
  const halves = await readText(file(repeat({ '3.5': 6, '4': 7, '5': 7 })));
  assert.equal(told(design(halves), 'fewValues'), undefined);
});

test('levels of a category that are numbers are sorted as numbers', async () => {
  const table = await readText(file(repeat({ '10': 6, '9': 7, '1': 7 })), { kinds: { species: 'category' } });
  assert.deepEqual(design(table).classes, ['1', '9', '10']);
});

test('gaps in the classes are dropped and counted', async () => {
  const words = repeat({ a: 12, b: 12 }).map((word, i) => (i % 6 === 1 ? '' : word));
  const made = design(await readText(file(words)));
  assert.deepEqual([made.report.used, made.train.y.length + (made.holdout?.y.length ?? 0)], [20, 20]);
  assert.deepEqual(made.report.dropped[0], {
    what: 'rows',
    name: 'rows without a target',
    count: 4,
    why: '"species" has no value there',
  });
});

test('a level of one row trains, with a note', async () => {
  const made = design(await readText(file(repeat({ a: 12, b: 12, odd: 1 }))));
  assert.deepEqual([counts(made.train, 3)[2], made.holdout && counts(made.holdout, 3)[2]], [1, 0]);
  assert.match(told(made, 'imbalance') ?? '', /^Class "odd" has only one row in "species": it is in training/);
  assert.equal(told(design(await readText(file(repeat({ a: 12, b: 12 })))), 'imbalance'), undefined);
});

test('a subsample keeps every level that it has room for', async () => {
  const table = await readText(file(repeat({ a: 80, b: 18, rare: 2 })));
  assert.deepEqual(design(table, { maxRows: 10, holdout: { kind: 'fraction', fraction: 0 } }).classes, [
    'a',
    'b',
    'rare',
  ]);
});

test('what is no set of classes is refused in words', async () => {
  const refused = async (
    words: readonly (string | number)[],
    pattern: RegExp,
    options: Partial<DesignOptions> = {},
  ) => {
    const table = await readText(file(words));
    assert.throws(() => design(table, options), failure('data/target-text', pattern));
  };
  const many = Array.from({ length: 404 }, (_, i) => `w${i % 101}`);
  await refused(many, /101 different values, more than the 100 classes.*identifier/);
  await refused(
    Array.from({ length: 40 }, (_, i) => `w${i % 25}`),
    /nearly every row has a different value, 25 in 40 rows.*identifier/,
  );
  await refused(
    Array.from({ length: 1200 }, (_, i) => i * 1.5),
    /more than 1000 different values.*quantity/,
    { task: 'classify' },
  );
  await refused(
    Array.from({ length: 12 }, (_, i) => `2021-03-0${1 + (i % 3)}`),
    /dates/,
    { task: 'classify' },
  );
  await refused(
    ['1', '2', '2', '1', '2', '1', '1', 'oops', '2', '2', 'oops'],
    /mostly numbers, but line 9 holds "oops"/,
  );
  const same = await readText(file(new Array(9).fill('a')));
  assert.throws(() => design(same), failure('data/target-constant', /every value is the same/));
  const oops = await readText(file(['1', '2', '2', '1', '2', '1', '1', 'oops', '2', '2', 'oops']));
  assert.deepEqual(design(oops, { task: 'classify' }).classes, ['1', '2', 'oops']);
});

test('one level left in the rows that are used is refused', async () => {
  const rows = Array.from({ length: 12 }, (_, i) => `${i < 9 ? i : ''},${i < 9 ? 'a' : 'b'}`);
  const table = await readText(`x,species\n${rows.join('\n')}\n`);
  assert.throws(() => design(table, { missing: 'drop' }), failure('data/target-constant', /"species"/));
});

test('a second file: codes as in training; unseen levels are left out, with a note', async () => {
  const table = await readText(file(repeat({ a: 6, b: 6 })));
  const options = { holdout: { kind: 'file', source: { kind: 'path', path: 'other.csv' } } } as const;
  const other = await readText(file(['b', 'c', 'a', '', 'd', 'b', 'c']));
  const made = design(table, options, other);
  assert.deepEqual(
    [...(made.holdout?.y ?? [])].map((code) => made.classes?.[code]),
    ['b', 'a', 'b'],
  );
  assert.deepEqual([...(made.holdout?.rows ?? [])], [1, 3, 6]);
  assert.match(note(made, 'data/unseen-levels') ?? '', /that no training row has, "c", "d": 3 rows are left out/);
  assert.deepEqual(
    made.report.dropped.map((d) => [d.count, d.why]),
    [
      [1, 'the target or a feature has no value there'],
      [3, 'no training row has this class'],
    ],
  );
  const strangers = await readText(file(['c', 'c', 'd', 'd', 'c', 'c']));
  assert.throws(
    () => design(table, options, strangers),
    failure('data/too-few-rows', /a class that training rows have/),
  );
});

test('codes of a column in another file: other spellings of yes and no, numbers, gaps, unknown values', async () => {
  const words = (text: string, kind?: 'category') =>
    readText(
      `x,y\n${text
        .split(' ')
        .map((word, i) => `${i},${word}`)
        .join('\n')}\n`,
      kind && { kinds: { y: kind } },
    );
  const codes = async (text: string, levels: readonly string[], kind?: 'category') => {
    const table = await words(text, kind);
    return [...classCodes(column(table, 'y'), levels, table.inspection.rows, quietContext)];
  };
  assert.deepEqual(await codes('b ? a c', ['a', 'b']), [1, -1, 0, -2]);
  assert.deepEqual(await codes('1 0 NA 0', ['no', 'yes']), [1, 0, -1, 0]);
  assert.deepEqual(await codes('YES No yes', ['no', 'yes']), [1, 0, 1]);
  assert.deepEqual(await codes('YES No maybe', ['no', 'yes'], 'category'), [1, 0, -2]);
  assert.deepEqual(await codes('yes no', ['No', 'Yes']), [1, 0]);
  assert.deepEqual(await codes('1 2 2.0 3', ['1', '2', '10']), [0, 1, 1, -2]);
});

test('levels named like members of every object are levels', async () => {
  const words = repeat({ constructor: 6, toString: 6, __proto__x: 6 });
  assert.deepEqual(design(await readText(file(words))).classes, ['__proto__x', 'constructor', 'toString']);
});

test('classes of yes and no are called as the file spells them, and rows of other spellings are of the same ones', async () => {
  const styles = [
    (word: string) => word,
    (word: string) => word.toUpperCase(),
    (word: string) => word[0].toUpperCase() + word.slice(1),
  ];
  for (const pair of ['no yes', 'false true', 'n y', 'f t', 'off on'])
    for (const style of styles) {
      const [no, yes] = pair.split(' ').map(style);
      const table = await readText(file(repeat({ [no]: 14, [yes]: 16 })));
      assert.deepEqual(design(table).classes, [no, yes]);
      for (const other of styles) {
        const words = pair.split(' ').map(other);
        const again = await readText(file([...words, ...words]));
        const codes = classCodes(column(again, 'species'), [no, yes], 4, quietContext);
        assert.deepEqual([...codes], [0, 1, 0, 1], `${words} as ${no} and ${yes}`);
      }
    }
  const mixed = await readText(file(repeat({ No: 10, yes: 9, no: 8, Yes: 3 })));
  assert.deepEqual(design(mixed).classes, ['no', 'yes']);
});

test('words that say yes and no in several ways are two truth values, with a note, and words of which some say something else are levels', async () => {
  const table = (words: readonly string[]) =>
    readText(`q,y\n${Array.from({ length: 120 }, (_, i) => `${words[(i * 7) % words.length]},${i}`).join('\n')}\n`);
  for (const [yes, no] of [
    [
      ['TRUE', 'Yes', 'yes', 'Y', '1'],
      ['FALSE', 'No', 'no', 'N', '0'],
    ],
    [['yes', 'True'], ['no']],
    [
      ['Ja', 'TRUE'],
      ['nein', 'FALSE'],
    ],
    [
      ['oui', '1'],
      ['Non', '0'],
    ],
  ]) {
    const read = await table([...yes, ...no]);
    assert.equal(read.inspection.columns[0].kind, 'boolean', yes.join());
    const words = [...yes, ...no];
    assert.deepEqual(
      cells(read, 'q'),
      Array.from({ length: 120 }, (_, i) => Number((i * 7) % words.length < yes.length)),
    );
    const [{ text }] = read.inspection.notes.filter(({ code }) => code === 'data/mixed-truth');
    for (const word of words) assert.ok(text.includes(`“${word}”`), text);
  }
  for (const words of [
    ['T', 'N'],
    ['F', 'N', 'Y'],
    ['ja', 'nein', 'nie'],
    ['yes', 'no', 'unknown'],
    ['true', 'no'],
  ])
    assert.equal((await table(words)).inspection.columns[0].kind, 'category', words.join());
  assert.ok(
    (await table(['Yes', 'no', 'No', 'yes'])).inspection.notes.every(({ code }) => code !== 'data/mixed-truth'),
  );
});
