import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTitleOf, titleAmong } from '../../src/extension/runs/label';

const RUN = { file: 'airfoil.csv', method: 'Kernel ridge regression', kernel: 'Laplace' };

test('a panel has the title of its file and method, popped out that of its tab', () => {
  assert.equal(titleAmong(RUN, new Set()), 'airfoil.csv · kernel ridge');
  assert.equal(titleAmong({ ...RUN, tab: 'Overview' }, new Set()), 'Overview · airfoil');
  assert.equal(titleAmong({ ...RUN, file: '.data', tab: 'Fit' }, new Set()), 'Fit · .data');
});

test('where another panel has it too the kernel follows, then a number', () => {
  const taken = new Set<string>();
  const titles = Array.from({ length: 4 }, () => {
    const title = titleAmong(RUN, taken);
    taken.add(title);
    return title;
  });
  assert.deepEqual(titles, [
    'airfoil.csv · kernel ridge',
    'airfoil.csv · kernel ridge · Laplace',
    'airfoil.csv · kernel ridge · Laplace · 2',
    'airfoil.csv · kernel ridge · Laplace · 3',
  ]);
  for (const title of titles) assert.ok(isTitleOf('airfoil.csv · kernel ridge', title));
  assert.equal(isTitleOf('airfoil.csv · kernel', titles[0]), false);
  assert.equal(titleAmong({ ...RUN, kernel: '' }, taken), 'airfoil.csv · kernel ridge · 2');
});
