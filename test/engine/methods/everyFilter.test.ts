// Every filter of the spectrum must also be stored, read, moved, described and refitted: by every method that has it,
// taken from the tables, so that one that is added is checked here without a change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { FileSource, Sample } from '../../../src/engine/contract/data';
import type { Axis, FilterSpec } from '../../../src/engine/contract/filter';
import type { Model } from '../../../src/engine/contract/model';
import { pack, unpack } from '../../../src/engine/contract/pack';
import type { FitOutcome, RunResult } from '../../../src/engine/contract/run';
import { Engine } from '../../../src/engine/engine';
import {
  axisOf,
  axisValue,
  equivalentLambda,
  filterAt,
  filterNumbers,
  filterParts,
  filterShares,
  heldNumbers,
  inFold,
} from '../../../src/engine/filters/anyFilter';
import { AXES } from '../../../src/engine/filters/axes';
import type { GridRange } from '../../../src/engine/filters/filter';
import { storedFilter } from '../../../src/engine/filters/storedFilter';
import { FILTERS, numberNames } from '../../../src/engine/filters/table';
import type { Method } from '../../../src/engine/fit/method';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { targetMethods } from '../../../src/engine/methods/registry';
import { packModel } from '../../../src/engine/model/packModel';
import { predictModel } from '../../../src/engine/model/predict';
import { unpackModel } from '../../../src/engine/model/save';
import { requestAt } from '../../../src/extension/fit/request';
import { filterRows } from '../../../src/figures/spectral/filter';
import { moveFilter } from '../../../src/figures/view/axes';
import { deriveView } from '../../../src/figures/view/view';
import { settingText } from '../../../src/figures/words/filterWords';
import { fittingFilter } from '../../../src/webview/live/sliders';
import { remembered, VIEW_STATE } from '../../../src/webview/protocol.schema';
import { everyText } from '../../figures/everyText';
import { fittedRun } from '../fittedRun';
import { madeProblem, relativeError } from '../madeRows';
import { core, machine } from '../testCore';
import { ELSEWHERE } from './battery/check';
import { byRefits } from './byRefits';
import { failsWith, fitted, type Given, modelOf } from './fitting';

const N = 40;
const design = madeProblem(N, 2, 0.3, 1, 12);
const filtering = targetMethods.filter(({ filter }) => filter !== undefined);
const GIVEN: Given = { lengthScale: 0.9, folds: 0 };

/** Few features for few rows; those that a method would look for are given. */
function givenTo({ id, parameters }: Method): Given {
  const has = (name: string) => parameters.some((p) => p.name === name);
  return { ...GIVEN, ...(id === 'ckrr-soft' && { k: 4 }), ...(has('compare') && { compare: false }) };
}

const outcomes = new Map<Method, FitOutcome>();
function outcomeOf(method: Method): FitOutcome {
  const outcome = outcomes.get(method) ?? fitted(method, design, givenTo(method));
  outcomes.set(method, outcome);
  return outcome;
}

/** The rows as a file of bytes. */
function fileOf({ x, y }: Sample): FileSource {
  const lines = Array.from(y, (v, i) => [x.values[i], x.values[x.rows + i], v].join(','));
  return { kind: 'bytes', name: 'made.csv', bytes: new TextEncoder().encode(`a,b,y\n${lines.join('\n')}\n`) };
}

/** The run of a method as the panel has it. */
const engine = new Engine(machine(1e9));
const runs = new Map<Method, RunResult>();
async function runOf(method: Method): Promise<RunResult> {
  const kept = runs.get(method);
  if (kept) return kept;
  const { folds: _, ...given } = givenTo(method);
  const hasFolds = method.parameters.some(({ name }) => name === 'folds');
  const request = {
    source: fileOf(design.train),
    read: {},
    design: {
      target: 'y',
      missing: 'impute',
      standardise: true,
      holdout: { kind: 'fraction', fraction: 0.2 },
      seed: 0,
    },
    method: method.id,
    parameters: { ...given, ...(hasFolds && { folds: 4 }) },
  } as const;
  const run = fittedRun(await engine.handlers.fit(request, quietContext));
  runs.set(method, run);
  return run;
}

