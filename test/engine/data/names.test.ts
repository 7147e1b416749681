import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findColumn } from '../../../src/engine/data/findColumn';
import { failure, noteCodes, readText } from './reading';

const names = ['length', 'width', 'price'];
const namesOf = (table: Awaited<ReturnType<typeof readText>>) => table.inspection.columns.map(({ name }) => name);

test('columns without a header take the names that are given, one for each', async () => {
  const bare = '1,2,3\n4,5,6\n7,8,9\n';
  const table = await readText(bare, { names });
  assert.deepEqual(namesOf(table), names);
  assert.equal(table.inspection.rows, 3);
  assert.equal(table.inspection.defaultTarget, 2);
  assert.deepEqual(namesOf(await readText(bare, { names: ['a', '', 'a'] })), ['a', 'c2', 'a (2)']);
  assert.deepEqual(noteCodes(table), []);
  await assert.rejects(
    readText(bare, { names: ['a'] }),
    failure('parameter/invalid', /^1 name for the 3 columns of test\.csv/),
  );
});

test('a header keeps its names, with a note', async () => {
  const table = await readText('a,b,c\n1,2,3\n4,5,6\n', { names });
  assert.deepEqual(namesOf(table), ['a', 'b', 'c']);
  assert.deepEqual(noteCodes(table), ['data/names-unused']);
  assert.deepEqual(namesOf(await readText('a,b,c\n1,2,3\n', { names, header: false })), names);
});

test('a column is found by its name as the file writes it, with line ends and blanks, and as it is shown', async () => {
  for (const name of ['price\nnet', 'price\r\n net', '  price  net', 'price\u00a0net', 'price net', '\tprice net\n']) {
    const table = await readText(
      `a,"${name}"\n${Array.from({ length: 20 }, (_, i) => `${i},${i * i}.5`).join('\n')}\n`,
    );
    const [shown] = namesOf(table).slice(1);
    for (const reference of [name, shown, '2']) assert.equal(findColumn(table, reference).name, shown, name);
  }
});

test('names and words are the same whether their accents are in the letters or behind them', async () => {
  const text = (form: 'NFC' | 'NFD') =>
    [
      'Qualité,prix',
      ...Array.from({ length: 40 }, (_, i) => `${['Élevé', 'Très bas', '한국어'][i % 3]},${(i * i) % 17}`),
      '',
    ]
      .join('\n')
      .normalize(form);
  const [one, other] = await Promise.all([readText(text('NFC')), readText(text('NFD'))]);
  assert.deepEqual(namesOf(other), namesOf(one));
  assert.equal(findColumn(one, 'Qualité'.normalize('NFD')).name, findColumn(other, 'Qualité').name);
  const levels = [one, other].map(({ columns: [column] }) => ('levels' in column ? column.levels : []));
  assert.equal(levels[0].length, 3);
  assert.deepEqual(levels[1], levels[0]);
  const both = await readText(`${text('NFC')}${text('NFD').split('\n').slice(1).join('\n')}`);
  assert.equal(both.inspection.columns[0].distinct, 3);
});
