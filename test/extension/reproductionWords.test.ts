import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KernelscopeError } from '../../src/engine/contract/failure';
import type { ReproductionSpec } from '../../src/engine/contract/reproduction';
import {
  checkDraws,
  durationText,
  needsText,
  paperText,
  reproductionOptions,
} from '../../src/extension/picks/reproductionWords';

const spec: ReproductionSpec = {
  id: 'sign-table4',
  title: 'SIGN, table 4: real data without outliers',
  claim: '',
  check: '',
  seconds: 1500,
  folder: 'the five data sets as CSV files',
  draws: 50,
};
const options = [
  {
    name: 'stopping',
    title: 'Where the path is stopped',
    choices: [
      { value: 'folds', title: 'By folds' },
      { value: 'validation', title: 'By a validation part' },
    ],
  },
];

test('times are rounded to what a person waits by', () => {
  assert.deepEqual([0.2, 15, 89.6, 420, 9000].map(durationText), ['1 s', '15 s', '90 s', '7 min', '2.5 h']);
  assert.equal(needsText(spec), '25 min, needs a folder');
  assert.equal(needsText({ ...spec, folder: undefined, file: 'digits', seconds: 3 }), '3 s, needs a file');
  assert.equal(paperText(spec), 'SIGN: robust regression by sign gradients (Allerbo 2025)');
  assert.equal(
    paperText({ ...spec, title: 'NYPCA, corollary 5' }),
    'NYPCA: Nyström principal components (Sterge, Sriperumbudur 2022)',
  );
});

test('fewer draws take less time, all of them are as published, and nonsense is named', () => {
  const checked = (text: string) => checkDraws(text, spec, 50);
  assert.deepEqual(checked(' 10 '), {
    request: { draws: 10 },
    message: 'The first 10 of 50: about 5 min on two cores.',
  });
  assert.deepEqual(checked('50'), { request: {}, message: 'As published: about 25 min on two cores.' });
  for (const text of ['', '0', '51', '2.5', 'ten']) assert.ok('problem' in checked(text), text);
});

test('an option left out takes its first choice; what is none is named with what there is', () => {
  assert.deepEqual(reproductionOptions(options, undefined), { stopping: 'folds' });
  assert.deepEqual(reproductionOptions(options, { stopping: 'validation' }), { stopping: 'validation' });
  assert.deepEqual(reproductionOptions([], {}), {});
  const wrong = [
    { given: { stopping: 'never' }, says: /stopping has to be one of folds, validation; it is never/ },
    { given: { stop: 'folds' }, says: /no option stop\. It takes stopping/ },
    { given: 3, says: /options has to be an object/ },
  ];
  for (const { given, says } of wrong)
    assert.throws(
      () => reproductionOptions(options, given),
      (e) => e instanceof KernelscopeError && e.failure.code === 'parameter/invalid' && says.test(e.message),
    );
});
