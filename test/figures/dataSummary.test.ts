import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectionText } from '../../src/cli/inspect';
import { dataParts } from '../../src/cli/reportParts';
import { printed } from '../../src/cli/text/parts';
import type { DataReport, Inspection } from '../../src/engine/contract/data';
import { reportLines } from '../../src/webview/views/dataTab';

const many = <T>(n: number, made: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => made(i));

function report(columns: number): DataReport {
  return {
    rows: 1460,
    used: 1459,
    train: 1459,
    holdout: 0,
    columns: [],
    dropped: [
      { what: 'rows', name: 'rows without a target', count: 1, why: '"y" has no value there' },
      ...many(columns, (i) => ({ what: 'column', name: `d${i}`, count: 1, why: 'every value is the same' }) as const),
    ],
    imputed: many(columns, (i) => ({ column: `g${i}`, cells: i + 1, value: 'the training mean, 3' })),
    encoded: many(columns, (i) => ({
      column: `w${i}`,
      kind: (['category', 'boolean', 'date', 'number'] as const)[i % 4],
      as: 'a column of 0 and 1 per level',
      columns: many(i % 4 === 1 ? 1 : 4, (j) => `w${i}=${j}`),
    })),
    notes: [],
  };
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());

const dataText = (data: DataReport): string => printed([dataParts(data)]);

test('what became of few columns is said of each, of many in a line for all', () => {
  const few = linesOf(dataText(report(2)));
  assert.ok(few.includes('Column d1 left out: every value is the same.'));
  assert.ok(few.includes('1 gap in g0 filled with the training mean, 3.'));
  assert.ok(few.includes('w0 encoded as a column of 0 and 1 per level.'));
  assert.deepEqual(linesOf(dataText(report(60))), [
    '1,459 of 1,460 rows are used.',
    '1 row left out: "y" has no value there.',
    '60 columns are left out: d0, d1, d2, d3, d4 and 55 more.',
    '60 columns had gaps (1 to 60 cells): filled with the training mean, in words with a separate',
    'level.',
    '15 categories became 60 columns of 0 and 1; 15 columns with two values became 0 and 1; 15 dates',
    'became 60 columns (trend and cycles); 15 numbers with many gaps got an indicator column each.',
  ]);
});

/** A file of 80 columns, most of them with something to tell. */
function wide(): Inspection {
  const columns = many(80, (i) => ({
    index: i,
    name: `c${i}`,
    kind: 'number' as const,
    count: 1460,
    missing: i,
    distinct: 300,
    distinctCapped: false,
    missingTokens: [],
    usable: i % 2 === 0,
    reason: i % 2 === 0 ? '' : 'every value is the same',
    numeric: { min: 0, max: 1, mean: 0.5, sd: 0.2, integers: false },
  }));
  return {
    file: { name: 'wide.csv', bytes: 460_000 },
    rows: 1460,
    columns,
    preview: [],
    notes: [{ severity: 'warning', code: 'data/x', text: 'The first finding.' }],
    defaultTarget: 0,
    dialect: {
      delimiter: ',',
      quote: '"',
      encoding: 'utf-8',
      byteOrderMark: false,
      header: true,
      decimal: '.',
      thousands: '',
      lineEnd: 'lf',
      compression: 'none',
    },
  } as unknown as Inspection;
}

test('of a file of 80 columns no more than eight lines stand before the first finding', () => {
  for (const columns of [0, 1, 2, 3, 20, 60, 80]) {
    assert.ok(reportLines(report(columns)).length <= 8, `${columns} columns in the panel`);
    assert.ok(linesOf(dataText(report(columns))).length <= 8, `${columns} columns on the command line`);
  }
  const before = inspectionText(wide(), [])
    .split('\n')
    .findIndex((line) => line.includes('The first finding.'));
  assert.ok(before >= 0 && before <= 8, `${before} lines before the first finding`);
});
