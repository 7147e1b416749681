import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overviewOf } from '../../src/figures/fit/overview';
import { columnsTable, filterTable, residualsTable } from '../../src/figures/fit/tables';
import { figuresOf } from '../../src/figures/tabs';
import { deriveView, pathAt } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { formatValue } from '../../src/figures/words/formatValue';
import { exampleRun } from './exampleRun';
import { scaled } from './scaled';

const run = exampleRun();
const at = (factor: number, of = run) => overviewOf(deriveView(of, scaled(of, factor)));
const number = (overview: ReturnType<typeof overviewOf>, id: string) => {
  const found = overview.numbers.find((n) => n.id === id);
  assert.ok(found);
  return found;
};

test('the lead says what half and nine tenths of held-out rows are missed by, and on which', () => {
  const { observed, predicted } = run.holdout ?? { observed: new Float64Array(), predicted: new Float64Array() };
  const lead = plainText(at(1).lead);
  const [, half, nine] =
    /^Typical miss (.*): half of new rows are closer, about nine in ten within (.*)\.$/.exec(lead) ?? [];
  assert.match(
    plainText(at(1).than ?? []),
    /^40 new rows, held out at random\. Explains \d+\u202f% of their variance \(\d+ to \d+\u202f%\)\.$/,
  );
  const below = (misses: Float64Array, bound: string) =>
    misses.filter((miss) => miss <= Number(bound) * (1 + 1e-12)).length / misses.length;
  const misses = observed.map((v, i) => Math.abs(v - predicted[i]));
  // Two digits of the bound leave or take a row or two.
  assert.ok(Math.abs(below(misses, half) - 0.5) < 0.1, lead);
  assert.ok(Math.abs(below(misses, nine) - 0.9) < 0.1, lead);
  assert.notEqual(plainText(at(100).lead), lead, 'the lead follows the slider');
});

test('of the last rows in order, missed alike by their neighbours, it says nothing of other rows, and how many they are worth', () => {
  const { holdout, request } = run;
  assert.ok(holdout);
  const after = (miss: (i: number) => number) => {
    const observed = holdout.predicted.map((v, i) => v + 0.1 * miss(i));
    const last = { kind: 'last', fraction: 0.25, by: 'day' } as const;
    const design = { ...request.design, holdout: last };
    return at(1, { ...run, request: { ...request, design }, holdout: { ...holdout, observed } });
  };
  const alike = after((i) => Math.sin(i / 8));
  assert.match(plainText(alike.lead), /^Typical miss about [\d.]+: half of these rows are closer\.$/);
  assert.match(
    plainText(alike.than ?? []),
    /40 new rows, the last by day; missed alike, they say as much as \d rows?[.;]/,
  );
  const alone = after((i) => (i % 3) - 1);
  assert.match(plainText(alone.lead), /: half of new rows are closer/);
  assert.doesNotMatch(plainText(alone.than ?? []), /alike/);
});

test('where new rows leave open that the mean does as well, its miss stands beside that of the fit', () => {
  const { holdout } = run.metrics;
  assert.ok(holdout);
  const doubtful = { ...run, metrics: { ...run.metrics, holdout: { ...holdout, r2Interval: [-0.1, 0.5] as const } } };
  assert.match(
    plainText(at(1, doubtful).than ?? []),
    /^Beside it, .*always predicting the mean: [\d.]+\. 40 new rows,/,
  );
});

test('as fitted, key numbers and intervals are those of the run', () => {
  const overview = at(1);
  const scores = run.metrics.holdout;
  assert.ok(scores);
  assert.equal(number(overview, 'r2').value, scores.r2.toFixed(3));
  assert.deepEqual(number(overview, 'r2').strip.interval, scores.r2Interval);
  // A strip ends at the deviation of the target, and so does the interval that is drawn in it.
  const { interval, domain } = number(overview, 'rmse').strip;
  const [low, high] = scores.rmseInterval;
  assert.deepEqual(interval, [low, Math.min(high, domain[1])]);
  assert.equal(number(overview, 'df').unit, 'of 120');
  assert.ok(number(overview, 'noise').note.endsWith(run.noise.rule));
});

test('elsewhere the interval is one around the new value', () => {
  const { strip } = number(at(30), 'rmse');
  assert.ok(strip.interval && strip.interval[0] < strip.at && strip.at < strip.interval[1]);
});

test('with nothing held out, leave-one-out stands in and says so', () => {
  const bare = exampleRun({ n: 40, holdout: 0 });
  const overview = at(1, bare);
  assert.match(plainText(overview.lead), /when each row is left out in turn/);
  assert.equal(number(overview, 'r2').name, 'Leave-one-out R²');
  assert.equal(number(overview, 'r2').value, (1 - bare.metrics.loo / bare.variance).toFixed(3));
  assert.equal(number(overview, 'r2').strip.interval, undefined);
});

