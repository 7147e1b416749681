import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NamedChoice } from '../../src/choices/choice';
import { CHOICES } from '../../src/choices/choices';
import { DESIGN_DEFAULTS, DESIGN_SCHEMA, type NamedRowChoice, ROW_CHOICES } from '../../src/choices/design';
import { accepts } from '../../src/choices/doors';
import { fitProperties, readProperty } from '../../src/choices/fitProperties';
import { READ_CHOICES } from '../../src/choices/reading';
import { DATA_SETTINGS } from '../../src/cli/arguments';
import { OPTIONS } from '../../src/cli/options/table';
import type { Inspection, ReadOptions } from '../../src/engine/contract/data';
import type { ParameterSchema, ParameterValue } from '../../src/engine/contract/method';
import { methods, targetMethods } from '../../src/engine/methods/registry';
import { checkParameters } from '../../src/engine/parameters/checkParameters';
import { checkValue, readForm } from '../../src/extension/forms/field';
import { readFields, readOptionsOf } from '../../src/extension/forms/readFields';
import { againByWords, BY_ARGUMENTS, byForm, bySetting, byWords, type Outcome } from './doors';

/** Values of a choice by its limits: within, at the edges, beyond them, and of another type. */
function valuesOf({
  type,
  choices = [],
  minimum = 0,
  maximum = 1e6,
  column,
  name,
}: NamedRowChoice): readonly unknown[] {
  const middle = type === 'integer' ? Math.ceil((minimum + maximum) / 2) : (minimum + maximum) / 2;
  const numbers = [minimum, maximum, middle, minimum - 1, maximum + 1, 1e300, ...(type === 'integer' ? [12.5] : [])];
  if (type === 'integer' || type === 'number') return [...numbers, 'ten', '0x10', true, {}];
  if (type === 'boolean') return [true, false, 'maybe', 2, []];
  if (type === 'choice') return [...choices, 'guess', 7, ''];
  if (column) return ['town', '3', 'a b', ...(name === 'order' ? ['rows'] : []), true, {}];
  return name === 'without' ? ['3', '12, 40-52', '2-1', 'some', 5] : ["a > 1 and b = 'c'", 'a is missing', 5, []];
}

const designIn = (outcome: Outcome) => (outcome === 'refused' ? outcome : outcome.design);
const wordFor = ({ name, option }: NamedChoice, value: unknown): string =>
  option ? `--${option.flag}=${value}` : `--set=${name}=${value}`;
for (const choice of ROW_CHOICES)
  test(`${choice.name} is taken, or refused, alike at every door`, () => {
    const { name, place, type } = choice;
    const values = valuesOf(choice);
    const outcomes = values.map((value) => {
      const design = { [name]: value };
      const first = BY_ARGUMENTS.api({ design });
      for (const [door, made] of Object.entries(BY_ARGUMENTS))
        assert.deepEqual(made({ design }), first, `${door} ${value}`);
      if (first !== 'refused') {
        assert.deepEqual(byWords(wordFor(choice, value)), first, `words ${value}`);
        assert.deepEqual(againByWords(first), first, `its own command line ${value}`);
        if (place) assert.deepEqual(bySetting({ [name]: value as ParameterValue }), first, `setting ${value}`);
        const usual = value === DESIGN_DEFAULTS[name as 'seed'] || name === 'holdout';
        if (place && !usual) assert.deepEqual(designIn(byForm(name, String(value))), designIn(first), `form ${value}`);
      } else if (
        type === 'text' ? name === 'without' && typeof value === 'string' : ['string', 'number'].includes(typeof value)
      ) {
        // Other words name a file of held-out rows, and an empty field is no value.
        const isFile = name === 'holdout' && typeof value === 'string';
        if (!isFile) assert.equal(byWords(wordFor(choice, value)), 'refused', `words ${value}`);
        if (place && type !== 'text' && value !== '')
          assert.equal(byForm(name, String(value)), 'refused', `form ${value}`);
        if (place && typeof value === 'number' && (type === 'integer' || type === 'number'))
          assert.equal(bySetting({ [name]: value }), 'refused', `setting ${value}`);
      }
      return first;
    });
    assert.ok(outcomes.some((made) => made === 'refused') && outcomes.some((made) => made !== 'refused'));
  });

test('rows that are held out are said in every way', () => {
  const rules = [
    ['0', { kind: 'fraction', fraction: 0 }],
    ['last:0.1', { kind: 'last', fraction: 0.1 }],
    ['time:when:0.3', { kind: 'last', by: 'when', fraction: 0.3 }],
  ] as const;
  for (const [word, holdout] of rules) {
    const made = byWords(`--holdout=${word}`);
    assert.deepEqual(made, BY_ARGUMENTS.api({ design: { holdout } }), word);
    assert.deepEqual(made === 'refused' || againByWords(made), made, word);
  }
  for (const word of ['0.95', '-0.1', 'last:2', 'last:', 'time:when:0.95', '1.5'])
    assert.equal(byWords(`--holdout=${word}`), 'refused', word);
  const random = BY_ARGUMENTS.api({ design: { order: 'random' } });
  assert.deepEqual(random, byWords('--holdout=0.2'));
  assert.deepEqual(random, bySetting({ order: 'random' }));
  assert.deepEqual(random, byForm('order', 'random'));
});

test('rows are divided in one way at every door', () => {
  const dividing = ROW_CHOICES.filter(({ divides }) => divides);
  for (const one of dividing)
    for (const other of dividing.filter((each) => each !== one)) {
      const design = { [one.name]: 'a', [other.name]: 'b' };
      for (const [door, made] of Object.entries(BY_ARGUMENTS)) assert.equal(made({ design }), 'refused', door);
      assert.equal(byWords(wordFor(one, 'a'), wordFor(other, 'b')), 'refused');
    }
});

