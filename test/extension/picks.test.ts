import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESIGN_SCHEMA } from '../../src/choices/design';
import { quietContext } from '../../src/engine/contract/context';
import type { Inspection, TargetCandidate } from '../../src/engine/contract/data';
import { KernelscopeError } from '../../src/engine/contract/failure';
import type { ParameterSchema } from '../../src/engine/contract/method';
import { buildDesign } from '../../src/engine/data/design';
import { methods } from '../../src/engine/methods/registry';
import { checkValue, choiceWords, fieldOf, fieldsOf, formField, readForm } from '../../src/extension/forms/field';
import { readFields, readOptionsOf, readValues } from '../../src/extension/forms/readFields';
import { chosenFeatures, featureItems } from '../../src/extension/picks/columnItems';
import { severalItems, targetItems, targetProblem } from '../../src/extension/picks/targetItems';
import { describeColumn } from '../../src/figures/words/columnText';
import { readText } from '../engine/data/reading';
import { madeColumn } from './madeColumn';

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
    madeColumn(0, 'id', { identifier: true, usable: false, reason: 'a row number' }),
    madeColumn(1, 'rooms'),
    madeColumn(2, 'colour', {
      kind: 'category',
      numeric: undefined,
      distinct: 3,
      levels: [{ label: 'red | blue', count: 60 }],
    }),
    madeColumn(3, 'price', { missing: 3, count: 97, missingTokens: [{ token: 'NA', count: 3 }] }),
    madeColumn(4, 'always', { constant: true, usable: false, reason: 'one value only' }),
  ],
  notes: [{ severity: 'warning', code: 'data/ragged', text: 'Row 7 is short.' }],
  defaultTarget: 3,
  preview: [['1', '3', 'red', '99,5', '7']],
};

function failureOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof KernelscopeError) return error.failure.code;
    throw error;
  }
}

const names = (items: readonly { readonly column: string }[]) => items.map((item) => item.column);

const columnsOf = (choices?: Parameters<typeof targetItems>[1]) =>
  targetItems(inspection, choices).groups.flatMap(({ items }) => items);

test('the target by its name comes first and says why, unfit columns last with the reason', () => {
  const { unfit, preselected, groups } = targetItems(inspection);
  assert.deepEqual(preselected, { column: 'price', why: 'name' });
  assert.equal(groups[0].title, 'its name says so');
  const fit = columnsOf();
  assert.deepEqual(names(fit), ['price', 'id', 'rooms', 'colour']);
  assert.match(fit[0].description, /number · −1\.5 to 140 · 3 missing$/);
  assert.equal(fit[3].description, 'category · 3 values · classify');
  assert.deepEqual(
    unfit.map(({ description }) => description.split(' · ')[0]),
    ['has one value only'],
  );
});

test('without a name that decides nothing is preselected, and columns stand in the order of what was measured', () => {
  const { defaultTarget: _, ...unnamed } = inspection;
  const targets: readonly TargetCandidate[] = [
    { index: 2, name: 'colour', standing: 'explained', explained: 0.4, reason: 'the other columns explain about 40 %' },
    { index: 3, name: 'price', standing: 'unmeasured', reason: 'not measured' },
    { index: 1, name: 'rooms', standing: 'copy', explained: 0.99, reason: '"price" alone explains 99.1 %' },
    { index: 0, name: 'id', standing: 'unfit', reason: 'a row number' },
    { index: 4, name: 'always', standing: 'unfit', reason: 'every value is the same' },
  ];
  const before = targetItems(unnamed);
  assert.equal(before.preselected, undefined);
  assert.deepEqual(names(before.groups.flatMap(({ items }) => items)), ['id', 'rooms', 'colour', 'price']);
  const { preselected, groups } = targetItems(unnamed, { targets });
  assert.equal(preselected, undefined);
  assert.deepEqual(
    groups.map(({ items }) => names(items)),
    [['colour'], ['price'], ['rooms'], ['id']],
  );
  assert.equal(groups[2].items[0].detail, '"price" alone explains 99.1 %');
});

