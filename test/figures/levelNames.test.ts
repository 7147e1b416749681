import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manyOf, shortened } from '../../src/figures/fit/levelNames';
import { generator } from './exampleData';

test('names of levels that begin alike begin where they part', () => {
  const shores = ['sampling station, north shore', 'sampling station, south shore', 'river'];
  assert.deepEqual(
    shores.map((name) => shortened(name, shores)),
    ['…north shore', '…south shore', 'river'],
  );
  assert.equal(manyOf(shores[0], shores), 'true …north shore');
  assert.equal(
    shortened('one long name of a level', shores),
    'one long name…',
    'a name that nothing resembles keeps its beginning',
  );
  assert.equal(shortened('sampling station', ['sampling station', 'sampling stations']), '…station');
});

test('no two levels of a column read alike in a figure', () => {
  const random = generator(5);
  const word = (letters: number) =>
    Array.from({ length: letters }, () => 'abcdefgh_ é中'[Math.floor(12 * random())]).join('');
  for (let round = 0; round < 500; round++) {
    const start = word(Math.floor(60 * random()));
    const end = random() < 0.5 ? word(Math.floor(40 * random())) : '';
    const levels = [...new Set(Array.from({ length: 12 }, (_, i) => `${start}${i}${end}`))];
    const short = levels.map((name) => shortened(name, levels));
    assert.equal(new Set(short).size, levels.length, short.join(' | '));
    for (const text of short) assert.ok(text.length <= 14, text);
  }
});
