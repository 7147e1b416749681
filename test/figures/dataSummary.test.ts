import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataText } from '../../src/cli/reportText';
import type { DataReport } from '../../src/engine/contract/data';

const many = <T>(n: number, made: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => made(i));

function report(columns: number): DataReport {
  return {
    rows: 9,
    used: 9,
    train: 9,
    holdout: 0,
    columns: [],
    dropped: many(
      columns,
      (i) => ({ what: 'column', name: `d${i}`, count: 1, why: 'every value is the same' }) as const,
    ),
    imputed: many(columns, (i) => ({ column: `g${i}`, cells: i + 1, value: 'the training mean, 3' })),
    encoded: many(columns, (i) => ({
      column: `w${i}`,
      kind: (['category', 'boolean', 'date'] as const)[i % 3],
      as: 'a column of 0 and 1 per level',
      columns: many(i % 3 === 1 ? 1 : 4, (j) => `w${i}=${j}`),
    })),
    notes: [],
  };
}

test('what became of few columns is said of each, of many in a line for each kind', () => {
  const few = dataText(report(2)).split('\n');
  assert.ok(few.includes('  Column d1 left out: every value is the same.'));
  assert.ok(few.includes('  1 gap in g0 filled with the training mean, 3.'));
  assert.ok(few.includes('  w0 encoded as a column of 0 and 1 per level.'));
  assert.deepEqual(
    dataText(report(60))
      .trimEnd()
      .split('\n')
      .map((line) => line.trim()),
    [
      'All 9 rows are used.',
      '60 columns are left out: d0, d1, d2, d3, d4 and 55 more.',
      '1,830 gaps in 60 columns are filled: with the training mean, in words with a level of their own.',
      '20 columns of words became 80 indicator columns.',
      '20 columns of two words became 0 and 1.',
      '20 columns of dates became 80 columns: trend, and cycles as cosine and sine.',
    ],
  );
});
