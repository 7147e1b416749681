import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitJson, jsonText } from '../../src/cli/json';
import { reportText } from '../../src/cli/reportText';
import type { RunResult } from '../../src/engine/contract/run';
import { approximationAt, errorAtCost, saturation } from '../../src/figures/features/approximation';
import { approximationCountFigure } from '../../src/figures/features/count';
import { approximationNotes, approximationNumbers, approximationRows } from '../../src/figures/features/notes';
import { overviewOf } from '../../src/figures/fit/overview';
import { coefficientsTable } from '../../src/figures/fit/unpenalised';
import { type FigureTab, figuresOf } from '../../src/figures/tabs';
import { deriveView, targetView } from '../../src/figures/view/view';
import { viewNotes } from '../../src/figures/view/viewNotes';
import { describe, plainText } from '../../src/figures/words/describe';
import { schemaOf } from '../jsonSchemas';
import { approximationExample, COUNTS, curveOf } from './approximationExample';
import { everyText } from './everyText';
import { scaled } from './scaled';

const N = '\u202f';
const figure = (run: RunResult, tab: FigureTab, id: string) => {
  const found = figuresOf(tab, deriveView(run)).find((f) => f.id === id);
  assert.ok(found, id);
  return found;
};
const ids = (run: RunResult, tab: FigureTab) => figuresOf(tab, deriveView(run)).map(({ id }) => id);
const approximationOf = (run: RunResult) => {
  const found = approximationAt(deriveView(run));
  assert.ok(found);
  return found;
};

const falling = approximationExample();
const settled = approximationExample({
  curve: curveOf('randomFeatures', COUNTS, { from: 8, to: 2, settled: 80 }),
});
const iterated = approximationExample({
  kind: 'landmarks',
  count: 5000,
  title: 'uniform landmarks',
  traceLeft: 0.0123,
  curve: curveOf('landmarks', COUNTS, {}),
  solver: { kind: 'conjugateGradient', residuals: Float64Array.of(1, 0.1, 0.01, 0.001), spectrumCount: 320 },
  looRows: 40,
});

test('the risk tab opens with the error by count, costs follow, and the overview has it in place of the error over λ', () => {
  assert.deepEqual(ids(falling, 'overview'), ['how-good', 'predicted', 'spectrum', 'share', 'approximation-count']);
  const risk = ids(falling, 'risk');
  assert.deepEqual(risk.slice(0, 5), [
    'approximation-count',
    'risk-lambda',
    'errors-lambda',
    'approximation-time',
    'approximation-memory',
  ]);
  assert.ok(!risk.includes('conjugate-gradient'));
  assert.ok(ids(iterated, 'risk').includes('conjugate-gradient'));
  assert.ok(ids(falling, 'alignment').includes('share'));
});

test('errors by count are shares of var(y), of both kinds, with the fitted and the recommended count as rules', () => {
  const spec = figure(falling, 'risk', 'approximation-count');
  const [landmarks] = spec.series.filter(({ name }) => name === 'landmarks');
  const [features] = spec.series.filter(({ name }) => name === 'random features');
  assert.deepEqual(Array.from(features.x), [...COUNTS]);
  assert.equal(features.y[5], (falling.approximation.curve.holdout[5] ?? 0) / falling.variance);
  assert.equal(landmarks.y[0], (falling.approximation.peer?.holdout[0] ?? 0) / falling.variance);
  assert.notEqual(features.role, landmarks.role);
  const rules = spec.rules?.map(({ axis, at, text }) => [axis, at, text]);
  assert.deepEqual(rules, [
    ['x', 320, `M${N}320`],
    ['x', 500, 'theory 500'],
    ['y', 1.7 / falling.variance, 'exact on 2,000 rows'],
  ]);
  assert.ok(spec.x.domain[1] >= 500);
  assert.match(spec.note ?? '', /RF theorem 2: n\^0\.61·log n, with g = 0\.42 .* r = 0\.71/);
  assert.match(describe(spec), /Shown: landmarks, GCV and random features over/);
});

