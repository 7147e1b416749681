import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FigureSpec } from '../../src/engine/contract/figure';
import { DARK_THEME, LIGHT_THEME } from '../../src/figures/layout/theme';
import { toSvg } from '../../src/figures/svg/svg';
import { allFigures, figuresOf } from '../../src/figures/tabs';
import { factsOf } from '../../src/figures/view/facts';
import { deriveView } from '../../src/figures/view/view';
import { describe } from '../../src/figures/words/describe';
import { exampleRun } from './exampleRun';
import { robustExample } from './robustExample';
import { scaled } from './scaled';

const FOLDER = 'test/figures/golden';

/** Compares with the file kept beside the test; UPDATE_GOLDEN=1 writes it anew, to be looked at before it is kept. */
function expectGolden(name: string, actual: string): void {
  const path = join(FOLDER, name);
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, actual);
    return;
  }
  assert.ok(existsSync(path), `${path} is missing: run with UPDATE_GOLDEN=1 and look at it`);
  assert.equal(actual, readFileSync(path, 'utf8'), `${path} differs: if that is meant, run with UPDATE_GOLDEN=1`);
}

/** One line a key, five significant digits: readable in a diff, deaf to the last bits of another machine's exp. */
function written(figure: FigureSpec): string {
  const round = (_: string, v: unknown) => {
    if (ArrayBuffer.isView(v)) return Array.from(v as Float64Array);
    if (typeof v === 'number') return Number.isFinite(v) ? Number(v.toPrecision(5)) : String(v);
    return v;
  };
  const lines = Object.entries(figure).flatMap(([key, value]) =>
    Array.isArray(value) && key !== 'sentence'
      ? value.map((item) => `  ${key}: ${JSON.stringify(item, round)}`)
      : [`  ${key}: ${JSON.stringify(value, round)}`],
  );
  return [figure.id, ...lines, `  spoken: ${describe(figure)}`, ''].join('\n');
}

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
    const own = (['overview', 'risk', 'fit', 'rows'] as const).flatMap((tab) => figuresOf(tab, moved));
    expectGolden(`${name}-moved.txt`, [...new Map(own.map((f) => [f.id, f])).values()].map(written).join('\n'));
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
