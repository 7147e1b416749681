import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import { Random } from '../../../src/engine/data/random';
import { readTable } from '../../../src/engine/data/readTable';
import { bytesOf, cells } from './reading';

const WIDTH = 7;

test('rows of any lengths in any order have their cells in their places and gaps behind them, with the short cut and without', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = new Random(seed);
    // Lengths come in runs, of one row at times; the first rows are whole, so that the table is known to be as wide.
    const lengths = Array.from({ length: 12 }, () =>
      new Array<number>(1 + random.below(6)).fill(2 + random.below(WIDTH - 1)),
    ).flat();
    const rows = [...new Array<number>(60).fill(WIDTH), ...lengths].map((length, i) =>
      Array.from({ length }, (_, j) => (j === 3 ? `w${i % 5}` : `${(i * 37 + j * 11) % 101}.5`)),
    );
    const names = Array.from({ length: WIDTH }, (_, j) => `c${j}`);
    const bytes = bytesOf(`${[names, ...rows].map((row) => row.join(',')).join('\n')}\n`);
    for (const shortCut of [true, false]) {
      const table = await readTable({ kind: 'bytes', name: 'test.csv', bytes }, {}, quietContext, { shortCut });
      for (const [j, name] of names.entries())
        assert.deepEqual(
          cells(table, name),
          rows.map((row) => (row[j] === undefined ? null : j === 3 ? row[j] : Number(row[j]))),
          `seed ${seed}, ${name}`,
        );
    }
  }
});
