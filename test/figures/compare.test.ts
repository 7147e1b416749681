import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SeriesSpec } from '../../src/engine/contract/figure';
import { comparedRun } from '../../src/figures/compare/comparedRun';
import { type Comparison, comparisonOf } from '../../src/figures/compare/comparison';
import { comparisonFigures } from '../../src/figures/compare/figures';
import { refusal } from '../../src/figures/compare/refusal';
import { settingsApart } from '../../src/figures/compare/settings';
import { runsTable, settingsTable } from '../../src/figures/compare/tables';
import { apartNotes, comparisonBasis, comparisonLead } from '../../src/figures/compare/words';
import { toCsv } from '../../src/figures/csv';
import { LIGHT_THEME } from '../../src/figures/layout/theme';
import { toSvg } from '../../src/figures/svg/svg';
import type { TableSpec } from '../../src/figures/tableSpec';
import { plainText } from '../../src/figures/words/describe';
import { compareClasses, compareExample } from './compareExample';
import { componentsExample } from './componentsExample';
import { exampleRun } from './exampleRun';
import { expectGolden, written } from './goldens';

const RUNS = compareExample();
const tableText = ({ title, columns, rows }: TableSpec) =>
  [title, columns.map((c) => c.title).join(' | '), ...rows.map(({ cells }) => cells.join(' | '))].join('\n');

function everything(comparison: Comparison): string {
  const { together, each } = comparisonFigures(comparison);
  return [
    plainText(comparisonLead(comparison)),
    plainText(comparisonBasis(comparison)),
    ...apartNotes(comparison),
    tableText(runsTable(comparison)),
    tableText(settingsTable(comparison).table),
    ...[...together, ...each].map(written),
  ].join('\n\n');
}

test('a comparison as plain data: words, tables and figures', () => {
  expectGolden('compare.txt', everything(comparisonOf(RUNS)));
  expectGolden('compare-turned.txt', everything(comparisonOf(RUNS, { baseline: 'huber', measure: 'rmse' })));
  for (const classes of [2, 3] as const)
    expectGolden(`compare-classes${classes}.txt`, everything(comparisonOf(compareClasses(classes))));
});

test('the figures of a comparison as SVG, and their data as CSV', () => {
  const { together, each } = comparisonFigures(comparisonOf(RUNS));
  for (const figure of together) expectGolden(`${figure.id}.svg`, toSvg(figure, LIGHT_THEME, 520, 380));
  for (const figure of [...together, ...each]) assert.ok(toCsv(figure).split('\r\n').length > 3, figure.id);
  const [change] = together;
  assert.match(toCsv(change), /^series,.*\r\n.*Gaussian/);
});

test('every difference turns with the baseline, and each run keeps its colour and shape', () => {
  const from = comparisonOf(RUNS, { baseline: 'gaussian' });
  const to = comparisonOf(RUNS, { baseline: 'short' });
  const there = from.standings[1].difference;
  const back = to.standings[0].difference;
  assert.ok(there && back);
  assert.equal(from.standings[0].difference, undefined, 'the baseline is not compared with itself');
  assert.ok(Math.abs(there.value + back.value) < 1e-12);
  assert.deepEqual(
    there.interval.map((v) => v.toFixed(9)),
    back.interval.map((v) => (-v).toFixed(9)).reverse(),
    'the same resamples both ways',
  );
  assert.equal(there.closer + back.closer, there.rows);
  assert.deepEqual(
    from.standings.map(({ style }) => style),
    to.standings.map(({ style }) => style),
  );
  assert.equal(new Set(from.standings.map(({ style }) => style.role)).size, 4);
});

test('errors are those of the rows, whatever the measure', () => {
  const { held } = RUNS[0].targets[0];
  assert.ok(held);
  const misses = Array.from(held.observed, (v, j) => Math.abs(v - held.predicted[j]));
  const mean = (of: readonly number[]) => of.reduce((a, b) => a + b, 0) / of.length;
  const errorBy = (measure: 'rmse' | 'absolute') => comparisonOf(RUNS, { measure }).standings[0].error;
  const wanted = { rmse: Math.sqrt(mean(misses.map((v) => v * v))), absolute: mean(misses) };
  for (const measure of ['rmse', 'absolute'] as const) {
    const error = errorBy(measure);
    assert.ok(error && Math.abs(error.value - wanted[measure]) < 1e-12);
    assert.ok(error.interval[0] < error.value && error.value < error.interval[1]);
  }
  assert.deepEqual(comparisonOf(RUNS).measures, ['absolute', 'rmse'], 'beside a robust fit absolute errors come first');
  assert.deepEqual(comparisonOf(RUNS.slice(0, 2)).measures, ['rmse', 'absolute']);
});

