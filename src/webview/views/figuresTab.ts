import type { FigureMakers } from '../../figures/spectral/tabs';
import type { PageContext } from '../context';
import { el } from '../element';
import { FigureGrid } from './figureGrid';
import type { Part } from './part';

/** Rows of tall figures, and above and below them whatever belongs to them. */
export function figuresTab<V>(
  figuresOf: (view: V) => FigureMakers,
  context: PageContext,
  below: readonly Part<V>[],
  above: readonly Part<V>[] = [],
): Part<V> {
  const row = el('div.grid.figures');
  const foot = el('div.grid.foot', ...below.map((part) => part.element));
  const element = el('div', ...above.map((part) => part.element), row, foot);
  const figures = new FigureGrid(row, context, () => 'full');
  return {
    element,
    update(view) {
      // Before anything is drawn: writing on a canvas has the page lay out what has changed.
      for (const part of [...above, ...below]) {
        part.update(view);
        part.element.hidden = part.element.childElementCount === 0;
      }
      figures.follow(figuresOf(view));
    },
    destroy: () => figures.destroy(),
  };
}
