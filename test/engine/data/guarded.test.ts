import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvCell } from '../../../src/engine/contract/csvCell';
import { cells, readText } from './reading';

const LEVELS = ['=low', '-low', '+a', '@x', 'mid', '=1+2', '-', "'mid", "o'clock", '-4 °C', '"a"', '=HYPERLINK("x")'];

test('levels come back from our own CSV as they are, whatever guards them from spreadsheets', async () => {
  // With another sign for gaps "-" is a level.
  const rows = Array.from({ length: 60 }, (_, i) => [i * i, LEVELS[i % LEVELS.length]] as const);
  for (const order of [rows, rows.toReversed()]) {
    const text = ['n,x', ...order.map((row) => row.map(csvCell).join(',')), ''].join('\n');
    const table = await readText(text, { missing: ['=', '?'] });
    assert.deepEqual(
      cells(table, 'x'),
      order.map(([, level]) => level),
    );
  }
});

test('numbers, codes and dates that a spreadsheet was kept from changing are read as what they are', async () => {
  const guards = [(text: string) => `'${text}`, (text: string) => `"=""${text}"""`];
  const columns = [
    (i: number) => `${i * i}.25`,
    (i: number) => `-${i}.5`,
    (i: number) => `0${1000 + i * 7}`,
    (i: number) => `2024-0${1 + (i % 9)}-1${i % 10}`,
  ];
  for (const guard of guards)
    for (const write of columns) {
      const made = Array.from({ length: 40 }, (_, i) => write(i));
      const [plain, guarded] = await Promise.all(
        [made, made.map(guard)].map((of) => readText(`n,x\n${of.map((cell, i) => `${i},${cell}`).join('\n')}\n`)),
      );
      assert.equal(guarded.inspection.columns[1].kind, plain.inspection.columns[1].kind, guard(made[1]));
      assert.deepEqual(cells(guarded, 'x'), cells(plain, 'x'), guard(made[1]));
    }
});