test('a run on other rows has its own error and no difference, and says why', () => {
  const { standings } = comparisonOf(RUNS);
  assert.equal(standings[3].difference, undefined);
  assert.ok(standings[3].error);
  assert.match(standings[3].apart ?? '', /^different rows were held out/);
  const [first, second] = RUNS;
  const { held } = second.targets[0];
  assert.ok(held);
  const observed = held.observed.with(2, held.observed[2] + 1);
  const changed = { ...second, targets: [{ ...second.targets[0], held: { ...held, observed } }] };
  assert.match(comparisonOf([first, changed]).standings[1].apart ?? '', /^the file has changed/);
  const { held: _, ...unheld } = second.targets[0];
  const none = comparisonOf([first, { ...second, targets: [unheld] }]);
  assert.equal(none.standings[1].apart, 'nothing was held out');
  assert.equal(none.standings[1].error, undefined);
  assert.match(plainText(comparisonLead(none)), /^No run was tested on the same held-out rows as Gaussian\.$/);
  const unjudged = comparisonOf([{ ...first, targets: [unheld] }, second]);
  assert.match(plainText(comparisonLead(unjudged)), /^Gaussian held out no rows/);
  for (const comparison of [none, unjudged]) assert.ok(comparisonFigures(comparison).together.length > 0);
});

test('runs that are the same are within 5 % of each other', () => {
  const same = comparisonOf([RUNS[0], { ...RUNS[0], id: 'again', name: 'Again' }]);
  assert.deepEqual(same.standings[1].difference, {
    value: 0,
    interval: [0, 0],
    verdict: 'as good',
    closer: 0,
    rows: 12,
  });
  assert.match(plainText(comparisonLead(same)), /^Again and Gaussian predict new rows within 5\u202f% of each other/);
  assert.deepEqual(settingsTable(same).table.rows, []);
});

test('of runs that are judged on the last rows nothing is said of all new rows', () => {
  const holdout = { kind: 'last', fraction: 0.25, by: 'day' } as const;
  for (const classes of [undefined, 2] as const) {
    const last = [undefined, 0.3].map((lengthScale, i) => {
      const run = exampleRun({ n: 40, holdout: 12, ...(lengthScale && { lengthScale }), ...(classes && { classes }) });
      const request = { ...run.request, design: { ...run.request.design, holdout } };
      return comparedRun({ ...run, id: String(i), request }, `Run ${i}`);
    });
    for (const run of last) {
      const comparison = comparisonOf(last, { baseline: run.id });
      const lead = plainText(comparisonLead(comparison));
      assert.match(lead, /the last rows/);
      assert.match(plainText(comparisonBasis(comparison)), /Further ahead another run may be closer/);
      assert.doesNotMatch(lead, /new rows/);
    }
  }
});

test('of several runs nothing is said of those that were not compared with each other', () => {
  const named = (name: string) => ({ ...RUNS[0], id: name, name });
  const alike = comparisonOf(['First', 'Second', 'Third'].map(named));
  assert.match(plainText(comparisonLead(alike)), /^Second and Third predict new rows within 5\u202f% of First\.$/);
  const unclear = {
    ...alike,
    standings: alike.standings.map(({ difference, ...standing }) => ({
      ...standing,
      ...(difference && { difference: { ...difference, verdict: 'unclear' as const } }),
    })),
  };
  assert.match(
    plainText(comparisonLead(unclear)),
    /^Second and Third are not clearly different from First on new rows\.$/,
  );
});

test('several targets: those that all runs predict can be asked for', () => {
  const both = compareExample({ more: true }).slice(0, 2);
  const comparison = comparisonOf(both, { target: 'pressure squared' });
  assert.deepEqual([comparison.targets, comparison.target], [['pressure', 'pressure squared'], 'pressure squared']);
  assert.equal(comparisonOf(both, { target: 'none of these' }).target, 'pressure');
});

test('settings that differ stand apart, also where their text leaves the difference out', () => {
  const long = (last: string) => ({
    settings: [
      { name: 'columns', value: '5: a, b, c, …', whole: `a\nb\nc\nd\n${last}` },
      { name: 'seed', value: '0' },
    ],
  });
  assert.deepEqual(settingsApart([long('e'), long('f')]).names, ['columns']);
  assert.deepEqual(settingsApart([long('e'), long('e')]).names, []);
  const less = { settings: [{ name: 'seed', value: '0' }] };
  assert.deepEqual(settingsApart([long('e'), less]).values, [['5: a, b, c, …'], ['–']]);
});

