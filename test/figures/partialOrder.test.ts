import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partialFigures } from '../../src/figures/fit/partial';
import { spreadOverRows } from '../../src/figures/view/extent';
import { deriveView } from '../../src/figures/view/view';
import { exampleRun } from './exampleRun';
import { robustExample } from './robustExample';

/** 41 quantiles of rows that lie between 0 and 1, but for one at 100. */
const withOutlier = Float64Array.from({ length: 41 }, (_, q) => (q === 40 ? 100 : q / 40));
const grid = Float64Array.of(0, 0.5, 1, 100);

test('the spread of a partial dependence is over the rows: one far row counts for hardly anything', () => {
  const rug = withOutlier;
  assert.ok(spreadOverRows({ grid, rug }, Float64Array.of(0, 0, 0, 50)) < 0.02);
  const straight = spreadOverRows({ grid, rug }, Float64Array.of(0, 0.5, 1, 100));
  assert.ok(Math.abs(straight - Math.sqrt(1 / 12)) < 0.02, `${straight}`);
  assert.equal(spreadOverRows({ grid, rug: new Float64Array(0) }, Float64Array.of(-1, 1, -1, 1)), 1);
});

test('columns come in the order of the spread over the rows, not of the span that one far row makes', () => {
  const run = exampleRun();
  const [first, second, ...rest] = run.live.partial;
  const probability = (values: readonly number[]) => Float64Array.from(values);
  const partial = [
    { ...first, grid, rug: withOutlier, probability: probability([0.5, 0.5, 0.5, 1]) },
    { ...second, grid, rug: withOutlier, probability: probability([0.4, 0.5, 0.6, 0.6]) },
  ];
  assert.equal(rest.length, 1);
  const figures = partialFigures(deriveView({ ...run, live: { ...run.live, partial } }));
  assert.deepEqual(
    figures.map(({ title }) => title),
    [second.column, first.column],
  );
});

test('so do those of a robust fit', () => {
  const run = robustExample();
  const { robust } = run;
  if (!robust) throw new Error('not robust');
  const shapes = [
    [0.5, 0.5, 0.5, 1],
    [0.4, 0.5, 0.6, 0.6],
  ].map((values) => Float64Array.from(values));
  const items = run.live.partial.slice(0, 2).map((item) => ({ ...item, grid, rug: withOutlier }));
  const curves = shapes.map((shape) => ({ fitted: [shape], squared: shape }));
  const view = deriveView({
    ...run,
    live: { ...run.live, partial: items },
    robust: { ...robust, live: undefined, partial: robust.partial.slice(0, 2).map((c, j) => ({ ...c, ...curves[j] })) },
  });
  assert.deepEqual(
    partialFigures(view).map(({ title }) => title),
    [items[1].column, items[0].column],
  );
});

test('many levels are drawn in the order of what is predicted, each with its name; few as they are', () => {
  const run = exampleRun();
  const shown = (count: number) => {
    const levels = Array.from({ length: count }, (_, k) => `town ${k}`);
    const probability = Float64Array.from({ length: count }, (_, k) => ((7 * k) % count) / count);
    const [first] = run.live.partial;
    const item = { ...first, kind: 'category' as const, grid: Float64Array.from(levels.keys()), levels, probability };
    const [figure] = partialFigures(deriveView({ ...run, live: { ...run.live, partial: [item] } }));
    const points = figure.series.find(({ kind }) => kind === 'points');
    const names = figure.x.labels ?? [];
    Array.from(points?.y ?? [], (y, place) => assert.equal(y, probability[Number(names[place].slice(5))]));
    return { y: Array.from(points?.y ?? []), note: figure.note, sentence: figure.sentence };
  };
  const many = shown(40);
  assert.deepEqual(
    many.y,
    many.y.toSorted((a, b) => a - b),
  );
  assert.equal(many.note, '40 levels, in the order of what is predicted.');
  assert.match(JSON.stringify(many.sentence), /lowest at town 0, highest at town 17/);
  assert.equal(shown(30).note, undefined);
});
