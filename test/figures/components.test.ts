import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack, unpack } from '../../src/engine/contract/pack';
import type { ComponentsRun } from '../../src/engine/contract/run';
import { Random } from '../../src/engine/data/random';
import { ekpca } from '../../src/engine/methods/ekpca';
import { nyKpca } from '../../src/engine/methods/nyKpca';
import { componentsBefore, withoutRows } from '../../src/figures/components/before';
import { costTable } from '../../src/figures/components/cost';
import { componentsFacts } from '../../src/figures/components/facts';
import { loadingsTable } from '../../src/figures/components/loadings';
import { outliersTable } from '../../src/figures/components/outliers';
import { componentsOverview } from '../../src/figures/components/overview';
import { selectionTable } from '../../src/figures/components/rows';
import { correlation, partBetween, scorePlot } from '../../src/figures/components/scores';
import { eigenvaluesTable, spectrumFactsTable } from '../../src/figures/components/spectrum';
import { allComponentsFigures, componentsFigures } from '../../src/figures/components/tabs';
import { type ComponentsViewOptions, componentsView } from '../../src/figures/components/view';
import { toCsv } from '../../src/figures/csv';
import { DARK_THEME, LIGHT_THEME } from '../../src/figures/layout/theme';
import { toSvg } from '../../src/figures/svg/svg';
import { describe, plainText } from '../../src/figures/words/describe';
import { figureTable } from '../../src/figures/words/figureTable';
import { computed } from '../computed';
import { components, modelOf, rowsDesign } from '../engine/fit/components/making';
import { madeRows } from '../engine/madeRows';
import type { Given } from '../engine/methods/fitting';
import { type ComponentsOptions, componentsExample } from './componentsExample';

const view = (options: ComponentsOptions = {}, viewOptions: ComponentsViewOptions = {}) => {
  const run = componentsExample(options);
  return componentsView(run, componentsFacts(run), viewOptions);
};
const figure = (id: string, of: ReturnType<typeof view>) => {
  const found = allComponentsFigures(of).find((spec) => spec.id === id);
  assert.ok(found, `there is a figure ${id}`);
  return found;
};
const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-9 * Math.max(1, Math.abs(expected)), `${actual} is not ${expected}`);

test('shares are those of the trace, and 90 % is reached where they add up to it', () => {
  const { run, facts } = view();
  const { eigenvalues, total } = run.components;
  near(facts.share[0], eigenvalues[0] / total);
  near(facts.cumulative[2], (eigenvalues[0] + eigenvalues[1] + eigenvalues[2]) / total);
  const { ninety = 0 } = facts;
  assert.ok(facts.cumulative[ninety - 1] >= 0.9 && facts.cumulative[ninety - 2] < 0.9);
  assert.equal(componentsFacts({ ...run, components: { ...run.components, total: 10 * total } }).ninety, undefined);
});

test('a fit without rows is told beside the one before, and drawn with it where both were measured alike', () => {
  const [before, run] = [componentsExample({ train: 40, holdout: 10 }), componentsExample({ train: 38, holdout: 10 })];
  const request = { ...run.request, design: { ...run.request.design, without: '3-4' } };
  const facts = componentsFacts(run);
  const beside = (other: ComponentsRun) => componentsView({ ...run, request }, facts, {}, componentsBefore(other));
  const said = plainText(withoutRows(beside(before)));
  assert.match(said, /^Fitted without 2 rows\. Two components explain [\d.]+\s%/);
  assert.match(said, /of the variance, [\d.]+\s% before\. On held-out rows \d+ leave [\d.]+\s%, [\d.]+\s% before\.$/);
  const lines = (id: string, of: ReturnType<typeof view>) =>
    figure(id, of).series.filter((s) => s.name === 'the fit before');
  const [line] = lines('components-explained', beside(before));
  assert.deepEqual(line.y, componentsFacts(before).cumulative);
  for (const id of ['components-h', 'components-l2']) {
    assert.equal(lines(id, beside(before))[0].y[0], 1);
    // Errors on training rows are no measure beside those on held-out ones.
    assert.deepEqual(lines(id, beside(componentsExample({ train: 40, holdout: 0 }))), []);
  }
  assert.doesNotMatch(plainText(withoutRows(beside(componentsExample({ train: 40, holdout: 0 })))), /held-out/);
  assert.equal(plainText(withoutRows(componentsView({ ...run, request }, facts))), 'Fitted without 2 rows.');
});

