import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AxisSpec, FigureSpec } from '../../src/engine/contract/figure';
import { componentsFacts } from '../../src/figures/components/facts';
import { allComponentsFigures } from '../../src/figures/components/tabs';
import { componentsView } from '../../src/figures/components/view';
import { type Layout, layoutFigure } from '../../src/figures/layout/figure';
import { TEXT_HEIGHT, type TextMeasure, type TextShape } from '../../src/figures/layout/shapes';
import { axisSpec } from '../../src/figures/specs';
import { estimatedWidth } from '../../src/figures/svg/text';
import { allFigures } from '../../src/figures/tabs';
import { deriveView } from '../../src/figures/view/view';
import { componentsExample } from './componentsExample';
import { exampleRun } from './exampleRun';
import { robustExample } from './robustExample';
import { scaled } from './scaled';

const three = exampleRun({ n: 40, holdout: 12 });
const components = componentsExample();

const FIGURES = [
  ...allFigures(deriveView(three)),
  ...allFigures(deriveView(three, scaled(three, 20))),
  ...allFigures(deriveView(exampleRun({ n: 24, holdout: 6, method: 'three-zone' }))),
  ...allFigures(deriveView(exampleRun({ n: 30, holdout: 12, classes: 3 }))),
  ...allFigures(deriveView(robustExample({ n: 30, holdout: 10, method: 'quantile' }))),
  ...allComponentsFigures(componentsView(components, componentsFacts(components))),
];

const sheet = (width: number, height: number) => ({ width, height, measure: estimatedWidth, highContrast: false });

/** The letters of a text: their line is taller. */
const letters = (shape: TextShape) => lettersIn(shape, estimatedWidth);

function lettersIn({ text, x, y, anchor, strong = false }: TextShape, measure: TextMeasure) {
  const width = measure(text, strong);
  const left = x - (anchor === 'start' ? 0 : anchor === 'middle' ? width / 2 : width);
  return { text, left, right: left + width, top: y - TEXT_HEIGHT / 2 + 3, bottom: y + TEXT_HEIGHT / 2 - 3 };
}

function assertApart(
  texts: readonly ReturnType<typeof letters>[],
  [width, height]: readonly [number, number],
  where: string,
) {
  texts.forEach((a, i) => {
    const whole = a.left >= -1 && a.right <= width + 1.5 && a.top >= -1 && a.bottom <= height + 1;
    assert.ok(whole, `${where}: ${a.text} is cut off`);
    for (const b of texts.slice(0, i)) {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      assert.ok(across <= 1 || down <= 1, `${where}: ${a.text} lies over ${b.text}`);
    }
  });
}

const textsOf = ({ shapes }: Layout) => shapes.filter((shape) => shape.kind === 'text').map(letters);

test('no text lies over another or leaves the sheet, at any width', () => {
  for (const figure of FIGURES)
    for (const width of [340, 520, 760, 1560]) {
      const texts = textsOf(layoutFigure(figure, sheet(width, 240)));
      const where = `${figure.id} at ${width}`;
      assertApart(texts, [width, 240], where);
    }
});

test('labels of ticks touch neither each other nor the edge, and two are there, whatever the axes, the width and the font', () => {
  let state = 11;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const among = <T>(values: readonly T[]) => values[Math.floor(next() * values.length)];
  const made = (): AxisSpec => {
    const scale = among(['linear', 'log'] as const);
    const low = (scale === 'log' || next() < 0.6 ? 1 : -1) * 10 ** (16 * next() - 8);
    if (scale === 'log')
      return axisSpec(
        '',
        scale,
        [low, low * 10 ** (0.05 + 9 * next() ** 2)],
        among(['plain', 'power', 'count'] as const),
      );
    const format = among(['plain', 'date', 'percent', 'year'] as const);
    if (format === 'date') return axisSpec('', scale, [2e4 * next(), 2e4 + 10 ** (6 * next() - 1)], format);
    if (format === 'year') return axisSpec('', scale, [1000 + 500 * next(), 1600 + 1300 * next()], format);
    if (format === 'percent') return axisSpec('', scale, [0, 0.2 + next()], format);
    return axisSpec('', scale, [low, low + Math.abs(low) * 10 ** (5 * next() - 3)], format);
  };
  for (let round = 0; round < 1500; round++) {
    const x = {
      ...made(),
      ...(next() < 0.3 && { gutter: 'λ' }),
      ...(next() < 0.2 && { second: { gutter: 'n·λ', factor: 1202 } }),
    };
    const spec: FigureSpec = { id: 'made', title: '', sentence: [], x, y: made(), series: [] };
    const wider = among([0.8, 1, 1.25]);
    const measure = (text: string, strong: boolean) => wider * estimatedWidth(text, strong);
    const [width, height] = [120 + Math.floor(780 * next()), among([120, 240])];
    const { shapes } = layoutFigure(spec, { width, height, measure, highContrast: false });
    const texts = shapes.filter((shape) => shape.kind === 'text').map((shape) => lettersIn(shape, measure));
    const where = `${JSON.stringify([x, spec.y])} at ${width}×${height}: ${texts.map(({ text }) => text).join(' | ')}`;
    assertApart(texts, [width, height], where);
    const row = texts.filter(
      ({ top }) => top > height - 24 - (x.second ? 20 : 0) && top < height - 4 - (x.second ? 20 : 0),
    );
    const labels = row.filter(({ text }) => text !== 'λ' && text !== 'n·λ');
    const widest = Math.max(...labels.map(({ left, right }) => right - left));
    assert.ok(labels.length >= 2 || width < 60 + 4 * widest, `${where}: one label`);
    if (x.scale === 'log') assert.ok(labels.length <= 5 + Number(x.domain[0] === 0), where);
    const styles = new Set(labels.map(({ text }) => (/10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]/.test(text) ? 'powers' : 'plain')));
    assert.ok(styles.size <= 1 || labels.some(({ text }) => text === '0'), `${where}: two styles`);
  }
});

