import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvCell } from '../../src/engine/contract/csvCell';
import type { FigureSpec } from '../../src/engine/contract/figure';
import { toCsv } from '../../src/figures/csv';

const figure = (more: Partial<FigureSpec>): FigureSpec => ({
  id: 'x',
  title: 'X',
  sentence: [],
  x: { title: 'width', scale: 'linear', domain: [0, 1], format: 'plain' },
  y: { title: 'height', scale: 'linear', domain: [0, 1], format: 'plain' },
  series: [],
  ...more,
});

test('text that a spreadsheet would run is defused, numbers stay numbers', () => {
  for (const bad of ['=cmd()', '+1', '-1', '@sum', '\tx', '\rx'])
    assert.match(csvCell(bad), /^"?'/, JSON.stringify(bad));
  assert.equal(csvCell('=HYPERLINK("http://x","y")'), '"\'=HYPERLINK(""http://x"",""y"")"');
  assert.equal(csvCell(-1.5), '-1.5');
  assert.equal(csvCell(1e-300), '1e-300');
  assert.equal(csvCell(Number.NaN), '');
  assert.equal(csvCell('a,b\n"c"'), '"a,b\n""c"""');
});

test('series over the same x stand side by side, with both lambda scales', () => {
  const x = [0.1, 1];
  const csv = toCsv(
    figure({
      x: {
        title: '',
        scale: 'log',
        domain: [0.1, 1],
        format: 'power',
        gutter: 'λ',
        second: { gutter: 'n·λ', factor: 10 },
      },
      series: [
        { kind: 'line', role: 'loo', name: 'leave-one-out', x, y: [3, 4] },
        { kind: 'band', role: 'cv', name: '10-fold', x: [0.1, 1], y: [1, 2], upper: [5, 6] },
        { kind: 'line', role: 'reference', name: '', x: [7], y: [7] },
      ],
    }),
  );
  assert.equal(csv, 'λ,n·λ,leave-one-out,"10-fold, lower","10-fold, upper"\r\n0.1,1,3,1,5\r\n1,10,4,2,6\r\n');
});

test('otherwise one row a point, with the rows of the file', () => {
  const csv = toCsv(
    figure({
      series: [
        { kind: 'points', role: 'main', name: 'rows', x: [1, 2], y: [3, Number.NaN], rows: [10, 11], lines: [11, 12] },
        { kind: 'line', role: 'main', name: '=evil', x: [1], y: [2] },
      ],
    }),
  );
  assert.equal(csv, "series,width,height,upper,row,line\r\nrows,1,3,,10,11\r\nrows,2,,,11,12\r\n'=evil,1,2,,,\r\n");
});

test('levels are written by name, and defused too', () => {
  const x = { title: 'c', scale: 'linear', domain: [-0.5, 1.5], format: 'level', labels: ['=a', 'b'] } as const;
  const csv = toCsv(figure({ x, series: [{ kind: 'points', role: 'main', name: 'mean', x: [0, 1], y: [5, 6] }] }));
  assert.equal(csv, "c,mean\r\n'=a,5\r\nb,6\r\n");
});
