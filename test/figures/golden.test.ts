import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DARK_THEME, LIGHT_THEME } from '../../src/figures/layout/theme';
import { toSvg } from '../../src/figures/svg/svg';
import { allFigures, type FigureTab, figureMakers, figuresOf } from '../../src/figures/tabs';
import { factsOf } from '../../src/figures/view/facts';
import { deriveView } from '../../src/figures/view/view';
import { exampleRun } from './exampleRun';
import { expectGolden, written } from './goldens';
import { robustExample } from './robustExample';
import { scaled } from './scaled';

const RUNS = {
  three: exampleRun({ n: 40, holdout: 12 }),
  one: exampleRun({ n: 40, holdout: 12, features: 1 }),
  zones: exampleRun({ n: 24, holdout: 6, method: 'three-zone' }),
  classes: exampleRun({ n: 30, holdout: 12, classes: 3 }),
};

for (const [name, run] of Object.entries(RUNS))
  test(`figures of a small run (${name}) as plain data`, () => {
    const facts = factsOf(run);
    const fitted = allFigures(deriveView(run, run.filter, facts));
    expectGolden(`${name}.txt`, fitted.map(written).join('\n'));
    const moved = allFigures(deriveView(run, scaled(run, 20), facts));
    expectGolden(`${name}-moved.txt`, moved.map(written).join('\n'));
  });

/** Robust runs move along their path. */
const ROBUST = {
  robust: robustExample({ n: 30, holdout: 10 }),
  quantile: robustExample({ n: 30, holdout: 10, method: 'quantile' }),
  'robust-one': robustExample({ n: 30, holdout: 0, method: 'kl-inf', features: 1 }),
};

for (const [name, run] of Object.entries(ROBUST))
  test(`figures of a small run (${name}) as plain data`, () => {
    const facts = factsOf(run);
    const fitted = allFigures(deriveView(run, run.filter, facts));
    expectGolden(`${name}.txt`, fitted.map(written).join('\n'));
    const moved = deriveView(run, run.filter, facts, { at: 3 });
    const own = (['overview', 'rows', 'columns', 'risk'] as const).flatMap((tab) => figuresOf(tab, moved));
    expectGolden(`${name}-moved.txt`, [...new Map(own.map((f) => [f.id, f])).values()].map(written).join('\n'));
  });

test('a figure is made under its own id, so that a page finds it again', () => {
  const tabs: readonly FigureTab[] = ['overview', 'rows', 'columns', 'spectrum', 'alignment', 'risk', 'data'];
  const seen = new Set<string>();
  for (const run of [...Object.values(RUNS), ...Object.values(ROBUST)])
    for (const tab of tabs)
      for (const [id, make] of Object.entries(figureMakers(tab, deriveView(run)))) {
        const figure = make();
        if (figure === undefined) continue;
        assert.equal(figure.id, id);
        seen.add(id);
      }
  assert.ok(seen.size > 30, `${seen.size}`);
});

test('the figures of robust runs as SVG', () => {
  for (const figure of allFigures(deriveView(ROBUST.robust)))
    if (['robust-path', 'robust-alpha', 'robust-residuals', 'robust-compare'].includes(figure.id))
      expectGolden(`${figure.id}.svg`, toSvg(figure, LIGHT_THEME, 520, 380));
  for (const figure of allFigures(deriveView(ROBUST.quantile)))
    if (['fan', 'calibration'].includes(figure.id))
      expectGolden(`${figure.id}.svg`, toSvg(figure, DARK_THEME, 520, 380));
});

test('the same figures as SVG', () => {
  const view = deriveView(RUNS.three);
  for (const figure of allFigures(view))
    if (['errors-lambda', 'predicted', 'scores', 'partial-flow', 'partial-material'].includes(figure.id))
      expectGolden(`${figure.id}.svg`, toSvg(figure, LIGHT_THEME, 520, 380));
  for (const figure of allFigures(deriveView(RUNS.zones)))
    if (figure.id === 'risk-map') expectGolden('risk-map.svg', toSvg(figure, LIGHT_THEME, 520, 380));
  for (const figure of allFigures(deriveView(RUNS.classes)))
    if (figure.id === 'confusion') expectGolden('confusion.svg', toSvg(figure, DARK_THEME, 520, 380));
  const moved = deriveView(RUNS.one, scaled(RUNS.one, 20));
  for (const figure of allFigures(moved))
    if (['spectrum', 'curve', 'risk-lambda'].includes(figure.id))
      expectGolden(`${figure.id}-moved.svg`, toSvg(figure, DARK_THEME, 520, 380));
});