test('what can be a target depends on the task', () => {
  const problems = (task?: 'regress' | 'classify') => inspection.columns.map((c) => targetProblem(c, task));
  assert.deepEqual(problems('regress'), [undefined, undefined, 'holds categories', undefined, 'has one value only']);
  const many = 'has a different value in nearly every row';
  assert.deepEqual(problems('classify'), [many, many, undefined, many, 'has one value only']);
  assert.equal(targetProblem(madeColumn(0, 'a', { kind: 'date' }), 'classify'), 'holds dates');
  assert.equal(targetProblem(madeColumn(0, 'a', { kind: 'date' })), undefined);
  assert.equal(
    targetProblem(madeColumn(0, 'a', { kind: 'text', distinctCapped: true, distinct: 1000 })),
    'has over 1,000 different values',
  );
});

test('a remembered target comes first while it is still there', () => {
  const first = (target: string) => columnsOf({ remembered: { target } })[0];
  const why = (target: string) => targetItems(inspection, { remembered: { target } }).preselected?.why;
  assert.equal(first('rooms').column, 'rooms');
  assert.equal(first('gone').column, 'price');
  assert.equal(first('always').column, 'price');
  assert.match(first('colour').description, /classify$/);
  assert.deepEqual(['colour', 'always'].map(why), ['lastTime', 'name']);
});

test('the logarithm of a target that spreads widely above 0 stands beside it, and first where it was chosen last time', () => {
  const withPrices = (min: number, max: number): Inspection => ({
    ...inspection,
    columns: inspection.columns.map((column) =>
      column.name === 'price' ? { ...column, numeric: { min, max, mean: 9, sd: 2, sum: 900 } } : column,
    ),
  });
  const [first] = targetItems(withPrices(2, 40)).groups;
  assert.deepEqual(names(first.items), ['price', 'ln(price)']);
  for (const [min, max] of [
    [2, 19],
    [0, 40],
    [-1, 40],
  ])
    assert.deepEqual(names(targetItems(withPrices(min, max)).groups[0].items), ['price']);
  const again = targetItems(withPrices(2, 40), { remembered: { target: 'ln(price)' } });
  assert.deepEqual(names(again.groups[0].items), ['ln(price)', 'price']);
  assert.deepEqual(again.preselected, { column: 'ln(price)', why: 'lastTime' });
  const features = featureItems(withPrices(2, 40), ['ln(price)']);
  assert.equal(names([...features.usable, ...features.unusable]).includes('price'), false);
});

test('several targets: numbers only; those of last time are offered again', () => {
  const picked = (target?: string, moreTargets?: readonly string[]) =>
    names(severalItems(inspection, { remembered: { target, moreTargets } }).filter((item) => item.picked));
  assert.deepEqual(names(severalItems(inspection)), ['id', 'rooms', 'price']);
  assert.deepEqual([picked(), picked('rooms', ['price'])], [['price'], ['rooms', 'price']]);
  assert.deepEqual(severalItems(inspection, { task: 'classify' }), []);
  const remembered = { target: 'rooms', moreTargets: ['price'] };
  assert.deepEqual(targetItems(inspection, { remembered }).again, {
    label: 'rooms, price',
    description: '2 targets · chosen last time',
    targets: remembered,
  });
  assert.equal(targetItems(inspection, { remembered: { target: 'rooms', moreTargets: ['gone'] } }).again, undefined);
  assert.equal(targetItems(inspection, { remembered: { target: 'rooms' } }).again, undefined);
});