test('a recommendation far off the curve is in words, not on the axis', () => {
  const far = approximationExample({ recommended: { ...falling.approximation.recommended, count: 9000 } });
  const spec = figure(far, 'risk', 'approximation-count');
  assert.ok(spec.x.domain[1] < 400);
  assert.equal((spec.rules ?? []).filter(({ role }) => role === 'reference').length, 0);
  assert.match(plainText(spec.sentence), /theory, its constants taken as 1, has 9,000/);
});

test('the finding: where the error settles, that it still falls, or that it rises', () => {
  const half = 8 * 16 ** -0.4;
  const all = 8 * 32 ** -0.4;
  assert.deepEqual(saturation(approximationOf(falling).primary), {
    kind: 'falling',
    from: 320,
    to: 320,
    half: 160,
    ratio: half / all,
  });
  assert.equal(
    plainText(figure(falling, 'risk', 'approximation-count').sentence),
    `The held-out error still falls: with 160 features it is ${Math.round(100 * (half / all - 1))}${N}% higher than with all 320; theory, its constants taken as 1, has 500.`,
  );
  const enough = saturation(approximationOf(settled).primary);
  assert.deepEqual([enough?.kind, enough?.from, enough?.to], ['alike', 80, 320]);
  assert.equal(
    plainText(figure(settled, 'risk', 'approximation-count').sentence),
    `The held-out error is within 1${N}% of the lowest with 80 to 320 features; theory, its constants taken as 1, has 500.`,
  );
  const rising = approximationExample({
    curve: { ...falling.approximation.curve, holdout: Float64Array.of(5, 4, 3, 2, 2.5, 3) },
  });
  assert.match(
    plainText(figure(rising, 'risk', 'approximation-count').sentence),
    /lowest with 80 features; with 320 it is 50.% higher/,
  );
});

test('an error does not still fall where all rows are landmarks, nor where half of the features do as well', () => {
  const { primary } = approximationOf(falling);
  const enough = (curve: typeof primary) => {
    const found = saturation(curve);
    assert.deepEqual([found?.kind, found?.from, found?.to], [curve.most ? 'enough' : 'alike', 320, 320]);
  };
  enough({ ...primary, kind: 'landmarks', most: 320 });
  assert.equal(saturation({ ...primary, kind: 'landmarks', most: 321 })?.kind, 'falling');
  assert.equal(primary.most, undefined);
  assert.equal(approximationOf(iterated).primary.most, iterated.spectrum.n);
  const half = primary.counts.findIndex((count) => 2 * count === 320);
  const dips = primary.error.map((v, j) => (j === half ? 1.005 * primary.error[primary.error.length - 1] : v));
  const counts = Uint32Array.of(...primary.counts.slice(0, half + 1), 240, 320);
  const error = Float64Array.of(...dips.slice(0, half + 1), 2 * dips[half], dips[dips.length - 1]);
  enough({ ...primary, counts, error });
});

test('counts whose error is surely hardly higher are enough, in the figure, the advice and the table', () => {
  const curve = {
    ...falling.approximation.curve,
    holdout: Float64Array.of(8, 4, 2.2, 2.1, 2.05, 2),
    standardError: Float64Array.of(0.5, 0.4, 0.1, 0.05, 0.03, 0),
  };
  const run = approximationExample({ curve });
  const found = saturation(approximationOf(run).primary);
  assert.deepEqual([found?.kind, found?.from, found?.to], ['enough', 80, 320]);
  const { sentence } = figure(run, 'risk', 'approximation-count');
  assert.match(
    plainText(sentence),
    new RegExp(`^80 to 320 features are enough: their RMSE is within 5${N}% of the lowest;`),
  );
  assert.ok(sentence.some(({ claim }) => claim === 'fewer-enough'));
  const view = deriveView(run);
  assert.match(approximationNotes(view)[0].text, /^With 80 to 320 features the /);
  assert.equal(approximationRows(view).find(({ name }) => name === 'recommended features')?.value, '80 to 320');
  assert.match(approximationNumbers(view)[0].note ?? '', /^recommended: 80 to 320; theory/);
});

