import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../src/engine/data/random';
import { labelsOf } from '../../src/figures/compare/comparison';

test('labels of figures are short and pairwise different, whole where there is room, and never cut to what all begin with', () => {
  assert.deepEqual(labelsOf(['Gaussian', 'λ 0.5']), ['Gaussian', 'λ 0.5']);
  const shared = 'Kernel ridge with everything · ';
  assert.deepEqual(labelsOf([`${shared}Gaussian`, `${shared}Laplace`]), ['Gaussian', 'Laplace']);
  const random = new Random(1);
  const words = ['kernel', 'ridge', 'Laplace', 'per', 'column', 'λ', '0.5', 'x'.repeat(40)];
  for (let draw = 0; draw < 300; draw++) {
    const begin = Array.from({ length: random.below(6) }, () => words[random.below(words.length)]);
    const names = Array.from({ length: 2 + random.below(5) }, () =>
      [...begin, ...Array.from({ length: 1 + random.below(3) }, () => words[random.below(words.length)])].join(' '),
    );
    const labels = labelsOf(names);
    assert.ok(
      labels.every((label) => label.length > 0 && label.length <= 25),
      labels.join(' | '),
    );
    assert.equal(new Set(labels).size, labels.length, labels.join(' | '));
  }
});
