import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captionOf, pictureName } from '../../src/figures/words/pictureWords';

const title = 'Held-out rows';

test('a picture is named after its file, its target and its figure', () => {
  assert.equal(pictureName({ title }, { file: 'airfoil.csv', target: 'c6' }), 'airfoil-c6-held-out-rows');
  assert.equal(pictureName({ title }, { file: 'a.b.csv.gz', target: 'Größe (m²)' }), 'a-b-größe-m²-held-out-rows');
  assert.equal(pictureName({ title: 'Bias and variance over λ' }), 'bias-and-variance-over-λ');
  assert.equal(pictureName({ title: '…' }, { file: '.csv' }), 'figure');
});

test('no name of a file or a column leads elsewhere or grows without end', () => {
  for (const hostile of [
    '../../etc/passwd',
    '..\\..\\x',
    'a/b',
    '$(rm -rf ~)',
    '\u0000\n\u202e',
    'a'.repeat(500),
    '-rf',
  ]) {
    const name = pictureName({ title }, { file: `${hostile}.csv`, target: hostile });
    assert.match(name, /^[\p{L}\p{N}-]+$/u);
    assert.doesNotMatch(name, /^-|--/);
    assert.ok(name.length < 120, name);
  }
});

test('a caption says file, target, method and kernel, and nothing of what there is not', () => {
  const source = { file: 'airfoil.csv', target: 'c6', method: 'Kernel ridge regression', kernel: 'Gaussian kernel' };
  assert.equal(captionOf(source), 'airfoil.csv · c6 · Kernel ridge regression · Gaussian kernel');
  assert.equal(captionOf({ file: 'a.csv', method: 'Kernel PCA' }), 'a.csv · Kernel PCA');
});