test('few held-out rows tell neither that fewer features are enough, nor that more or fewer are better', () => {
  for (const holdout of [
    [8, 4, 2.2, 2.6, 2.05, 2],
    [8, 4, 2.2, 2, 2.1, 2.3],
    [2.4, 2.2, 2.2, 2.1, 2.3, 2],
  ]) {
    const standardError = Float64Array.from(holdout, (v) => (v === 2 ? 0 : 0.3));
    const run = approximationExample({
      curve: { ...falling.approximation.curve, holdout: Float64Array.from(holdout), standardError },
    });
    assert.equal(saturation(approximationOf(run).primary)?.kind, 'untold');
    const text = plainText(figure(run, 'risk', 'approximation-count').sentence);
    assert.match(
      text,
      /^Whether fewer features would do cannot be told: with 160 the RMSE is between \d+.% lower and \d+.% higher/,
    );
    const view = deriveView(run);
    assert.deepEqual(approximationNotes(view), []);
    assert.ok(!approximationRows(view).some(({ name }) => name === 'recommended features'));
    assert.match(approximationNumbers(view)[0].note ?? '', /^theory/);
  }
});

test('a dip on the way is not where the error settled', () => {
  const curve = { ...falling.approximation.curve, holdout: Float64Array.of(8, 2, 6, 2.01, 2, 2) };
  assert.equal(saturation(approximationOf(approximationExample({ curve })).primary)?.from, 80);
});

test('what fits cost: equal time decides between the kinds, with the exact fit beside them', () => {
  const spec = figure(falling, 'risk', 'approximation-time');
  const { primary, peer } = approximationOf(falling);
  assert.ok(peer);
  // Landmarks reach 5 s, features 4 s: at those 4 s landmarks stand between two of their counts.
  const there = errorAtCost(peer.error, peer.seconds, 4);
  assert.ok(there > peer.error[4] && there < peer.error[3]);
  const ratio = primary.error[5] / there;
  assert.ok(ratio > 1);
  assert.equal(
    plainText(spec.sentence),
    `In 4 s landmarks have the lower held-out error; with random features it is ${Math.round(100 * (ratio - 1))}${N}% higher.`,
  );
  assert.deepEqual(
    spec.marks?.filter(({ text }) => text?.startsWith('exact')).map(({ x, y }) => [x, y]),
    [[11, 1.7 / falling.variance]],
  );
  assert.deepEqual(
    spec.marks?.slice(0, 2).map(({ text }) => text),
    ['40', '10'],
  );
  assert.deepEqual(
    spec.series.filter(({ name }) => name !== '').map(({ label }) => label?.text),
    ['160 landmarks', '320 features'],
  );
  const memory = figure(falling, 'risk', 'approximation-memory');
  assert.ok(memory.marks?.every(({ text }) => !text?.startsWith('exact')));
  assert.equal(memory.series[2].x[5], 5e7 / 2 ** 20);
});

test('without the other kind, half the cost is what there is to compare', () => {
  const { peer: _, ...alone } = falling.approximation;
  const run = { ...falling, approximation: alone };
  assert.match(
    plainText(figure(run, 'risk', 'approximation-time').sentence),
    /^This fit takes 4 s; with half the time the held-out error would be 1\d.% higher\.$/,
  );
});

test('with nothing held out GCV speaks, and no mark is of held-out rows', () => {
  const run = approximationExample({}, { holdout: 0 });
  const spec = figure(run, 'risk', 'approximation-count');
  assert.match(spec.y.title, /^GCV/);
  assert.match(plainText(spec.sentence), /^GCV still falls/);
  assert.deepEqual(
    spec.series.filter(({ name }) => name !== '').map(({ name }) => name),
    ['landmarks', 'random features'],
  );
  assert.equal(spec.series.find(({ name }) => name === 'random features')?.y[0], (1.1 * 8) / run.variance);
});

