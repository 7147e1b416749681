import type { RunView } from '../../engine/figures/view';
import type { PageContext } from '../context';
import { el } from '../element';
import type { Tab } from '../protocol';
import { FigureGrid, figuresFor } from './figureGrid';
import type { Part } from './part';

/** Rows of tall figures, and above and below them whatever belongs to them. */
export function figuresTab(tab: Tab, context: PageContext, below: readonly Part[], above: readonly Part[] = []): Part {
  const row = el('div', { class: 'grid figures' });
  const foot = el('div', { class: 'grid foot' }, ...below.map((part) => part.element));
  const element = el('div', {}, ...above.map((part) => part.element), row, foot);
  const figures = new FigureGrid(row, context, () => 'full');
  return {
    element,
    update(view: RunView) {
      figures.update(figuresFor(tab, view));
      for (const part of [...above, ...below]) {
        part.update(view);
        part.element.hidden = part.element.childElementCount === 0;
      }
    },
    destroy: () => figures.destroy(),
  };
}