test('pooled rows are the training rows, then the held-out ones, each with its scores and error', () => {
  const { run, facts } = view({ train: 40, holdout: 10 });
  const { train, holdout } = run.components;
  const { pooled } = facts;
  assert.deepEqual([pooled.count, pooled.train], [50, 40]);
  assert.equal(pooled.component(3)[7], train.scores[7 * 5 + 2]);
  assert.equal(pooled.component(2)[44], holdout?.scores[4 * 5 + 1]);
  assert.equal(pooled.lines[41], holdout?.lines[1]);
  assert.equal(pooled.error[49], holdout?.error[9]);
});

test('a row moved away from the components is the one that stands out, and no other', () => {
  const run = componentsExample({ train: 200, holdout: 60, outlier: 1 });
  const { train } = run.components;
  const error = train.error.slice();
  error[123] = 1e4;
  const moved: ComponentsRun = { ...run, components: { ...run.components, train: { ...train, error } } };
  const facts = componentsFacts(moved);
  assert.deepEqual(facts.outliers().outlying, [123]);
  const [first] = outliersTable(componentsView(moved, facts)).rows;
  assert.deepEqual([first.cells[0], first.cells[1], first.line], ['124', '125', 125]);
  assert.equal(first.cells[5], 'yes');
});

test('errors that are rounding single nobody out, whatever the kernel and wherever the rows lie', () => {
  for (const [seed, method] of [ekpca, nyKpca, ekpca, nyKpca].entries())
    for (const [kernel, given] of Object.entries<Given>({
      linear: { kernel: 'linear', components: 4 },
      wide: { kernel: 'gaussian', lengthScale: 3000, components: 4 },
      whole: { kernel: 'gaussian', lengthScale: 0.5, components: 59, ...(method === nyKpca && { landmarks: 60 }) },
    })) {
      const x = madeRows(60, 4, seed);
      // Rounding leaves more of the rows that are far away.
      const far = kernel === 'linear' ? 1000 : 1;
      const away = { ...x, values: x.values.map((v, o) => v * (o % 20 === 3 ? far : 1) + 100 * (seed % 2)) };
      const outcome = components(method, rowsDesign(away), given);
      const facts = componentsFacts({ ...outcome, model: modelOf(outcome) });
      assert.deepEqual(facts.outliers().outlying, [], `${method.id}, ${kernel}`);
      const run = { ...componentsExample(), ...outcome, model: modelOf(outcome) };
      const { sentence } = figure('components-ranked', componentsView(run, facts));
      assert.ok(sentence.length > 0);
    }
});

test('what is said of errors beside their median is measured, of rows that stand out and where none does', () => {
  for (const far of [[], [123], [7, 123, 40]]) {
    const run = componentsExample({ train: 200, holdout: 60, outlier: 1 });
    const moved = run.components.train.error.map((v, i) => (far.includes(i) ? 1000 + i : v));
    const shown = componentsView({
      ...run,
      components: { ...run.components, train: { ...run.components.train, error: moved } },
    });
    const { error, train } = shown.facts.pooled;
    const { outlying } = shown.facts.outliers();
    const said = plainText(figure('components-errors', shown).sentence ?? []);
    assert.deepEqual(outlying.toSorted(), far.toSorted());
    const middle = (part: Float64Array) => {
      const sorted = part.toSorted();
      return Math.sqrt(sorted[Math.floor((sorted.length - 1) / 2)] * sorted[Math.ceil((sorted.length - 1) / 2)]);
    };
    const [ofTrain, ofHoldout] = [middle(error.subarray(0, train)), middle(error.subarray(train))];
    const times = Array.from(error, (v, i) => v / (i < train ? ofTrain : ofHoldout));
    const expected = far.length > 0 ? Math.min(...outlying.map((i) => times[i])) : Math.max(...times);
    const [, number] = /(?:is|are) ([\d.,]+) times/.exec(said) ?? [];
    assert.ok(Math.abs(Number(number.replace(',', '')) / expected - 1) < 0.05, `${said} for ${expected}`);
  }
});