test('conjugate gradients: the residual by iteration, and the fit itself at the end of the curve', () => {
  const spec = figure(iterated, 'risk', 'conjugate-gradient');
  assert.equal(
    plainText(spec.sentence),
    `The residual fell to 1.0${N}×${N}10⁻³ of the first in 3 iterations, a factor of 10 in each.`,
  );
  assert.match(spec.note ?? '', /come from a fit with 320 of the 5,000 landmarks/);
  const curve = figure(iterated, 'risk', 'approximation-count');
  const rmse = iterated.metrics.holdout?.rmse ?? 0;
  const [mark] = curve.marks ?? [];
  assert.deepEqual([mark.x, mark.y], [5000, rmse ** 2 / iterated.variance]);
  const time = figure(iterated, 'risk', 'approximation-time');
  for (const { x, y } of time.series) assert.equal(x.length, y.length);
});

test('the spectrum says whose it is and what lies beyond it', () => {
  const beyond = { count: 900, score: 0.02 * iterated.variance };
  const run = { ...iterated, spectrum: { ...iterated.spectrum, beyond } };
  const note = figure(run, 'spectrum', 'spectrum').note ?? '';
  assert.match(note, /Spectrum of the kernel approximated by 320 landmarks/);
  assert.match(note, /other 900 directions, with 2.% of the variance, cannot be fitted/);
  assert.match(note, /leave out 1\.2.% of the kernel’s trace/);
  const { approximation: _, ...plainRun } = falling;
  assert.doesNotMatch(figure(plainRun, 'spectrum', 'spectrum').note ?? '', /features/);
});

test('key numbers, parameters and notes name counts, errors of the kernel, and what to set', () => {
  const overview = overviewOf(deriveView(iterated));
  const number = (id: string) => overview.numbers.find((n) => n.id === id);
  assert.deepEqual([number('features')?.name, number('features')?.value], ['Landmarks', '5,000']);
  assert.equal(number('kernelError')?.value, `3.4${N}%`);
  assert.equal(number('traceLeft')?.value, `1.2${N}%`);
  const row = (name: string) => overview.parameters.find((p) => p.name === name);
  assert.deepEqual(
    [row('recommended landmarks')?.value, row('recommended landmarks')?.rule],
    ['320', `errors within 5${N}% of the lowest`],
  );
  assert.equal(row('leave-one-out rows')?.value, '40');
  assert.equal(row('solver')?.rule, '3 iterations, preconditioned');
  const note = (run: RunResult) => viewNotes(deriveView(run)).find(({ code }) => code.startsWith('approximation/'));
  assert.deepEqual([note(falling)?.severity, note(falling)?.code], ['warning', 'approximation/too-few']);
  assert.match(note(falling)?.text ?? '', /more may lower it further\. Set features to 640 to check\.$/);
  assert.equal(note(settled), undefined);
  const told = approximationExample({
    curve: { ...settled.approximation.curve, standardError: new Float64Array(COUNTS.length) },
  });
  assert.equal(note(told)?.code, 'approximation/fewer-would-do');
  assert.match(
    note(told)?.text ?? '',
    /^With 80 to 320 features the .* the fewest in 6.% of the time.* set features to 80\.$/,
  );
});

test('a target after the first has no errors by count, and the kernel’s numbers all the same', () => {
  const two = approximationExample({}, { more: true });
  assert.ok(approximationCountFigure(deriveView(two)));
  const second = targetView(two, 1);
  assert.equal(approximationCountFigure(deriveView(second)), undefined);
  assert.ok(ids(second, 'overview').includes('share'));
  assert.ok(overviewOf(deriveView(second)).numbers.some(({ id }) => id === 'kernelError'));
});