test('targets, features, method and parameters arrive alike', () => {
  const given = { moreTargets: ['z', '5'], features: ['a', 'b,c'], weights: 'w', task: 'classify' };
  const made = byWords('--target=z', '--target=5', '--features=a,"b,c"', '--weights=w', '--task=classify');
  for (const door of ['api', 'task', 'link']) assert.deepEqual(BY_ARGUMENTS[door](given), made, door);
  const { features, weights, task } = given;
  const byTool = BY_ARGUMENTS.tool({ features, design: { weights, task } });
  assert.deepEqual(byTool, byWords('--features=a,"b,c"', '--weights=w', '--task=classify'));
  for (const member of Object.keys(CHOICES).filter((name) => name !== 'streamed'))
    for (const [door, take] of Object.entries(BY_ARGUMENTS)) assert.equal(take({ [member]: [{}] }), 'refused', door);
});

/** Values of how a file is read where no list has them: some that hold, and some that do not. */
const READ_VALUES: Readonly<Partial<Record<keyof ReadOptions, readonly unknown[]>>> = {
  delimiter: [':', '', 'tab', 9],
  names: [['a', 'b,c'], ['one'], 'a,b', [5]],
  missing: [['NA', '?'], 'NA', [1]],
  kinds: [{ a: 'category', 'b=c': 'number' }, 'number', { a: 'integer' }],
  acceptExpansion: [true, 'yes', 1],
};
const dialect = { compression: 'none', encoding: 'utf-8', delimiter: ',', header: true } as Inspection['dialect'];
const readFieldsOf = readFields({ dialect, columns: [] } as unknown as Inspection);

for (const choice of READ_CHOICES)
  test(`read.${choice.name} is taken, or refused, alike at every door`, () => {
    const { name, values = [], option } = choice;
    const given = [...values.map(({ value }) => value), ...(READ_VALUES[name] ?? ['no such', 5])];
    for (const value of given) {
      const read = { [name]: value };
      const { tool, ...doors } = BY_ARGUMENTS;
      const first = doors.api({ read });
      assert.equal(first === 'refused', !accepts(choice, value), `${value}`);
      for (const [door, made] of Object.entries(doors)) assert.deepEqual(made({ read }), first, `${door} ${value}`);
      // Only a person may allow reading a file however large it unzips.
      assert.deepEqual(tool({ read }), name === 'acceptExpansion' ? 'refused' : first, `tool ${value}`);
      if (first !== 'refused') assert.deepEqual(againByWords(first), first, `its own command line ${value}`);
      else if (typeof value === 'string' && !option?.read && option?.type !== 'boolean')
        assert.equal(byWords(`--${option?.flag}=${value}`), 'refused', `words ${value}`);
      if (readFieldsOf.some((field) => field.name === name && field.input.kind === 'choice')) {
        const word = values.find((one) => one.value === value)?.word;
        const form = readForm(readFieldsOf, { [name]: word ?? 'no such' });
        assert.deepEqual(readOptionsOf(form.values), word === undefined ? {} : read, `form ${value}`);
      }
    }
    for (const { value, word } of values)
      assert.deepEqual(byWords(`--${option?.flag}=${word}`), BY_ARGUMENTS.api({ read: { [name]: value } }));
  });

test('options, settings and tools have every choice, each with the sentence of the choice', () => {
  const { design, target } = fitProperties(methods);
  const { properties } = design as { readonly properties: Readonly<Record<string, { readonly description: string }>> };
  for (const { name, description, option } of ROW_CHOICES) {
    assert.equal(properties[name].description, description);
    if (!option) assert.ok(OPTIONS.set.sentence.includes(name), name);
  }
  assert.deepEqual(
    Object.keys(properties),
    ROW_CHOICES.map(({ name }) => name),
  );
  assert.ok(target.description.startsWith(CHOICES.target.description));
  const { properties: read } = readProperty() as { readonly properties: object };
  assert.deepEqual(
    [...Object.keys(read), 'acceptExpansion'],
    READ_CHOICES.map(({ name }) => name),
  );
  for (const { description, option } of [
    ...ROW_CHOICES,
    ...READ_CHOICES,
    ...Object.values(CHOICES),
  ] as readonly NamedChoice[]) {
    if (option === undefined) continue;
    const { sentence } = OPTIONS[option.flag as keyof typeof OPTIONS];
    assert.ok(description.toLowerCase().startsWith(sentence.split('; ')[0].toLowerCase()), sentence);
    assert.doesNotMatch(sentence, /\.$/);
  }
  assert.deepEqual(
    DATA_SETTINGS.map(({ name }) => name),
    DESIGN_SCHEMA.filter(({ option }) => !option).map(({ name }) => name),
  );
});

const WRITTEN = [
  '',
  ' ',
  '1',
  '5',
  '10',
  '+7',
  '-3',
  '0.25',
  '1e3',
  '1e999',
  '0x10',
  '0b1',
  'NaN',
  '1e',
  '1.2.3',
  '1 2',
  '1;;2',
  'one',
  'true',
  'LOO',
];

const doesNotThrow = (work: () => unknown): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};
const inForm = (schema: ParameterSchema, text: string): boolean =>
  schema.choices ? schema.choices.some((one) => one === text) : 'value' in checkValue(schema, text);

test('the form takes the values that the engine takes, of every parameter of every method', () => {
  for (const method of targetMethods)
    for (const schema of method.parameters)
      for (const text of WRITTEN.filter((one) => schema.type !== 'choice' || one !== 'LOO'))
        assert.equal(
          inForm(schema, text),
          doesNotThrow(() => checkParameters(method, { [schema.name]: text })),
          `${method.id} ${schema.name} "${text}"`,
        );
});
