import assert from 'node:assert/strict';
import { test } from 'node:test';
import ckrr2 from '../../src/reproduce/ckrr/fig2.json';
import ckrr3 from '../../src/reproduce/ckrr/fig3.json';
import table1 from '../../src/reproduce/ckrr/table1.json';
import { comparedNumbers } from '../../src/reproduce/compared';
import { filledText, type Page, pageSettings, publishedNumbers } from '../../src/reproduce/page';
import rf1 from '../../src/reproduce/rf/fig1.json';
import rf2 from '../../src/reproduce/rf/fig2.json';
import tkrr1 from '../../src/reproduce/tkrr/fig1.json';
import tkrr2 from '../../src/reproduce/tkrr/fig2.json';
import { reproduced } from './reduced';

const pages: readonly Page[] = [ckrr2, ckrr3, table1, rf1, rf2, tkrr1, tkrr2];

for (const page of pages)
  test(`every published number of ${page.id} says where it stands, and has ours beside it`, () => {
    const { numbers } = reproduced(page.id, 2, true);
    for (const [by, all] of Object.entries(page.published ?? {}))
      for (const [name, { where = '', value, error = 0 }] of Object.entries(all)) {
        assert.match(where, /Figure|Table|Theorem/, name);
        assert.ok(Number.isFinite(value) && error >= 0, name);
        const beside = numbers.filter((number) => number.name.startsWith(name) && number.published !== undefined);
        assert.ok(beside.length > 0, name);
        for (const number of beside) {
          const { published, publishedBy = 'paper', publishedError = 0 } = number;
          assert.deepEqual([published, publishedBy, publishedError], [value, by, error]);
        }
      }
  });

test('a text has its values, lists with commas, and none is left out', () => {
  assert.equal(filledText('n = {counts}; {name} of {n}', { counts: [1, 2], name: 'x', n: 3 }), 'n = 1, 2; x of 3');
  assert.throws(() => filledText('{n} rows', {}), RangeError);
});

test('of a setting that both state the paper’s stands for the published size', () => {
  const texts = { 'paper rows': '{n}', 'ours rows': '{n} (the paper: 9)', 'ours seed': '4' };
  const at = (asPublished: boolean) => pageSettings(texts, { n: 5 }, asPublished);
  assert.deepEqual(at(true)[0], { name: 'rows', value: '5', by: 'paper' });
  assert.deepEqual(at(false)[0], { name: 'rows', value: '5 (the paper: 9)', by: 'ours' });
  assert.deepEqual(at(true)[1], { name: 'seed', value: '4', by: 'ours' });
});

test('a number stands beside the published one of its name', () => {
  const [found] = publishedNumbers(table1, { 'Gaussian (RBF), ridge': { mean: 0.07, error: 0.001 } });
  assert.deepEqual(found, {
    name: 'Gaussian (RBF), ridge',
    published: 0.0671,
    publishedError: 0.0015,
    ours: 0.07,
    oursError: 0.001,
  });
  assert.deepEqual(comparedNumbers('mean of one', { mean: 2, error: Number.NaN }), { name: 'mean of one', ours: 2 });
});