test('a rectangle selects exactly the rows in it, and they are listed by row with their lines', () => {
  const selection = { x: [-2, 0.5], y: [-1, 1] } as const;
  const shown = view({}, { selection, pair: [2, 3] });
  const { pooled } = shown.facts;
  const inside = Array.from({ length: pooled.count }, (_, i) => i).filter((i) => {
    const [a, b] = [pooled.component(2)[i], pooled.component(3)[i]];
    return a >= -2 && a <= 0.5 && b >= -1 && b <= 1;
  });
  assert.ok(inside.length > 10);
  assert.deepEqual(shown.selected, inside);
  const table = selectionTable(shown);
  assert.deepEqual(
    table.rows.map(({ line }) => line),
    inside.map((i) => pooled.lines[i]),
  );
  assert.deepEqual(
    table.columns.slice(0, 4).map(({ title }) => title),
    ['Row', 'Line', 'Score 2', 'Score 3'],
  );
  const plot = scorePlot(shown, true);
  const lit = plot.series.flatMap(({ lit: marks = [] }) => Array.from(marks));
  assert.equal(lit.length, pooled.count);
  assert.equal(
    lit.reduce((sum, one) => sum + one, 0),
    inside.length,
    'they stand out, and the others are dimmed',
  );
  assert.ok(
    scorePlot(view(), true).series.every((one) => one.lit === undefined),
    'without a rectangle none is dimmed',
  );
  assert.match(plainText(plot.sentence), new RegExp(`${inside.length} rows are selected`));
});

test('numbers colour points on a scale, and a cell without one is no number', () => {
  const plot = scorePlot(view({ train: 120, holdout: 40 }, { colour: 0 }), true);
  assert.equal(plot.colours?.name, 'width');
  assert.equal(plot.legend, undefined);
  const [train, holdout] = plot.series;
  assert.deepEqual([train.x.length, holdout.x.length, train.hollow, holdout.hollow], [120, 40, false, true]);
  assert.ok(Number.isNaN(train.values?.[3]), 'row 4 has an empty cell');
  const csv = toCsv(plot).split('\r\n');
  assert.equal(
    csv[0],
    'series,"component 1, 72\u202f% of the variance","component 2, 18\u202f% of the variance",upper,row,line,width'
      .replace('72', csv[0].match(/1, (\d+)/)?.[1] ?? '')
      .replace('18', csv[0].match(/2, (\d+)/)?.[1] ?? ''),
  );
  assert.ok(csv[4].endsWith(',4,5,'), csv[4]);
});

test('each level has its colour and shape, and the legend lists each once', () => {
  const plot = scorePlot(view({}, { colour: 1 }), true);
  assert.equal(plot.legend, true);
  const marks = plot.series
    .filter(({ name, hollow }) => name !== '' && !hollow)
    .map(({ role, shape }) => `${role} ${shape}`);
  assert.equal(new Set(marks).size, 4, 'three levels and rows without one');
  assert.equal(new Set(marks.map((mark) => mark.split(' ')[0])).size, 4);
  const svg = toSvg(plot, LIGHT_THEME, 600, 400);
  assert.equal(svg.match(/south &lt;b&gt;<\/text>/g)?.length, 1);
  assert.ok(!svg.includes('<b>'));
});

test('what goes with the components is said: the correlation of numbers, the part between levels', () => {
  near(correlation([1, 2, 3, Number.NaN], [2, 4, 6, 9]), 1);
  near(correlation([1, 2, 3], [3, 1, 3]), 0);
  near(partBetween([0, 0, 1, 1, -1], 2, [1, 3, 5, 7, 99]), 16 / 20);
  const numbers = plainText(scorePlot(view({}, { colour: 0 }), true).sentence);
  assert.match(numbers, /width (rises|falls) along component 1 \(correlation −?(0\.\d\d|1\.00)\)/);
  assert.match(
    plainText(scorePlot(view({}, { colour: 1 }), true).sentence),
    /the levels of site explain \d+.% of component \d/,
  );
  assert.doesNotMatch(plainText(scorePlot(view({}, { colour: -1 }), true).sentence), /width|site/);
});