const rangeOf = ({ spectrum: { n, rank, mu } }: FitOutcome): GridRange => ({
  n,
  rank,
  trace: mu.reduce((sum, v) => sum + v, 0),
});

/** The filter at values along each axis of the method. */
function filtersAlong(outcome: FitOutcome): { readonly axis: Axis; readonly filters: readonly FilterSpec[] }[] {
  return outcome.axes.map((axis) => ({
    axis,
    filters: Array.from(axisOf(outcome.filter, axis).grid(outcome.filter, rangeOf(outcome)), (value) =>
      filterAt(outcome.filter, axis, value),
    ),
  }));
}

test('every filter has a method, and every method the numbers of its filter', () => {
  const used = new Set(filtering.map(({ filter }) => filter?.kind));
  assert.deepEqual([...used].sort(), Object.keys(FILTERS).sort());
  for (const method of filtering) {
    const { filter, axes } = outcomeOf(method);
    assert.equal(filter.kind, method.filter?.kind);
    assert.deepEqual(axes, method.filter?.axes);
    const names = numberNames(filter);
    assert.deepEqual(
      names.toSorted(),
      Object.keys(filter)
        .filter((name) => name !== 'kind')
        .toSorted(),
    );
  }
});

const FORMULAS: Readonly<Record<string, (outcome: FitOutcome, method: Method) => void>> = {
  'what it keeps and leaves are one direction, to rounding, along every axis'(outcome) {
    const { mu, rank, n } = outcome.spectrum;
    for (const { filters } of filtersAlong(outcome))
      for (const filter of filters) {
        const { share, left } = filterParts(filter, mu, rank, n);
        for (let i = 0; i < mu.length; i++) assert.ok(Math.abs(share[i] + left[i] - 1) < 1e-14, JSON.stringify(filter));
        assert.ok(equivalentLambda(filter, mu, rank, n) > 0);
      }
  },
  'every axis can be set, and keeps less of each direction towards its regular end'(outcome) {
    const { mu, rank, n } = outcome.spectrum;
    for (const { axis, filters } of filtersAlong(outcome)) {
      const values = axisOf(outcome.filter, axis).grid(outcome.filter, rangeOf(outcome));
      assert.deepEqual(
        filters.map((filter) => axisValue(filter, axis)),
        [...values],
      );
      const less = AXES[axis].regular === 'high' ? filters : filters.toReversed();
      const shares = less.map((filter) => filterShares(filter, mu, rank, n));
      for (let l = 1; l < shares.length; l++)
        for (let i = 0; i < mu.length; i++) assert.ok(shares[l][i] <= shares[l - 1][i] + 1e-14, `${axis}, ${i}`);
    }
  },
  // n·mu are the eigenvalues of K, which do not know of the number of rows.
  'on fewer rows it does the same to the same kernel'(outcome) {
    const { mu, rank, n } = outcome.spectrum;
    const ratio = 1.25;
    const fewer = mu.map((v) => v * ratio);
    for (const { filters } of filtersAlong(outcome))
      for (const filter of filters) {
        const there = filterShares(inFold(filter, ratio), fewer, rank, n / ratio);
        assert.ok(relativeError(there, filterShares(filter, mu, rank, n)) < 1e-9, JSON.stringify(filter));
      }
  },
  'the error of its folds is that of refits'(outcome, method) {
    if (!method.parameters.some(({ name }) => name === 'folds')) return;
    const axes = Object.fromEntries(outcome.axes.map((axis) => [axis, axisValue(outcome.filter, axis)]));
    const held = heldNumbers(outcome.filter).map(({ name, value }) => [name, value]);
    const given: Given = { ...givenTo(method), ...axes, ...Object.fromEntries(held) };
    const { metrics, shortcut, foldsBy } = fitted(method, design, { ...given, folds: 4 });
    assert.equal(foldsBy, shortcut === 'exact' ? 'shortcut' : 'refit');
    const [cv, standardError] = byRefits(method, design.train, given, 4);
    assert.ok(Math.abs(metrics.cv / cv - 1) < 1e-7, `${metrics.cv} and ${cv}`);
    assert.ok(Math.abs(metrics.cvStandardError / standardError - 1) < 1e-6);
  },
  'its model, saved and read, predicts what the fit predicted, and a damaged one is refused'(outcome) {
    const model = unpackModel(packModel(modelOf(outcome)));
    assert.deepEqual(model, modelOf(outcome));
    assert.ok(design.holdout && outcome.holdout);
    const [{ predicted }] = predictModel(model, design.holdout.x, quietWith(core));
    assert.ok(relativeError(predicted, outcome.holdout.predicted) < 1e-9);
    const [output] = model.outputs;
    if (output.filter === undefined) return;
    const damaged = [
      { ...output.filter, kind: 'unheardOf' },
      { ...output.filter, kind: 'toString' },
    ];
    // Earlier versions wrote no such number where it may be omitted.
    for (const name of Object.keys(filterNumbers(output.filter)))
      for (const value of [undefined, Number.NaN, -1, 'one'])
        if (value !== undefined || storedFilter({ ...output.filter, [name]: value }) === undefined)
          damaged.push({ ...output.filter, [name]: value } as never);
    for (const filter of damaged)
      failsWith('model/unreadable', /its filter is damaged/, () =>
        unpackModel(packModel({ ...model, outputs: [{ ...output, filter }] } as Model)),
      );
  },
};

