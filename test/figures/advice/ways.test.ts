import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exactText, pilotText, wayName, waySentence, waysByError } from '../../../src/figures/advice/ways';
import { waysFigure } from '../../../src/figures/advice/waysFigure';
import { layoutFigure } from '../../../src/figures/layout/figure';
import { plainText } from '../../../src/figures/words/describe';
import { housing } from './housing';

test('ways are told by what they take and what was measured of them', () => {
  const advice = housing();
  const said = advice.proposals.map((way) => plainText(waySentence(way, advice)));
  assert.equal(said[0], '2,000 landmarks take 5 to 13 s and 408 MB; expect the error 0.9\u202f% above the lowest.');
  assert.equal(
    said[6],
    '5,600 random rows take 37 s to 2 minutes and 1.3 GB; expect the error 7.3\u202f% above the lowest.',
  );
  assert.match(said[11], /^The exact fit of all rows takes /);
  assert.equal(
    pilotText(advice),
    'Errors were measured on 1,500 rows and tested on 2,000 others in 13 s, and extrapolated to 16,512 rows.',
  );
  assert.equal(
    exactText(advice),
    'An exact fit of 16,512 rows needs 14 to 36 minutes and 10.1 GB; 8.0 GB are available. Landmarks are rows that stand in for all others.',
  );
});

test('a loss that was not measured is said, and has no dot', () => {
  const { proposals, ...rest } = housing();
  const advice = { ...rest, proposals: proposals.map((way, i) => (i === 3 ? { ...way, loss: Number.NaN } : way)) };
  assert.match(plainText(waySentence(advice.proposals[3], advice)), /; the loss was not measured\.$/);
  const figure = waysFigure(advice, 0);
  const dots = figure?.series.filter(({ kind }) => kind === 'points').flatMap(({ x }) => [...Array.from(x)]) ?? [];
  assert.equal(dots.length, 10);
  assert.ok(!dots.includes(32.3));
  assert.equal(waysByError(advice).at(-2), 3);
});

test('the order is that of the error, and what memory does not allow is last', () => {
  const advice = housing();
  assert.deepEqual(
    waysByError(advice)
      .map((i) => wayName(advice.proposals[i]))
      .slice(0, 3),
    ['4,000 landmarks', '2,000 landmarks', '1,000 landmarks'],
  );
  assert.equal(waysByError(advice).at(-1), 11);
});

test('the figure has a dot for each way, its likely time, and the chosen one in the accent', () => {
  const advice = housing();
  const figure = waysFigure(advice, 2);
  assert.ok(figure);
  assert.deepEqual(
    figure.marks?.filter(({ role }) => role === 'chosen').map(({ text }) => text),
    ['1,000'],
  );
  assert.equal(figure.marks?.filter(({ shape }) => shape === 'cross').length, 1);
  assert.equal(figure.series.filter(({ faint }) => faint).length, 11);
  assert.equal(
    plainText(figure.sentence),
    'For about the same time landmarks have the lower error, against random features and fewer rows.',
  );
  assert.equal(figure.options?.length, 12);
  assert.ok(Number.isNaN(figure.options?.[11].x), 'what is too large cannot be chosen');
  const sheet = { width: 500, height: 400, measure: (text: string) => 6 * text.length, highContrast: false };
  assert.ok(layoutFigure(figure, sheet).shapes.length > 20);
});

test('losses of many times the lowest are on an axis of ratios', () => {
  const { proposals, ...rest } = housing();
  const figure = waysFigure(
    { ...rest, proposals: proposals.map((way, i) => (i === 10 ? { ...way, loss: 14 } : way)) },
    0,
  );
  assert.equal(figure?.y.scale, 'log');
  assert.equal(figure?.y.title, 'error, times the lowest');
});

test('where nothing had to be measured there is no figure and no loss', () => {
  const all = housing();
  const whole = { ...all.proposals[11], possible: true, seconds: 1, range: [0.6, 1.4] as const };
  const advice = { ...all, pilot: { train: 0, holdout: 0, seconds: 0 }, proposals: [whole] };
  assert.equal(waysFigure(advice, 0), undefined);
  assert.equal(plainText(waySentence(whole, advice)), 'The exact fit of all rows takes about 1 s and 10.1 GB.');
  assert.equal(exactText(advice), '');
  assert.match(pilotText(advice), /nothing had to be measured/);
});