test('with nothing held out and rows that stay together, the error is that of whole groups, and says so', () => {
  const bare = exampleRun({ n: 40, holdout: 0 });
  const { design } = bare.request;
  for (const [splitBy, says] of [
    [{ kind: 'group', column: 'site' }, 'whole groups of site are'],
    [{ kind: 'fold', column: 'part' }, 'whole folds of part are'],
    [{ kind: 'settings', columns: ['a', 'b'] }, 'whole settings of a and b are'],
    [{ kind: 'blocks' }, 'rows that follow each other are'],
  ] as const) {
    const divided = { ...bare, request: { ...bare.request, design: { ...design, splitBy } } };
    const metrics = { ...bare.metrics, cv: 1.5 * bare.metrics.loo, optimism: 1.5 };
    const overview = at(1, { ...divided, metrics });
    assert.ok(plainText(overview.lead).includes(` when ${says} left out in turn is `), plainText(overview.lead));
    assert.equal(number(overview, 'r2').name, 'Left-out R²');
    // Without fold errors those of single rows are shown, and called so.
    assert.equal(number(at(1, { ...divided, metrics: { ...metrics, optimism: 1 } }), 'r2').name, 'Leave-one-out R²');
  }
});

test('both lambda scales are in the table, and where lambda comes from', () => {
  const [first, second] = at(1).parameters;
  assert.deepEqual([first.name, first.rule], ['λ per sample', 'lowest leave-one-out error']);
  assert.equal(second.name, 'n·λ');
  assert.match(at(10).parameters[0].rule, /^fitted at /);
});

test('the table says which linear algebra ran; runs from before there was a choice had the embedded one', () => {
  const row = (backend: typeof run.backend) =>
    at(1, { ...run, backend }).parameters.find(({ name }) => name === 'linear algebra');
  const native = row({ backEnd: 'native', name: 'OpenBLAS 0.3.21', threads: 2 });
  assert.deepEqual([native?.value, native?.rule], ['native', 'OpenBLAS 0.3.21, 2 threads']);
  const before = row({ name: 'plain TypeScript', threads: 1 });
  assert.deepEqual([before?.value, before?.rule], ['embedded', 'plain TypeScript, 1 thread']);
});

test('notes follow the slider, and those of the run stay', () => {
  const codes = (factor: number, of = run) => at(factor, of).notes.map((n) => n.code);
  assert.deepEqual(codes(1), []);
  assert.deepEqual(codes(1e3), ['lambda/beyond-one-standard-error']);
  assert.deepEqual(codes(1e-9), ['lambda/interpolates']);
  const own = {
    ...run,
    notes: [{ severity: 'warning', code: 'lambda/interpolates', text: 'at the fitted λ' }],
  } as const;
  assert.deepEqual(codes(1, own), ['lambda/interpolates']);
  assert.deepEqual(codes(1e-9, own), ['lambda/interpolates'], 'said once');
  assert.match(at(1e-9, own).notes[0].text, /degrees of freedom/, 'and for the λ shown');
});

test('how the errors were computed stands beside their figure, not among the findings', () => {
  const note = { severity: 'info', code: 'selection/shortcut', text: 'Errors hold the scaling.' } as const;
  const view = deriveView({ ...run, notes: [note] });
  assert.deepEqual(overviewOf(view).notes, []);
  assert.equal(figuresOf('risk', view).find((f) => f.id === 'errors-lambda')?.footnotes?.[0], note.text);
  assert.equal(
    figuresOf('overview', view)
      .find((f) => f.id === 'errors-lambda')
      ?.footnotes?.includes(note.text),
    false,
  );
});

test('the largest residuals come first, signed, each with its line', () => {
  const table = residualsTable(deriveView(run), 3);
  assert.equal(table.rows.length, 3);
  assert.deepEqual(table.rows[0].cells.slice(0, 2), ['124', '125'], 'the row made an outlier');
  assert.equal(table.rows[0].line, 125);
  assert.match(table.rows[0].cells[4], /^\+/);
});

test('every column of the file is accounted for', () => {
  const table = columnsTable(deriveView(run));
  assert.deepEqual(
    table.rows.map((r) => [r.cells[0], r.cells[4]]),
    [
      ['serial', 'left out: every value is different'],
      ['width', 'feature'],
      ['flow', 'feature'],
      ['material', 'feature, as 0/1 columns for 2 of 3 levels'],
      ['pressure', 'target'],
    ],
  );
});

test('the λ table follows the slider', () => {
  const cells = (factor: number) => filterTable(deriveView(run, scaled(run, factor))).rows.map((r) => r.cells[1]);
  assert.notDeepEqual(cells(1), cells(10));
});

test('values are written as their axis writes them, only finer', () => {
  const axis = (scale: 'log' | 'linear', format: 'power' | 'percent' | 'level' | 'plain', domain: [number, number]) =>
    ({ title: '', scale, format, domain, labels: ['red', 'blue'] }) as const;
  assert.equal(formatValue(axis('log', 'power', [1e-9, 1]), 3.98e-6), '4.0\u202f×\u202f10⁻⁶');
  assert.equal(formatValue(axis('linear', 'percent', [0, 1]), 0.9034), '90.3\u202f%');
  assert.equal(formatValue(axis('linear', 'level', [0, 1]), 1), 'blue');
  assert.equal(formatValue(axis('linear', 'plain', [102, 142]), 130.602), '130.60');
});

test('the path between its grid points is straight in log-log, and nothing outside', () => {
  const lambda = Float64Array.of(1, 10, 100);
  const values = Float64Array.of(1, 100, 100);
  assert.equal(pathAt('lambda', lambda, values, 10), 100);
  assert.ok(Math.abs(pathAt('lambda', lambda, values, Math.sqrt(10)) - 10) < 1e-9);
  assert.ok(Number.isNaN(pathAt('lambda', lambda, values, 0.5)) && Number.isNaN(pathAt('lambda', lambda, values, 200)));
});