for (const method of filtering)
  for (const [name, check] of Object.entries(FORMULAS))
    test(`${method.id}: ${name}`, () => check(outcomeOf(method), method));

/** The filter to which a person might drag the sliders. */
const movedOf = ({ axes, filter }: RunResult): FilterSpec =>
  axes.reduce<FilterSpec>((at, axis) => moveFilter(axes, at, axis, ELSEWHERE[axis]), filter);

const RUNS: Readonly<Record<string, (run: RunResult) => Promise<void> | void>> = {
  'its run, stored and read, is the same'(run) {
    assert.deepEqual(unpack(pack(run)), run);
  },
  'its filter stands in the state of a panel, which comes back as JSON'(run) {
    for (const filter of [run.filter, movedOf(run)]) {
      const state = { runId: '1', tab: 'risk', filter, pair: run.axes.length > 1 ? run.axes.slice(0, 2) : undefined };
      const kept = remembered(VIEW_STATE, JSON.parse(JSON.stringify(state)));
      assert.deepEqual(kept.filter, filter);
      assert.deepEqual(kept.pair, state.pair);
      assert.deepEqual(fittingFilter(run, kept.filter), filter);
    }
    for (const name of Object.keys(filterNumbers(run.filter)))
      assert.equal(storedFilter({ ...run.filter, [name]: -1 }), undefined);
  },
  async 'the filter that the sliders show is the one that the engine then fits'(run) {
    const moved = movedOf(run);
    const request = requestAt(run.request, [0.9], { filter: moved }, run);
    const source = fileOf(design.train);
    const again = fittedRun(await engine.handlers.fit({ ...request, source }, quietContext));
    for (const axis of run.axes) assert.equal(axisValue(again.filter, axis), axisValue(moved, axis));
    for (const { name, value } of heldNumbers(moved))
      assert.ok(heldNumbers(again.filter).some((held) => held.name === name && held.value === value));
  },
  'every figure and table of it reads as words, as fitted and moved'(run) {
    for (const filter of [run.filter, movedOf(run)]) {
      const view = deriveView(run, filter);
      const texts = everyText(view);
      for (const { where, text } of texts) assert.doesNotMatch(text, /undefined|NaN|\[object/, where);
      for (const axis of run.axes) {
        const words = settingText(axis, axisValue(filter, axis));
        assert.ok(texts.some(({ text }) => text.includes(words)) || AXES[axis].ofDirections, words);
        assert.ok(filterRows(view).some(({ name }) => name === AXES[axis].title));
      }
    }
    for (const { name, title, idle } of heldNumbers(run.filter)) {
      const value = [0.3, 2, 1].find((v) => v !== idle && readable(run.filter, name, v));
      const rows = filterRows(deriveView(run, { ...run.filter, [name]: value }));
      assert.ok(rows.some((row) => row.name === title));
    }
  },
};

const readable = (filter: FilterSpec, name: string, value: number) =>
  storedFilter({ ...filter, [name]: value }) !== undefined;

for (const method of filtering)
  for (const [name, check] of Object.entries(RUNS))
    test(`${method.id}: ${name}`, async () => check(await runOf(method)));
