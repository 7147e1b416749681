import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../src/engine/contract/context';
import { columnDetail } from '../../src/engine/data/profile/columnDetail';
import { toCsv } from '../../src/figures/csv';
import { columnFigure } from '../../src/figures/data/columnFigure';
import { relationFigure } from '../../src/figures/data/relationFigure';
import { valueText } from '../../src/figures/data/valueWords';
import { describe } from '../../src/figures/words/describe';
import { DESIGN, profiled } from '../engine/data/designed';
import { readText } from '../engine/data/reading';

/** A number, a colour, a year, a clock time, yes or no, and y = 2 for red. */
const lines = Array.from({ length: 200 }, (_, i) =>
  [
    ((i * 37) % 200) / 4,
    ['red', 'blue'][i % 2],
    1990 + (i % 30),
    `${String(6 + (i % 12)).padStart(2, '0')}:30`,
    i % 3 ? 'yes' : 'no',
    (i % 2 === 0 ? 2 : 0) + ((i * 7) % 11) / 100,
  ].join(','),
);
const table = await readText(`number,colour,year,clock,flag,y\n${lines.join('\n')}\n`);
const profile = profiled(table);
const at = (name: string) => table.inspection.columns.findIndex((column) => column.name === name);
const values = (name: string) =>
  columnFigure(table.inspection.columns[at(name)], columnDetail(table, at(name), DESIGN, quietContext));
const over = (name: string) =>
  relationFigure(profile, table.inspection.columns[at(name)], profile.columns[at(name)].relation);

test('a number is a histogram whose steps hold every row, in the figure as in its CSV', () => {
  const figure = values('number');
  assert.ok(figure?.data);
  assert.equal(
    figure.data.rows.reduce((sum, row) => sum + Number(row[2]), 0),
    200,
  );
  assert.deepEqual([figure.data.rows[0][0], figure.data.rows.at(-1)?.[1]], ['0', '49.8']);
  assert.match(
    describe(figure),
    /^Values of number\. \d+ % of 200 values from .+ to .+\. Shown: how many rows have a value in each of 48 equal steps/,
  );
  assert.equal(toCsv(figure).split('\r\n')[0], 'from,to,rows');
});

test('words and few different values are bars, the most frequent first, with their shares', () => {
  const figure = values('colour');
  assert.deepEqual(figure?.data?.rows, [
    ['red', 100, 0.5],
    ['blue', 100, 0.5],
  ]);
  assert.deepEqual(figure?.y.labels, ['blue', 'red']);
  assert.deepEqual(
    values('flag')?.data?.rows.map(([label, rows]) => [label, rows]),
    [
      ['no', 67],
      ['yes', 133],
    ],
  );
});

test('values are written as fine as their range: years, times of day, whole numbers', () => {
  const text = (name: string, value: number) => valueText(table.inspection.columns[at(name)], value);
  assert.equal(text('year', 1994), '1994');
  assert.equal(text('clock', 0.25), '06:00');
  assert.equal(text('number', 12.34567), '12.3');
  assert.equal(text('flag', 1), 'yes');
});

test('the target over a column: means of its groups, what is explained and on how many rows', () => {
  const figure = over('colour');
  assert.ok(figure);
  assert.match(describe(figure), /^y over colour\. colour alone explains (over 99|9\d|100) % of y on 200 rows\./);
  assert.deepEqual(figure.data?.columns, ['colour', 'rows', 'mean y']);
  assert.equal(figure.data?.rows.length, 2);
  const number = over('number');
  assert.equal(number?.series.find(({ kind }) => kind === 'points')?.x.length, 10);
  assert.match(describe(number as NonNullable<typeof number>), /explains nothing of y/);
  assert.equal(relationFigure({ inspection: table.inspection }, table.inspection.columns[0], undefined), undefined);
});

test('of classes the shares are drawn, of several each by its name', () => {
  const classes = profiled(table, { target: 'colour' });
  const index = at('y');
  const figure = relationFigure(classes, table.inspection.columns[index], classes.columns[index].relation);
  assert.deepEqual(figure?.data?.columns.at(-1), 'share of red');
  assert.deepEqual(figure?.y.domain, [0, 1]);
});