test('a look that does not fit the run gives way', () => {
  assert.deepEqual(view({ components: 3 }, { pair: [1, 9] }).pair, [1, 2]);
  assert.deepEqual(view({ components: 3 }, { pair: [2, 2] }).pair, [1, 2]);
  assert.deepEqual(view({ components: 1 }).pair, [1, 0]);
  assert.equal(view({}, { colour: 7 }).colour, 0);
  assert.equal(view({}, { at: 99 }).at, 5);
});

test('reconstruction starts at 1, falls with l, and random features have no R', () => {
  const own = figure('components-h', view()).series.at(-1);
  assert.ok(own);
  assert.equal(own.y[0], 1);
  for (let i = 1; i < own.y.length; i++) assert.ok(own.y[i] < own.y[i - 1]);
  const h = figure('components-h', view({ kind: 'randomFeatures' }));
  assert.match(plainText(h.sentence), /Not defined/);
  assert.ok(h.series.every(({ name }) => !name.includes('random')));
  assert.match(h.note ?? '', /Random features have no R/);
  const overview = componentsFigures('overview', view({ kind: 'randomFeatures' })).map(({ id }) => id);
  assert.ok(overview.includes('components-l2') && !overview.includes('components-h'));
});

test('the cheapest of those within 5 % of the lowest error is named, and the table has every form', () => {
  const run = componentsExample();
  const { reconstruction } = run.components;
  const made = reconstruction.map((curve, i) => ({
    ...curve,
    l2: curve.l2.map((v, l) =>
      l === 0 ? 1 : (curve.kind === 'nystrom' && curve.count === 10 ? 0.102 : 0.1 + 0.1 * Number(i > 3)) + 0 * v,
    ),
    seconds: curve.count === 10 ? 0.01 : 1 + i,
  }));
  const shown = componentsView({ ...run, components: { ...run.components, reconstruction: made } });
  const text = plainText(figure('components-seconds', shown).sentence);
  assert.match(text, /10 landmarks are within 5\u202f% of the lowest error at 0\.01 seconds; .* take 5 seconds/);
  const rows = costTable(shown).rows.map(({ cells }) => cells[0]);
  assert.equal(rows.length, made.length);
  assert.equal(rows[0], '10 landmarks');
  assert.ok(rows.includes('50 landmarks, this fit'));
});

test('with nothing held out it is said wherever errors are shown', () => {
  const shown = view({ holdout: 0 });
  const notes = componentsOverview(shown).notes;
  assert.equal(notes[0].code, 'components/nothing-held-out');
  assert.match(figure('components-h', shown).note ?? '', /training rows.*Errors on new rows would be larger/);
  assert.doesNotMatch(figure('components-scores', shown).note ?? '', /held-out/);
});

test('of few rows it is said how many of them errors are measured on, and no row makes up a share of what is rounding', () => {
  for (const [n, count] of [
    [3, 1],
    [8, 7],
    [9, 4],
    [20, 8],
  ]) {
    const outcome = components(ekpca, rowsDesign(madeRows(n, 3, n)), { components: count, tradeOff: false });
    const run = { ...componentsExample(), ...outcome, model: modelOf(outcome) };
    const shown = componentsView(run, componentsFacts(run));
    const measured = n < 4 ? `the ${n} training rows` : `${n >> 1} of the ${n} training rows`;
    const left = componentsOverview(shown).numbers.find(({ id }) => id === 'left');
    assert.ok(left?.note.startsWith(`of ${measured}, in`), left?.note);
    assert.ok(plainText(figure('components-h', shown).sentence).includes(` ${measured}`));
    const errors = plainText(figure('components-errors', shown).sentence);
    if (n === 20) assert.match(errors, /^By reconstruction error no row stands out among 20: the largest error is /);
    if (count < n - 1) continue;
    assert.equal(
      plainText(figure('components-errors', shown).sentence),
      `All ${n} rows are reconstructed to rounding.`,
    );
    assert.equal(
      plainText(figure('components-ranked', shown).sentence),
      `All ${n} rows are reconstructed to rounding.`,
    );
  }
});

