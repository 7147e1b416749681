import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FigureSpec } from '../../src/engine/contract/figure';
import { toCsv } from '../../src/figures/csv';
import { surfaceShape } from '../../src/figures/layout/contours';
import { stepOf, stepShare } from '../../src/figures/layout/surface';
import { LIGHT_THEME } from '../../src/figures/layout/theme';
import { looMapFigure, mapPairs, riskMapFigure } from '../../src/figures/spectral/riskMap';
import { toSvg } from '../../src/figures/svg/svg';
import { deriveView } from '../../src/figures/view/view';
import { describe } from '../../src/figures/words/describe';
import { figureTable } from '../../src/figures/words/figureTable';
import { exampleRun } from './exampleRun';

const view = deriveView(exampleRun({ n: 40, holdout: 12, method: 'three-zone' }));

function mapOf(figure: FigureSpec | undefined) {
  assert.ok(figure?.surface);
  return { figure, surface: figure.surface };
}

test('every pair of axes has a map; with one axis there is none', () => {
  assert.deepEqual(mapPairs(view), [
    ['lambda', 'k'],
    ['lambda', 'r'],
    ['k', 'r'],
  ]);
  const ridge = deriveView(exampleRun({ n: 20, holdout: 0 }));
  assert.deepEqual(mapPairs(ridge), []);
  assert.equal(riskMapFigure(ridge), undefined);
  assert.equal(looMapFigure(ridge), undefined);
});

test('the least is marked where it is, the choice where it stands, and a click may move it', () => {
  for (const make of [riskMapFigure, looMapFigure])
    for (const pair of mapPairs(view)) {
      const { figure, surface } = mapOf(make({ ...view, options: { pair } }));
      const finite = Array.from(surface.values).filter(Number.isFinite);
      const best = Array.from(surface.values).indexOf(Math.min(...finite));
      const mark = figure.marks?.find(({ shape }) => shape === 'cross');
      assert.deepEqual(
        [mark?.x, mark?.y],
        [surface.x[best % surface.x.length], surface.y[Math.floor(best / surface.x.length)]],
      );
      assert.deepEqual(figure.pick, { x: pair[0], y: pair[1] });
      assert.ok(figure.marks?.some(({ shape, role }) => shape === 'dot' && role === 'chosen'));
      surface.levels.forEach((level, i) => {
        assert.ok(level > Math.min(...finite) && level < Math.max(...finite));
        assert.ok(i === 0 || level > surface.levels[i - 1]);
      });
      assert.ok(surface.levels.length <= 8);
    }
});

test('lines stay inside the grid and off its rim', () => {
  for (const pair of mapPairs(view)) {
    const { figure, surface } = mapOf(riskMapFigure({ ...view, options: { pair } }));
    const shape = surfaceShape(figure, surface);
    const [x0, x1] = [surface.x[0], surface.x[surface.x.length - 1]];
    const [y0, y1] = [surface.y[0], surface.y[surface.y.length - 1]];
    const points = shape.lines.flat(2);
    assert.ok(points.length > 20);
    for (const [x, y] of points)
      assert.ok(x >= x0 - 1e-9 && x <= x1 * (1 + 1e-9) && y >= y0 - 1e-9 && y <= y1 * (1 + 1e-9));
    for (const piece of shape.lines.flat())
      for (let i = 1; i < piece.length; i++)
        for (const [side, at] of [
          [0, x0],
          [0, x1],
          [1, y0],
          [1, y1],
        ] as const)
          assert.ok(!(piece[i - 1][side] === at && piece[i][side] === at), 'a segment along the rim');
  }
});

test('a contour runs where the value crosses its level', () => {
  const x = [1, 10, 100, 1000];
  const values = [0, 1, 2].flatMap(() => x.map((v) => v));
  const axis = { title: '', scale: 'log', domain: [1, 1000], format: 'power' } as const;
  const surface = { name: 'v', x, y: [1, 10, 100], values, levels: [31.6227766], format: 'plain' } as const;
  const figure = { ...mapOf(riskMapFigure(view)).figure, x: axis, y: { ...axis, domain: [1, 100] as const }, surface };
  for (const [px] of surfaceShape(figure, surface).lines[0].flat())
    assert.ok(Math.abs(px / 31.6227766 - 1) < 1e-6, `${px}`);
});

test('steps: lower is stronger on a map, higher in a table of cells', () => {
  const { surface } = mapOf(riskMapFigure(view));
  assert.equal(stepOf(surface, surface.levels[0] * 0.99), 0);
  assert.equal(stepOf(surface, surface.levels[0]), 1);
  assert.equal(stepOf(surface, Number.NaN), 0);
  assert.ok(stepShare(surface, 0) > stepShare(surface, surface.levels.length));
  const cells = { ...surface, cells: [] };
  assert.ok(stepShare(cells, 0) < stepShare(cells, surface.levels.length));
});

test('a map is exported as a grid, drawn without an element a cell, and spoken', () => {
  const { figure, surface } = mapOf(riskMapFigure(view));
  const lines = toCsv(figure).trimEnd().split('\r\n');
  assert.equal(lines.length, 1 + surface.x.length * surface.y.length);
  assert.equal(lines[0], 'λ,"k, directions unpenalised","estimated risk, share of var(y)"');
  assert.equal(Number(lines[1].split(',')[2]), surface.values[0]);
  const svg = toSvg(figure, LIGHT_THEME, 520, 400);
  assert.ok((svg.match(/<(path|rect)/g) ?? []).length < 60, 'paths by level');
  assert.match(describe(figure), /Shown: estimated risk, share of var\(y\) over lambda and k, .* from .* at .* to /);
  const table = figureTable(figure);
  assert.equal(table.rows.length, surface.y.length);
  assert.equal(table.rows[table.rows.length - 1].cells[0], '0', 'k = 0 at the bottom');
});