test('every shape has its place in numbers', () => {
  for (const figure of FIGURES)
    for (const [width, height] of [
      [60, 60],
      [400, 240],
    ]) {
      const { map, shapes } = layoutFigure(figure, sheet(width, height));
      for (const shape of [...map, ...shapes]) {
        const numbers = JSON.stringify(shape, (key, value) => (key === 'shares' ? undefined : value));
        assert.ok(!numbers.includes('null'), `${figure.id}: ${numbers}`);
      }
    }
});

test('a drag keeps the places of what does not move, and gives what a fresh layout gives', () => {
  const at = sheet(520, 260);
  const still = allFigures(deriveView(three));
  const moved = allFigures(deriveView(three, scaled(three, 20)));
  let kept = 0;
  for (const [i, figure] of moved.entries()) {
    if (still[i]?.id !== figure.id) continue;
    const before = layoutFigure(still[i], at);
    const after = layoutFigure(figure, at, before);
    const fresh = layoutFigure(figure, at);
    assert.deepEqual(after.shapes, fresh.shapes, figure.id);
    assert.deepEqual(after.map, fresh.map, figure.id);
    kept += after.series.filter(({ points }, k) => points === before.series[k]?.points).length;
  }
  assert.ok(kept > 5, `${kept} series were kept`);
});

test('a name beside a level line covers no dot and no curve of the alignment scores', () => {
  const figure = allFigures(deriveView(exampleRun({ n: 240, holdout: 80, folds: 0, search: false }))).find(
    ({ id }) => id === 'scores',
  );
  assert.ok(figure);
  for (const [width, height] of [
    [360, 240],
    [520, 300],
    [760, 300],
  ]) {
    const layout = layoutFigure(figure, sheet(width, height));
    const name = textsOf(layout).find(({ text }) => text === 'noise floor σ²/n');
    assert.ok(name, 'it is named');
    const inside = layout.series
      .flatMap(({ points }) => points)
      .filter(({ x, y }) => x > name.left && x < name.right && y > name.top && y < name.bottom);
    assert.equal(inside.length, 0, `${width}×${height}`);
  }
});

test('long names of columns and levels stay on the sheet and leave the plot its room, at any width', () => {
  const long = (name: string) => `${name}_measured_at_the_lower_station_by_the_second_of_the_two_instruments`.repeat(2);
  const named = (axis: AxisSpec): AxisSpec => ({
    ...axis,
    title: axis.title && long(axis.title),
    ...(axis.labels && { labels: axis.labels.map(long) }),
  });
  const levels = axisSpec('level', 'linear', [-0.5, 3.5], 'level', { labels: ['a', 'b', 'c', 'd'] });
  const number = axisSpec('number', 'linear', [0, 1], 'plain');
  const figures = [
    ...FIGURES,
    { id: 'levels', title: '', sentence: [], x: levels, y: number, series: [] },
    { id: 'upright levels', title: '', sentence: [], x: number, y: levels, series: [] },
  ];
  for (const figure of figures)
    for (const width of [340, 520, 1100]) {
      const layout = layoutFigure({ ...figure, x: named(figure.x), y: named(figure.y) }, sheet(width, 240));
      const where = `${figure.id} at ${width}`;
      assertApart(textsOf(layout), [width, 240], where);
      assert.ok(
        layout.area.right - layout.area.left > 0.25 * width,
        `${where}: the plot is ${JSON.stringify(layout.area)}`,
      );
    }
});