const CASES: Readonly<Record<string, readonly [ComponentsOptions, ComponentsViewOptions]>> = {
  nystrom: [{}, {}],
  'random features, coloured by level': [{ kind: 'randomFeatures' }, { colour: 1, pair: [2, 0] }],
  'all pairs, nothing held out': [{ kind: 'empirical', holdout: 0 }, { colour: -1 }],
  'one component': [{ components: 1, columns: 3 }, {}],
  'all components of few rows': [{ train: 5, holdout: 2, columns: 3, components: 3 }, {}],
  'many components': [{ columns: 40, components: 36 }, { selection: { x: [-9, 9], y: [-9, 9] } }],
};

for (const [name, [options, look]] of Object.entries(CASES))
  test(`every figure and word of a run (${name}) is whole`, () => {
    const run = unpack(pack(componentsExample(options))) as ComponentsRun;
    const shown = componentsView(run, componentsFacts(run), look);
    const overview = componentsOverview(shown);
    const texts = [
      plainText(overview.lead),
      ...overview.numbers.map((n) => `${n.name} ${n.value} ${n.unit} ${n.note}`),
      ...overview.parameters.map((p) => `${p.name} ${p.value} ${p.rule}`),
      ...overview.notes.map(({ text }) => text),
    ];
    const tables = [selectionTable, outliersTable, loadingsTable, costTable, eigenvaluesTable, spectrumFactsTable];
    for (const spec of allComponentsFigures(shown)) {
      assert.ok(spec.title && spec.x.title && spec.sentence.length > 0, spec.id);
      assert.ok(spec.x.domain[0] < spec.x.domain[1] && spec.y.domain[0] < spec.y.domain[1], `${spec.id} has room`);
      const svg = toSvg(spec, DARK_THEME, 480, 360);
      assert.ok(!svg.includes('NaN') && !svg.includes('Infinity') && !svg.includes('<b>'), spec.id);
      texts.push(plainText(spec.sentence), describe(spec), ...figureTable(spec).rows.flatMap(({ cells }) => cells));
      assert.ok(toCsv(spec).split('\r\n').length > 2, `${spec.id} has data`);
    }
    for (const table of tables)
      for (const { cells } of table(shown).rows) {
        assert.equal(cells.length, table(shown).columns.length);
        texts.push(...cells);
      }
    for (const text of texts) assert.doesNotMatch(text, /NaN|undefined|Infinity|\[object/, text);
  });

test('twenty thousand rows are derived while one waits', () => {
  const run = componentsExample({ train: 18_000, holdout: 2_000, columns: 6, components: 4 });
  const begun = computed();
  const facts = componentsFacts(run);
  const shown = componentsView(run, facts, { selection: { x: [-1, 1], y: [-1, 1] } });
  const scores = componentsFigures('scores', shown);
  const outliers = componentsFigures('outliers', shown);
  assert.ok(scores.length === 2 && outliers.length === 2);
  assert.ok(computed() - begun < 2_000, `${computed() - begun} ms`);
});

test('a row eight deviations off in every column stands out also where it was fitted, and hardly any other one does', () => {
  const [n, d, draws] = [60, 4, 12];
  let [found, others] = [0, 0];
  for (let seed = 1; seed <= draws; seed++)
    for (const far of [true, false]) {
      const random = new Random(seed);
      const x = { rows: n, columns: d, values: new Float64Array(n * d) };
      for (let i = 0; i < n; i++) {
        const group = random.below(3);
        for (let c = 0; c < d; c++)
          x.values[c * n + i] = far && i === 7 ? 8 : Number(group === c) * 2 - 0.5 + 0.4 * random.normal();
      }
      const outcome = components(ekpca, rowsDesign(x), { tradeOff: false });
      const { outlying } = componentsFacts({ ...componentsExample(), ...outcome, model: modelOf(outcome) }).outliers();
      if (far) found += Number(outlying.includes(7));
      else others += outlying.length;
    }
  assert.ok(found >= 0.9 * draws, `found in ${found} of ${draws}`);
  assert.ok(others <= 0.01 * draws * n, `${others} of ${draws * n} rows`);
});
