import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProbabilityQuality } from '../../src/engine/contract/classes';
import type { CellPlace, RowDifferences } from '../../src/engine/contract/explain';
import type { Importance } from '../../src/engine/contract/importance';
import type { Predictions } from '../../src/engine/contract/rpc';
import { comparedRun } from '../../src/figures/compare/comparedRun';
import { missedRows, missedTable } from '../../src/figures/fit/missedRows';
import { beforeAfter, differencesSentence, shiftWords, valueWords } from '../../src/figures/improve/beforeAfter';
import {
  columnBars,
  columnRises,
  columnScales,
  importanceSentence,
  riseFormat,
} from '../../src/figures/improve/importance';
import { changeSentence, nearestRowText, placeWords, predictionSentence } from '../../src/figures/improve/rowWords';
import { deriveView, targetView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { exampleRun } from './exampleRun';

type Judged = Pick<ProbabilityQuality, 'observed' | 'probabilities'>;

const FOUND: RowDifferences = {
  rows: 20,
  others: 375,
  columns: 33,
  shared: [
    { column: 'G3', value: '0', count: 20, among: 18 },
    { column: 'age', count: 12, among: 0 },
  ],
  shifted: [{ column: 'G1', kind: 'number', mean: 7.6, others: 11.08, standardised: -1.2 }],
};

test('what rows share comes first, then what is higher or lower, then that nothing is beyond chance', () => {
  assert.equal(
    plainText(differencesSentence(FOUND)),
    'All 20 have G3 = 0; of the other 375 rows 5 % do.'.replace(' %', '\u202f%'),
  );
  assert.equal(
    plainText(differencesSentence({ ...FOUND, shared: FOUND.shared.slice(1) })),
    '12 of the 20 have no age; of the other 375 rows none has it.',
  );
  assert.equal(
    plainText(differencesSentence({ ...FOUND, shared: [] })),
    'G1 is lower: 7.6 on average, 11.1 in the others.',
  );
  assert.equal(
    plainText(differencesSentence({ ...FOUND, shared: [], shifted: [] })),
    'Nothing beyond chance tells these 20 rows from the other 375: 33 columns were compared.',
  );
  assert.equal(valueWords(FOUND.shared[1]), 'no age');
  const date = { column: 'day', kind: 'date', mean: 18_628, others: 18_993, standardised: -2 } as const;
  assert.equal(shiftWords(date), '2021-01-01 on average, 2022-01-01 in the others');
});

const MEASURED: Importance = {
  rows: 79,
  repetitions: 10,
  loss: 'squared',
  target: 'y',
  baseline: 4,
  level: 0.95,
  columns: [
    { column: 'a', rise: 21, interval: [12, 32] },
    { column: 'b', rise: 0.2, interval: [-0.3, 0.7] },
    { column: 'c', rise: -0.1, interval: [-0.4, 0.2] },
  ],
};

test('rises of squared errors are read as RMSE', () => {
  const [a, b] = columnRises(MEASURED);
  assert.deepEqual([a.rise, a.low, a.high, a.matters], [3, 2, 4, true]);
  assert.ok(b.low < 0 && b.high > 0 && !b.matters);
  assert.equal(riseFormat(MEASURED)(3), '3.0');
  assert.equal(
    plainText(importanceSentence(MEASURED)),
    'With a shuffled the error rises by 3.0. No other rise can be told from chance.',
  );
  const wrong = { ...MEASURED, loss: 'wrong', baseline: 0.1, columns: [MEASURED.columns[2]] } as const;
  assert.equal(columnRises(wrong)[0].rise, -10);
});

/** An importance of columns named in alphabetical order that rise so much, ± 1. */
const rising = (rises: readonly number[], unmeasured?: readonly string[]): Importance => ({
  ...MEASURED,
  loss: 'absolute',
  columns: rises.map((rise, i) => ({ column: String.fromCharCode(97 + i), rise, interval: [rise - 1, rise + 1] })),
  ...(unmeasured && { unmeasured }),
});

test('an overview has a bar for each of six columns, or of seven, the largest rise first', () => {
  assert.equal(columnBars({}), undefined);
  for (const [columns, bars] of [
    [1, 1],
    [6, 6],
    [7, 7],
    [8, 6],
  ]) {
    const found = columnBars({ importance: rising(Array.from({ length: columns }, (_, i) => i)) });
    assert.ok(found);
    assert.deepEqual([found.bars.length, found.more], [bars, columns - bars]);
    assert.ok(found.bars.every(({ rise }, i) => rise === columns - 1 - i));
  }
});

test('the sentence on columns counts those that matter, and names the largest of them', () => {
  const said = (rises: readonly number[], unmeasured?: readonly string[]) =>
    plainText(importanceSentence(rising(rises, unmeasured)));
  assert.equal(said([5, 2]), 'With a shuffled the error rises by 5.0. All rises are beyond chance.');
  assert.equal(said([5]), 'With a shuffled the error rises by 5.0.');
  assert.equal(said([5, 2, 0.5]), 'With a shuffled the error rises by 5.0. 2 of 3 rises are beyond chance.');
  assert.equal(said([5, 0.5]), 'With a shuffled the error rises by 5.0. No other rise can be told from chance.');
  assert.equal(
    said([0, 0.5]),
    'For no column can a rise of the error be told from chance; that of “b” may be up to 1.50.',
  );
  assert.equal(said([-2, -1]), 'For no column can a rise of the error be told from chance.');
  assert.equal(
    said([5, 2], ['z']),
    'With a shuffled the error rises by 5.0. 2 of 2 rises are beyond chance. 1 more was not measured.',
  );
  // A larger rise that may be chance is not the one that is named.
  const unsure: Importance = {
    ...MEASURED,
    columns: [{ column: 'z', rise: 30, interval: [-1, 61] }, ...MEASURED.columns],
  };
  assert.match(plainText(importanceSentence(unsure)), /^With a shuffled/);
  const [first] = importanceSentence(rising([5])).filter(({ strong }) => strong);
  assert.equal(first.text, 'a');
});

test('all rises of a run have one form, with two digits of the largest', () => {
  const form = (largest: number, value: number) => riseFormat(rising([largest]))(value);
  assert.equal(form(7.46, 1.62), '1.6');
  assert.equal(form(1.234, 0.5), '0.50');
  assert.equal(form(0.046, 0.0062), '0.006');
  assert.equal(form(22_341, 951), '1,000');
  assert.equal(form(1_412, 951), '950');
  assert.equal(form(0, 0.123), '0.12');
  const wrong = { ...rising([0.189]), loss: 'wrong' } as const;
  assert.equal(riseFormat(wrong)(columnRises(wrong)[0].rise), '18.9');
  assert.equal(
    plainText(importanceSentence(wrong)),
    'For no column can a rise of the error be told from chance; that of “a” may be up to 118.9 in 100.',
  );
});

test('of another target the importance of the first is not shown, of another class that of all classes is', () => {
  const classes = exampleRun({ classes: 3 });
  const { classes: _, ...several } = classes;
  assert.equal(targetView({ ...several, importance: MEASURED }, 1).importance, undefined);
  assert.equal(targetView({ ...classes, importance: MEASURED }, 1).importance, MEASURED);
});

test('a cell is placed among those of its column', () => {
  const cell: CellPlace = { column: 'x', kind: 'number', role: 'feature', text: '3' };
  const words = (below: number, same: number) => placeWords({ ...cell, below, same }).replaceAll('\u202f', ' ');
  assert.equal(words(0.36, 0.1), 'above 36 %');
  assert.equal(words(0, 0.29), 'lowest, as 29 %');
  assert.equal(words(0, 0.002), 'lowest');
  assert.equal(words(0.67, 0.33), 'highest, as 33 %');
  assert.equal(words(0.98, 0.01), 'highest 5 %');
  assert.equal(words(0.01, 0.01), 'lowest 5 %');
  assert.equal(placeWords({ ...cell, kind: 'category', same: 0.5 }), 'as 50\u202f%');
  assert.equal(placeWords({ ...cell, text: '' }), 'no value');
});

const predictions = (value: number, half = 1): Predictions => ({
  rows: Uint32Array.of(1),
  outputs: [
    {
      target: 'y',
      predicted: Float64Array.of(value),
      lower: Float64Array.of(value - half),
      upper: Float64Array.of(value + half),
    },
  ],
});

test('a prediction is told beside what was observed, and how it moves', () => {
  const about = { target: 'y', unit: 3 };
  const card = { cells: [{ column: 'y', kind: 'number', role: 'target', text: '4' }], part: 'held out' } as const;
  assert.equal(
    plainText(predictionSentence({ ...about, predictions: predictions(5) }, card)).replaceAll('\u202f', ' '),
    'y is 4; the fit predicts 5.00 (95 %: 4.00 to 6.00). It was held out.',
  );
  const cell = { column: 'y', kind: 'number', role: 'target', text: '4.000000001' } as const;
  assert.match(
    plainText(predictionSentence({ ...about, predictions: predictions(5) }, { ...card, cells: [cell] })),
    /^y is 4\.00; the fit predicts 5\.00/,
    'a longer cell is written as its prediction',
  );
  const near = { row: 1200, line: 1201, distance: 1, observed: '1437850554.082' };
  assert.equal(nearestRowText(near, 4e8), '1,200 (1.438\u202f×\u202f10⁹)');
  assert.equal(nearestRowText(near), '1,200 (1437850554.082)', 'the name of a class as it is');
  assert.equal(nearestRowText({ ...near, observed: '12.3456 €' }, 4), '1,200 (12.3456 €)');
  assert.equal(
    plainText(predictionSentence({ ...about, predictions: predictions(5, Number.NaN) }, { ...card, cells: [] })),
    'y is not known; the fit predicts 5.00. It was held out.',
  );
  assert.match(
    plainText(changeSentence(about, predictions(5), predictions(6.5))),
    /predicts 6\.50 \(.*\): 1\.50 more\.$/,
  );
  assert.match(plainText(changeSentence(about, predictions(5), predictions(5.0001))), /: as before\.$/);
  const classes = (level: number): Predictions => ({
    ...predictions(1),
    classes: {
      column: 'y',
      levels: ['no', 'yes'],
      predicted: Int32Array.of(level),
      probabilities: [Float64Array.of(0.2), Float64Array.of(0.8)],
    },
  });
  assert.match(
    plainText(changeSentence(about, classes(0), classes(1))).replaceAll('\u202f', ' '),
    /predicts yes with probability 80 %, as it is no with probability 20 %\.$/,
  );
});

test('a run and the one before are compared on the held-out rows that both have', () => {
  const before = exampleRun({ n: 60, holdout: 30 });
  const { holdout } = before;
  assert.ok(holdout);
  const most = (values: Float64Array) => values.slice(0, 25);
  const after = {
    ...before,
    id: 'after',
    request: { ...before.request, design: { ...before.request.design, without: '1-5' } },
    holdout: {
      ...holdout,
      rows: holdout.rows.slice(0, 25),
      lines: holdout.lines.slice(0, 25),
      observed: most(holdout.observed),
      predicted: most(holdout.predicted),
      lower: most(holdout.lower),
      upper: most(holdout.upper),
    },
  };
  const { standings } = beforeAfter(comparedRun(before, 'before'), after);
  assert.deepEqual(
    standings.map(({ run }) => run.name),
    ['before', 'the fit without 5 rows'],
  );
  assert.equal(standings[1].difference?.rows, 25);
  assert.equal(standings[1].difference?.value, 0);
});

test('each column of the file has the smallest of its length scales', () => {
  const run = exampleRun({ n: 60, holdout: 0 });
  assert.equal(columnScales(run), undefined);
  const { names } = run.model.transform;
  const kernel = { ...run.kernel, lengthScale: names.map((_, j) => 1 + j) } as typeof run.kernel;
  const encoded = [{ column: 'both', as: '', columns: names.slice(0, 2) }];
  const scales = columnScales({ ...run, kernel, data: { ...run.data, encoded } });
  assert.equal(scales?.get('both'), 1);
  assert.equal(scales?.size, names.length - 1);
});

test('rows predicted as another class: held-out and training rows, the most confident first, at the threshold shown', () => {
  const run = exampleRun({ classes: 2 });
  const { classes, holdout } = run;
  assert.ok(classes?.leftOut && holdout);
  const found = missedRows(deriveView(run));
  assert.ok(found);
  const { missed, judged } = found;
  assert.deepEqual(judged, { heldOut: 40, training: 40 });
  const [, wrongAs1, wrongAs0] = classes.confusion;
  assert.equal(missed.filter(({ heldOut }) => heldOut).length, wrongAs1 + wrongAs0);
  assert.ok(missed.every(({ probability }, i) => i === 0 || probability <= missed[i - 1].probability));
  for (const { row, heldOut, observed, predicted, probability } of missed) {
    const of: Judged | undefined = heldOut ? classes.probability : classes.leftOut;
    const i = (heldOut ? holdout : classes.leftOut).rows.indexOf(row);
    const p = of?.probabilities[0][i] ?? Number.NaN;
    const expected: unknown[] = [of?.observed[i], Number(p > 0.5), predicted === 1 ? p : 1 - p];
    assert.deepEqual([observed, predicted, probability], expected);
  }
  const table = missedTable(deriveView(run), found, 3);
  assert.ok(table.rows.length <= 3 && table.rows[0].cells[2] !== table.rows[0].cells[3]);
  // All are predicted as the second class: every mistake is one of the first.
  const low = missedRows(deriveView(run, run.filter, undefined, { threshold: 0.0001 }));
  assert.ok(low?.missed.every(({ observed }) => observed === 0));
});

test('of several classes the largest score decides; regression and runs of earlier versions list none', () => {
  const three = exampleRun({ classes: 3 });
  const found = missedRows(deriveView(three));
  assert.ok(found?.missed.every(({ probability }) => probability > 1 / 3));
  assert.equal(missedRows(deriveView(exampleRun())), undefined);
  const { classes } = three;
  assert.ok(classes);
  const { leftOut: _, ...before } = classes;
  assert.equal(missedRows(deriveView({ ...three, classes: before })), undefined);
});
