import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterAt, filterShares } from '../../src/engine/filters/anyFilter';
import { AXES } from '../../src/engine/filters/axes';
import { errorsFigure } from '../../src/figures/spectral/errors';
import { riskFigure, riskRange } from '../../src/figures/spectral/risk';
import { riskMapFigure } from '../../src/figures/spectral/riskMap';
import { deriveView } from '../../src/figures/view/view';
import { plainText } from '../../src/figures/words/describe';
import { EXAMPLE_METHODS } from './exampleMethods';
import { exampleRun } from './exampleRun';

test('where an error is lowest at the end of an axis, another value is advised only where it can be set and changes the fit', () => {
  let [advised, settled] = [0, 0];
  for (const method of EXAMPLE_METHODS)
    for (const noise of [0, 0.3, 1e4]) {
      const run = exampleRun({ n: 30, holdout: 0, folds: 0, search: false, noise, method });
      const view = deriveView(run);
      const { mu, rank, n } = run.spectrum;
      for (const axis of run.axes.filter((one) => !AXES[one].ofDirections)) {
        const { values, least } = view.path(axis);
        const used = (value: number) =>
          filterShares(filterAt(run.filter, axis, value), mu, rank, n).reduce((sum, g) => sum + g, 0);
        for (const [figure, at] of [
          [errorsFigure(view, axis), least.loo],
          [riskFigure(view, axis), least.total],
        ] as const) {
          if (at !== 0 && at !== values.length - 1) continue;
          const said = plainText(figure.sentence);
          const where = `${method}, noise ${noise}, ${figure.id}: ${said}`;
          const further = axis === 'steps' && at === 0 ? 0 : values[at] * (at === 0 ? 1e-6 : 1e6);
          const change = Math.abs(used(further) - used(values[at]));
          if (/set a (smaller|larger) one/.test(said)) {
            advised++;
            assert.notEqual(further, 0, where);
            assert.ok(change > 0.5, `${where} changes by ${change}`);
          } else if (!/stepSize|zero here/.test(said)) {
            settled++;
            assert.ok(change < 1, `${where} changes by ${change}`);
          }
        }
      }
    }
  assert.ok(settled > 5, `${advised} advised, ${settled} settled`);
});

test('no bound is said of a risk that cannot be told', () => {
  for (const method of EXAMPLE_METHODS) {
    const run = exampleRun({ n: 30, holdout: 0, folds: 0, search: false, method });
    const view = deriveView({ ...run, noise: { ...run.noise, standardError: Number.POSITIVE_INFINITY } });
    for (const axis of run.axes) assert.doesNotMatch(plainText(riskFigure(view, axis).sentence), /at most/);
  }
});

test('how large a risk is, is said of as many rows alone as simulations had that show it', () => {
  for (const [n, told] of [
    [25, false],
    [74, false],
    [75, true],
  ] as const) {
    const run = exampleRun({ n, holdout: 0, folds: 0, search: false });
    const view = deriveView({ ...run, noise: { ...run.noise, standardError: 1e-9 } });
    const ranges = Array.from(view.path('lambda').values, (value) =>
      riskRange(view, filterAt(run.filter, 'lambda', value)),
    );
    const narrow = ranges.filter(({ low, high }) => low > 0 && high <= 2 * low);
    assert.ok(narrow.length > 0, `${n}`);
    assert.ok(
      narrow.every((range) => range.told === told),
      `${n}`,
    );
  }
});

test('where a risk is lowest is said alike at every filter: the lowest of many estimates is too low to compare others with it', () => {
  let told = 0;
  for (const method of ['krr', 'tkrr'] as const) {
    const run = exampleRun({ n: 90, holdout: 0, folds: 0, search: false, noise: 0.05, method });
    const exact = { ...run, noise: { ...run.noise, standardError: 1e-9 } };
    const { values } = deriveView(run).path('lambda');
    const said = Array.from([0, 0.3, 0.6, 1], (at) => {
      const lambda = values[Math.round(at * (values.length - 1))];
      const view = deriveView(exact, filterAt(run.filter, 'lambda', lambda));
      const figures = [riskFigure(view, 'lambda'), riskMapFigure(view)].filter((figure) => figure !== undefined);
      told += figures.filter(({ sentence }) => sentence[0].claim === 'lowest-risk').length;
      // The share of bias, which may follow, is that of the filter shown.
      return figures.map(({ sentence }) => plainText(sentence.slice(0, 3))).join();
    });
    assert.equal(new Set(said).size, 1, said.join('\n'));
  }
  assert.ok(told > 0);
});
