import { el } from '../element';
import type { Tab } from '../protocol';
import type { Part } from './part';
import { tabPanelId } from './tabBar';

/** What stands below a run's tabs. Each tab is made when it is first opened; only the one in front follows the run's view V. */
export class TabPanels<V> {
  readonly element = el('main');
  private readonly parts = new Map<Tab, Part<V>>();

  constructor(private readonly make: (tab: Tab) => Part<V>) {}

  /** Brings a tab to the front; the element must be in the page. */
  open(tab: Tab, view: V): void {
    let panel = this.element.querySelector<HTMLElement>(`#${tabPanelId(tab)}`);
    for (const other of this.element.children) if (other instanceof HTMLElement) other.hidden = other !== panel;
    let part = this.parts.get(tab);
    if (!part || !panel) {
      part = this.make(tab);
      this.parts.set(tab, part);
      panel = el('div', { id: tabPanelId(tab), role: 'tabpanel', 'aria-labelledby': `tab-${tab}` }, part.element);
      this.element.append(panel);
    }
    part.update(view);
  }

  update(tab: Tab, view: V): void {
    this.parts.get(tab)?.update(view);
  }

  /** Takes all tabs away; they are made again when they are opened. */
  clear(): void {
    for (const part of this.parts.values()) part.destroy?.();
    this.parts.clear();
    this.element.replaceChildren();
  }
}
