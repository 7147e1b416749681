import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitRequest } from '../../src/choices/fitRequest';
import type { Inspection } from '../../src/engine/contract/data';
import type { MethodSpec } from '../../src/engine/contract/method';
import { specOf } from '../../src/engine/fit/method';
import { methods } from '../../src/engine/methods/registry';
import { METHOD, otherMethod, withChosen } from '../../src/extension/fit/methodField';
import {
  changedDefaults,
  type SettingsSubject,
  settingsChoices,
  settingsForm,
  settingsVerdict,
} from '../../src/extension/fit/settingsForm';
import sketches from '../../src/webview/forms/kernelSketches.json';
import { madeColumn } from './madeColumn';

const inspection = {
  file: { name: 'air.csv', path: '/air.csv', bytes: 1, modified: 0 },
  rows: 100,
  columns: [
    madeColumn(0, 'id', { usable: false, reason: 'a row number' }),
    madeColumn(1, 'heat', { missingTokens: [{ token: '-200', count: 1200 }] }),
    madeColumn(2, 'site', { kind: 'category', numeric: undefined, distinct: 5 }),
    madeColumn(3, 'co', {
      missingTokens: [
        { token: '-200', count: 34 },
        { token: '', count: 1 },
      ],
    }),
  ],
  defaultTarget: 3,
} as unknown as Inspection;

const method = (id: string): MethodSpec => {
  const found = methods.find((one) => one.id === id);
  assert.ok(found);
  return specOf(found);
};
const subject = (more: Partial<SettingsSubject> = {}): SettingsSubject => ({
  method: method('krr'),
  inspection,
  remembered: {},
  settings: {},
  ...more,
});
const fieldsIn = (of: SettingsSubject) => settingsForm(of).groups.flatMap(({ fields }) => fields);

test('for rows that are not held it leaves out what needs all of them at once', () => {
  const names = (more: Partial<SettingsSubject>) =>
    fieldsIn(subject({ method: method('rf-ridge'), ...more })).map(({ name }) => name);
  const there = new Set(names({ onCluster: true }));
  assert.deepEqual(
    names({})
      .filter((name) => !there.has(name))
      .sort(),
    ['maxRows'],
  );
});

test('the form has a line for every parameter of every method, once, and for target and columns', () => {
  for (const { id, family } of methods) {
    const of = subject({ method: method(id) });
    const names = fieldsIn(of).map(({ name }) => name);
    assert.equal(new Set(names).size, names.length, id);
    assert.equal(names.includes('target:'), family !== 'components', id);
    for (const { name, type, choices = [] } of of.method.parameters)
      if (type !== 'choice' || choices.length > 1) assert.ok(names.includes(name), `${id}: ${name}`);
  }
});

test('the columns to predict from are counted without what is predicted', () => {
  const titles = (more: Partial<SettingsSubject>) => settingsForm(subject(more)).groups.map(({ title }) => title);
  assert.ok(titles({}).includes('Predict from 2 of 3 columns'));
  assert.ok(titles({ remembered: { target: 'ln(heat)', features: ['site'] } }).includes('Predict from 1 of 3 columns'));
  assert.ok(titles({ remembered: { target: 'co', moreTargets: ['heat'] } }).includes('Predict from 1 of 2 columns'));
  assert.ok(titles({ method: method('ekpca') }).includes('Find components in 3 of 4 columns'));
});

test('kernels stand with a sentence each, and signs of missing cells with what was found', () => {
  const fields = fieldsIn(subject());
  const kernel = fields.find(({ name }) => name === 'kernel');
  assert.ok(kernel?.input.kind === 'text');
  for (const { label, words } of kernel.input.suggestions ?? []) {
    assert.match(label, /^\p{Lu}/u);
    assert.match(words ?? '', /^\p{Lu}.*\.$/u);
  }
  const signs = fields.find(({ title }) => title === 'Signs');
  assert.equal(signs?.found, '-200 in 1,234 cells of 2 columns and 1 empty cell');
});

test('an untouched form fits what Enter would fit', () => {
  const of = subject();
  const { values } = settingsForm(of);
  const choices = settingsChoices(of, values);
  assert.deepEqual(choices, { target: 'co', parameters: {}, design: {} });
  assert.deepEqual(settingsVerdict(of, values), { problems: {}, summary: 'All settings are the defaults.' });
});