test('the pick and the engine agree on what can be a target', async () => {
  const cells: Readonly<Record<string, (i: number) => string | number>> = {
    few: (i) => 'abc'[i % 3],
    flag: (i) => (i % 3 ? 'yes' : 'no'),
    many: (i) => `w${i % 101}`,
    unique: (i) => `w${(i * 7) % 151}`,
    day: (i) => `2021-03-${10 + (i % 9)}`,
    digit: (i) => i % 10,
    measure: (i) => Math.sin(i),
    same: () => 5,
    odd: (i) => (i === 150 ? 'oops' : i % 10),
  };
  const header = Object.keys(cells);
  const rows = Array.from({ length: 220 }, (_, i) => header.map((name) => cells[name](i)).join(','));
  const table = await readText(`${header.join(',')}\n${rows.join('\n')}\n`);
  for (const task of [undefined, 'regress', 'classify'] as const) {
    for (const summary of table.inspection.columns) {
      const { name } = summary;
      const features = [name === 'few' ? 'measure' : 'few'];
      const holdout = { kind: 'fraction', fraction: 0 } as const;
      const options = { target: name, features, task, missing: 'impute', standardise: true, holdout, seed: 0 } as const;
      const code = failureOf(() => buildDesign(table, options, quietContext));
      assert.equal(code === undefined, targetProblem(summary, task) === undefined, `${name}, ${task}: ${code}`);
    }
  }
});

