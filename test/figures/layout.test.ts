import assert from 'node:assert/strict';
import { test } from 'node:test';
import { componentsFacts } from '../../src/figures/components/facts';
import { allComponentsFigures } from '../../src/figures/components/tabs';
import { componentsView } from '../../src/figures/components/view';
import { type Layout, layoutFigure } from '../../src/figures/layout/figure';
import { TEXT_HEIGHT, type TextShape } from '../../src/figures/layout/shapes';
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
function letters({ text, x, y, anchor, strong = false }: TextShape) {
  const width = estimatedWidth(text, strong);
  const left = x - (anchor === 'start' ? 0 : anchor === 'middle' ? width / 2 : width);
  return { text, left, right: left + width, top: y - TEXT_HEIGHT / 2 + 3, bottom: y + TEXT_HEIGHT / 2 - 3 };
}

const textsOf = ({ shapes }: Layout) => shapes.filter((shape) => shape.kind === 'text').map(letters);

test('no text lies over another or leaves the sheet, at any width', () => {
  for (const figure of FIGURES)
    for (const width of [340, 520, 760, 1560]) {
      const texts = textsOf(layoutFigure(figure, sheet(width, 240)));
      const where = `${figure.id} at ${width}`;
      texts.forEach((a, i) => {
        assert.ok(
          a.left >= -1 && a.right <= width + 1.5 && a.top >= -1 && a.bottom <= 241,
          `${where}: ${a.text} is cut off`,
        );
        for (const b of texts.slice(0, i)) {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          assert.ok(across <= 1 || down <= 1, `${where}: ${a.text} lies over ${b.text}`);
        }
      });
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
  const figure = allFigures(deriveView(exampleRun({ n: 240, holdout: 80 }))).find(({ id }) => id === 'scores');
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
