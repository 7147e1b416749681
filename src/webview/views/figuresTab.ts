import type { RunView } from '../../engine/figures/view';
import type { PageContext } from '../context';
import { el } from '../element';
import type { Tab } from '../protocol';
import { FigureGrid, figuresFor } from './figureGrid';
import type { Part } from './part';

/** A row of tall figures, and below it whatever belongs to them. */
export function figuresTab(tab: Tab, context: PageContext, below: readonly Part[]): Part {
  const row = el('div', { class: 'grid figures' });
  const foot = el('div', { class: 'grid foot' }, ...below.map((part) => part.element));
  const element = el('div', {}, row, foot);
  const figures = new FigureGrid(row, context, () => 'full');
  return {
    element,
    update(view: RunView) {
      figures.update(figuresFor(tab, view));
      for (const part of below) {
        part.update(view);
        part.element.hidden = part.element.childElementCount === 0;
      }
    },
    destroy: () => figures.destroy(),
  };
}