test('usable columns are checked, the others listed below with the reason', () => {
  const items = featureItems(inspection, ['price']);
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

test('further targets and the weights are no features', () => {
  const { usable, unusable } = featureItems(inspection, ['price', 'id', 'rooms']);
  assert.deepEqual([names(usable), names(unusable)], [['colour'], ['always']]);
});

test('remembered columns are checked; those that are gone are forgotten', () => {
  const items = featureItems(inspection, ['price'], ['id', 'gone']);
  assert.deepEqual(
    [...items.usable, ...items.unusable].filter(({ picked }) => picked).map((i) => i.column),
    ['id'],
  );
  const none = featureItems(inspection, ['price'], ['gone']);
  assert.deepEqual(
    none.usable.map(({ picked }) => picked),
    [true, true],
  );
});

test('the default choice is kept as the default', () => {
  const items = featureItems(inspection, ['price']);
  assert.equal(chosenFeatures(items, ['rooms', 'colour']), undefined);
  assert.deepEqual(chosenFeatures(items, ['rooms']), ['rooms']);
  assert.deepEqual(chosenFeatures(items, ['rooms', 'colour', 'id']), ['rooms', 'colour', 'id']);
});

test('a column in words', () => {
  assert.equal(describeColumn(inspection.columns[2]), 'category · 3 values');
  const date = madeColumn(0, 'd', { kind: 'date', numeric: { min: 0, max: 366, mean: 0, sd: 0, sum: 0 } });
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
  rule: 'lowest error',
};
const folds: ParameterSchema = { name: 'f', title: 'Folds', description: '', type: 'integer', minimum: 2 };

test('numbers are checked against their schema', () => {
  assert.deepEqual(checkValue(share, ' 0.5 '), { value: 0.5 });
  assert.deepEqual(checkValue(share, '0,5'), { value: 0.5 });
  assert.deepEqual(checkValue(scale, '1e-3'), { value: 0.001 });
  assert.deepEqual(checkValue(share, '0.95'), { problem: 'Share is a number from 0 to 0.9.' });
  assert.deepEqual(checkValue(scale, '0'), { problem: 'Length scale is a number above 0.' });
  assert.deepEqual(checkValue(folds, '2.5'), { problem: 'Folds is a whole number of at least 2.' });
  for (const text of ['', 'x', 'NaN', 'Infinity', '1 2']) assert.ok('problem' in checkValue(scale, text), text);
});

test('a list of numbers: each is checked; a lone decimal comma is asked about', () => {
  const scales: ParameterSchema = { ...scale, type: 'numbers' };
  assert.deepEqual(checkValue(scales, ' 0.5 '), { value: 0.5 });
  assert.deepEqual(checkValue(scales, '0.5, 1e-3;2  4'), { value: '0.5 0.001 2 4' });
  assert.deepEqual(checkValue(scales, '1,2,3'), { value: '1 2 3' });
  assert.deepEqual(checkValue(scales, '1,5'), {
    problem: '1,5 could mean one number or two: write 1.5, or 1 5 with a blank.',
  });
  const problem = 'Length scale is a number above 0, or several of them separated by blanks.';
  for (const text of ['1 0', '', '1 x', '1,,2']) assert.deepEqual(checkValue(scales, text), { problem }, text);
});

test('a form asks for text, and what comes back is checked field by field', () => {
  const choice: ParameterSchema = {
    name: 'rule',
    title: 'Rule',
    description: 'How it is chosen. loo: lowest error. cv: by folds, whole ones.',
    type: 'choice',
    choices: ['loo', 'cv'],
  };
  const kernel: ParameterSchema = {
    name: 'kernel',
    title: 'Kernel',
    description: '',
    type: 'text',
    suggestions: ['gaussian', 'mine'],
    suggestionWords: { gaussian: ['Gaussian', 'Smooth.'] },
    default: 'gaussian',
  };
  const fields = fieldsOf([
    share,
    scale,
    folds,
    choice,
    kernel,
    { ...share, name: 'b', type: 'boolean', default: true },
  ]);
  const [, , , rule, kernels] = fields.map(formField);
  assert.equal(rule.description, 'How it is chosen.');
  assert.deepEqual(rule.input.kind === 'choice' && rule.input.choices, [
    { value: 'loo', label: 'loo', words: 'Lowest error.' },
    { value: 'cv', label: 'cv', words: 'By folds, whole ones.' },
  ]);
  assert.deepEqual(kernels.input.kind === 'text' && kernels.input.suggestions, [
    { value: 'gaussian', label: 'Gaussian', words: 'Smooth.' },
    { value: 'mine', label: 'mine' },
  ]);
  const sent = {
    [share.name]: '0,3',
    [scale.name]: ' ',
    [folds.name]: '1',
    rule: 'cv',
    kernel: ' 2*linear ',
    b: 'false',
  };
  assert.deepEqual(readForm(fields, sent), {
    values: { [share.name]: 0.3, rule: 'cv', kernel: '2*linear', b: false },
    problems: { [folds.name]: 'Folds is a whole number of at least 2.' },
  });
  assert.deepEqual(readForm(fields, { rule: 'constructor', b: ['true'], other: 'x' }), {
    values: {},
    problems: { rule: 'Rule has no choice constructor.' },
  });
});

test('every choice of every method and of the rows is described', () => {
  for (const schema of [...DESIGN_SCHEMA, ...methods.flatMap(({ parameters }) => parameters)]) {
    if (schema.type !== 'choice') continue;
    const [, words] = choiceWords(schema);
    for (const choice of schema.choices ?? [])
      assert.match(words.get(choice) ?? '', /^.+\.$/, `${schema.name}: ${choice}`);
  }
});

test('a field says what holds while it is empty', () => {
  assert.equal(fieldOf(scale).whenEmpty, 'chosen by lowest error');
  assert.equal(fieldOf(share).whenEmpty, '0.2');
  assert.equal(fieldOf({ ...share, type: 'boolean', default: true }).whenEmpty, 'Yes');
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
  const fields = fieldsOf([kernel, { ...scale, rule: 'see lRule' }, rule]);
  assert.deepEqual(
    fields.map(({ name, whenEmpty }) => [name, whenEmpty]),
    [
      ['l', 'see “Length scale chosen by”'],
      ['lRule', 'not set'],
    ],
  );
});

test('read options go through the form and back', () => {
  const read = {
    delimiter: '\t',
    header: false,
    names: ['a b', 'c'],
    missing: ['', '?', '-200'],
    kinds: { rooms: 'category' as const },
  };
  assert.deepEqual(readOptionsOf(readValues(read)), read);
  assert.deepEqual(readOptionsOf({}), {});
  assert.deepEqual(
    readFields(inspection)
      .slice(0, 4)
      .map((field) => field.whenEmpty),
    ['found: semicolon', 'found: first row names the columns', 'found: UTF-8', 'found: comma, 1,5'],
  );
});
