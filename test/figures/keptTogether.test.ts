import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorsFigure } from '../../src/figures/spectral/errors';
import { deriveView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { exampleRun } from './exampleRun';

/** The sentence of the errors along λ where λ was chosen so. */
function said(value: string, rule: string): string {
  const run = exampleRun();
  const others = run.parameters.filter(({ name }) => name !== 'selection');
  const parameters = [...others, { name: 'selection', title: 'filter chosen by', value, rule }];
  return plainText(errorsFigure(deriveView({ ...run, parameters }), 'lambda').sentence);
}

test('where rows that belong together stay in one fold, the folds speak and not leave-one-out', () => {
  for (const rule of ['copies of rows stay together in folds', 'folds keep to the division asked for'])
    assert.match(said('cv', rule), /^The 10‑fold error is lowest at .* Leave-one-out predicts rows from their like/);
  for (const [value, rule] of [
    ['loo', 'default'],
    ['cv', 'set'],
  ])
    assert.match(said(value, rule), /^Leave-one-out and 10‑fold choose/);
});