test('the random features of a model are no unpenalised features', () => {
  const { model } = falling;
  const map = {
    activation: 'cos',
    inputs: 1,
    weights: Float64Array.of(1, 2),
    bias: Float64Array.of(0, 1),
    scale: 1,
  } as const;
  const run: RunResult = {
    ...falling,
    model: {
      ...model,
      unpenalised: [...model.unpenalised, { kind: 'units', map, name: 'Fourier features' }],
      kept: Uint32Array.of(0, 1, 2),
      outputs: model.outputs.map((output) => ({ ...output, beta: Float64Array.of(7, 8, 9) })),
    },
  };
  const row = overviewOf(deriveView(run)).parameters.find(({ name }) => name === 'unpenalised');
  assert.equal(row?.rule, 'intercept');
  assert.equal(coefficientsTable(deriveView(run)).rows.length, 0);
  assert.deepEqual((fitJson(run) as { unpenalised: readonly string[] }).unpenalised, ['intercept']);
});

test('sliders move none of the curves by count', () => {
  const moved = deriveView(falling, scaled(falling, 30));
  assert.deepEqual(approximationCountFigure(moved), approximationCountFigure(deriveView(falling)));
});

test('words hold for a single count, one without time, and odd numbers', () => {
  const single = approximationExample({ curve: curveOf('randomFeatures', [320]) });
  const timeless = approximationExample({ curve: curveOf('randomFeatures', COUNTS, { seconds: 0, bytes: 0 }) });
  const flat = approximationExample({ curve: curveOf('randomFeatures', COUNTS, { from: 0, to: 0 }) });
  for (const run of [single, timeless, flat, falling, settled, iterated])
    for (const { where, text } of everyText(deriveView(run)))
      assert.doesNotMatch(text, /NaN|Infinity|undefined/, where);
  assert.match(plainText(figure(single, 'risk', 'approximation-count').sentence), /^With 320 features/);
});

test('the report and the JSON carry it', () => {
  const text = reportText(falling);
  assert.match(text, /How many features\. The held-out error still falls/);
  assert.match(text, /Random features +320/);
  const validate = schemaOf('fit');
  const sampling = { pilot: 40, lambda: 0.01, effective: 12.5 };
  for (const run of [falling, iterated, approximationExample({ sampling }), approximationExample({}, { holdout: 0 })]) {
    const json = JSON.parse(jsonText('fit', fitJson(run))) as { approximation: Record<string, unknown> };
    assert.ok(validate(json), JSON.stringify(validate.errors));
    const { curve, exact } = json.approximation as { curve: { counts: number[]; holdout: number[] }; exact: unknown };
    assert.deepEqual(curve.counts, [...COUNTS]);
    assert.equal(curve.holdout.length === 0, run.holdout === undefined);
    assert.equal(exact === undefined, run.holdout === undefined);
  }
});

test('dimensions are told with their intervals in the table, and leverage scores drawn beside the effective dimension', () => {
  const estimate = (value: number) => ({ value, interval: [0.9 * value, 1.1 * value] as const });
  const run = approximationExample({
    recommended: { ...falling.approximation.recommended, a: 0.8, interval: [210, 640] },
    dimensions: {
      rows: 400,
      lambda: [0.002, 0.2],
      effective: estimate(30),
      maximal: estimate(120),
      gamma: estimate(0.5),
      alpha: estimate(0.8),
      scores: Float64Array.of(110, 40, 20),
      sampled: Float64Array.of(33, 30, 28),
    },
  });
  const spec = figure(run, 'risk', 'leverage-scores');
  assert.match(plainText(spec.sentence), /largest leverage of the features drawn is 120 \(108 to 132\), 4 times/);
  assert.deepEqual(
    spec.series.map(({ y }) => Array.from(y)),
    [
      [110, 40, 20],
      [33, 30, 28],
    ],
  );
  assert.equal(spec.rules?.[0].at, 30);
  assert.match(spec.note ?? '', /not drawn may have a larger one/);
  assert.match(plainText(figure(run, 'risk', 'approximation-count').sentence), /has 500 \(210 to 640\)/);
  assert.ok(!ids(falling, 'risk').includes('leverage-scores'));
});