test('what is chosen reaches the request, and what repeats the settings is left to them', () => {
  const of = subject({ settings: { holdout: 0.3, kernel: 'laplace' } });
  const { values } = settingsForm(of);
  assert.equal(values.holdout, '0.3');
  const sent = {
    ...values,
    'target:': '2',
    'features:': ['co', 'site', 'heat', 'id'],
    lambda: '0,01',
    order: 'rows',
    'signs:': '-200  ?',
  };
  const choices = settingsChoices(of, sent);
  assert.equal(choices.target, 'heat');
  assert.deepEqual(choices.features, ['co', 'site', 'id']);
  assert.deepEqual(choices.read, { missing: ['', '-200', '?'] });
  const request = fitRequest({ kind: 'path', path: '/air.csv' }, of.method, choices, of.settings);
  assert.equal(request.parameters.lambda, 0.01);
  assert.equal(request.parameters.kernel, 'laplace');
  assert.deepEqual(request.design.holdout, { kind: 'fraction', fraction: 0.3 });
  assert.deepEqual(request.design.splitBy, { kind: 'blocks' });
  // A default that is chosen against the settings is a choice.
  assert.equal(settingsChoices(of, { ...sent, kernel: 'auto' }).parameters?.kernel, 'auto');
  assert.equal(settingsChoices(subject(), { ...values, kernel: 'auto' }).parameters?.kernel, undefined);
  assert.deepEqual(changedDefaults(of, sent), { holdout: 0.3, kernel: 'laplace', lambda: 0.01, order: 'rows' });
});

test('what is wrong is said beside its field, and no columns are none', () => {
  const of = subject();
  const { values } = settingsForm(of);
  const { problems, summary } = settingsVerdict(of, { ...values, folds: '2.5', 'features:': [] });
  assert.deepEqual(Object.keys(problems), ['folds', 'features:']);
  assert.match(problems.folds, /whole number/);
  assert.equal(summary, 'All settings are the defaults.');
  assert.equal(settingsVerdict(of, { ...values, folds: '5' }).summary, '1 setting differs from the defaults.');
});

test('the several targets of last time, a held-out file and a read option without a line stay', () => {
  const holdout = { kind: 'file' as const, source: { kind: 'path' as const, path: '/t.csv' } };
  const of = subject({
    remembered: {
      target: 'heat',
      moreTargets: ['co'],
      design: { holdout },
      read: { delimiter: ';', acceptExpansion: true },
    },
  });
  const choices = settingsChoices(of, settingsForm(of).values);
  assert.deepEqual(choices.moreTargets, ['co']);
  assert.deepEqual(choices.design?.holdout, holdout);
  assert.deepEqual(choices.read, { delimiter: ';', acceptExpansion: true });
});

test('the method is a line of the form where there are others, each with what it is for', () => {
  const specs = methods.map(specOf);
  const of = subject({ methods: specs });
  const line = fieldsIn(of).find(({ name }) => name === METHOD);
  assert.ok(line?.input.kind === 'choice');
  assert.deepEqual(
    line.input.choices.map(({ value }) => value),
    methods.map(({ id }) => id),
  );
  assert.ok(line.input.choices.every(({ words }) => /^For .+\.$/.test(words ?? '')));
  assert.equal(settingsForm(of).values[METHOD], 'krr');
  assert.equal(
    fieldsIn(subject()).some(({ name }) => name === METHOD),
    false,
  );
  assert.equal(otherMethod(specs, of.method, { [METHOD]: 'krr' }), undefined);
  assert.equal(otherMethod(specs, of.method, { [METHOD]: 'none' }), undefined);
  assert.equal(otherMethod(specs, of.method, { [METHOD]: 'huber' })?.id, 'huber');
});

test('another method keeps what was chosen as far as it has it', () => {
  const specs = methods.map(specOf);
  const chosen = {
    ...settingsForm(subject({ methods: specs })).values,
    [METHOD]: 'huber',
    kernel: 'laplace',
    holdout: '0.4',
    lambda: '0.1',
    selection: 'gcv',
    'target:': '0',
  };
  const { values, groups } = withChosen(settingsForm(subject({ method: method('huber'), methods: specs })), chosen);
  assert.deepEqual([values[METHOD], values.kernel, values.holdout, values.lambda], ['huber', 'laplace', '0.4', '0.1']);
  const selection = groups.flatMap(({ fields }) => fields).find(({ name }) => name === 'selection');
  assert.ok(selection?.input.kind === 'choice' && !selection.input.choices.some(({ value }) => value === 'gcv'));
  assert.notEqual(values.selection, 'gcv', 'a choice that it does not have is not kept');
});

test('every kernel of the form has a drawing of the function that it favours', () => {
  const kernel = fieldsIn(subject()).find(({ name }) => name === 'kernel');
  assert.ok(kernel?.input.kind === 'text' && kernel.input.drawn === 'kernels');
  const drawn = sketches as Readonly<Record<string, readonly number[]>>;
  for (const { value } of kernel.input.suggestions ?? []) if (value !== 'auto') assert.ok(drawn[value], value);
  const roughness = (name: string) =>
    drawn[name].reduce((sum, v, i, all) => sum + (i > 1 ? (v - 2 * all[i - 1] + all[i - 2]) ** 2 : 0), 0);
  const smoothToRough = ['linear', 'gaussian', 'matern52', 'matern32', 'laplace'].map(roughness);
  assert.deepEqual(
    smoothToRough.toSorted((a, b) => a - b),
    smoothToRough,
    'from smooth to rough',
  );
});