test('what cannot be compared is refused by a sentence', () => {
  const run = { ...exampleRun({ n: 24, holdout: 6 }), origin: 'file:///a.csv' };
  const other = { ...run, id: 'other' };
  assert.equal(refusal([run, other]), undefined);
  assert.equal(refusal([run]), 'Choose two runs or more to compare.');
  const components = { ...componentsExample({ train: 30, holdout: 6 }), origin: 'file:///a.csv' };
  assert.match(refusal([run, components]) ?? '', /^Principal components predict nothing/);
  assert.match(refusal([run, { ...other, origin: 'file:///b.csv' }]) ?? '', /^Only runs of one file/);
  assert.match(refusal([run, { ...other, target: 'colour' }]) ?? '', /these predict pressure and colour\.$/);
  const classes = { ...exampleRun({ n: 24, holdout: 6, classes: 3 }), origin: 'file:///a.csv' };
  assert.match(refusal([run, classes]) ?? '', /^A run that classifies/);
  assert.equal(refusal(Array.from({ length: 8 }, () => run)), 'A comparison takes at most 7 runs.');
});

test('classifications of one column are laid over one another: each area under the curve is that of pairs of rows', () => {
  const comparison = comparisonOf(compareClasses(2));
  const { together } = comparisonFigures(comparison);
  const roc = together.find(({ id }) => id === 'compare-roc');
  assert.ok(roc);
  assert.equal(roc.series.length, comparison.standings.length);
  for (const [i, { run, of }] of comparison.standings.entries()) {
    const { observed = new Float64Array(0), scores: [scores] = [] } = of.held ?? {};
    const places = (level: number) => Array.from(observed.keys()).filter((j) => observed[j] === level);
    const pairs = places(1).flatMap((a) =>
      places(0).map((b) => Number(scores[a] > scores[b]) + Number(scores[a] === scores[b]) / 2),
    );
    const area = pairs.reduce((sum, v) => sum + v, 0) / pairs.length;
    const { x, y, name }: SeriesSpec = roc.series[i];
    let under = 0;
    for (let k = 1; k < x.length; k++) under += ((x[k] - x[k - 1]) * (y[k] + y[k - 1])) / 2;
    assert.equal(name, run.name);
    assert.ok(Math.abs(under - area) < 1e-9, `${under} of the curve, ${area} of the pairs`);
    assert.match(plainText(roc.sentence), new RegExp(`${run.name}:? ${area.toFixed(2)} \\(95`));
    assert.deepEqual([x[0], y[0], x[x.length - 1], y[y.length - 1]], [0, 0, 1, 1]);
  }
  assert.ok(together.some(({ id }) => id === 'compare-precision'));
  assert.ok(comparisonFigures(comparisonOf(compareClasses(3))).together.some(({ id }) => id === 'compare-roc'));
  assert.equal(
    comparisonFigures(comparisonOf(RUNS)).together.find(({ id }) => id === 'compare-roc'),
    undefined,
    'numbers have no curve',
  );
});

test('the error over λ reads as R² where all runs have the same training rows, and not otherwise', () => {
  const curves = (runs: Parameters<typeof comparisonOf>[0]) =>
    comparisonFigures(comparisonOf(runs)).together.find(({ id }) => id === 'compare-curves');
  const drawn = RUNS.filter(({ targets: [{ curve }] }) => curve);
  const { trained } = drawn[0].targets[0];
  assert.ok(trained && drawn.length > 1);
  const on = (rows: number) => ({ ...drawn[1], targets: [{ ...drawn[1].targets[0], trained: { ...trained, rows } }] });
  assert.deepEqual(curves([drawn[0], on(trained.rows)])?.y.r2, { variance: trained.variance, root: true });
  assert.equal(curves([drawn[0], on(trained.rows - 1)])?.y.r2, undefined);
  assert.equal(curves(compareClasses(2))?.y.r2, undefined, 'scores of classes are no quantity');
});

test('"every" is said of several differences only', () => {
  const said = (runs: Parameters<typeof comparisonOf>[0]) =>
    plainText(comparisonFigures(comparisonOf(runs)).together[0].sentence);
  assert.doesNotMatch(said(compareClasses(2)), /^Every/);
});
