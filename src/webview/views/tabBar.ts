import type { AnyRun } from '../../engine/contract/run';
import { roving } from '../a11y';
import { iconButton } from '../controls';
import { el } from '../element';
import { explains } from '../glossary/explains';
import { icon } from '../icons';
import type { Tab } from '../protocol';
import { tabsOf, tabTitle } from './runTabs';

export const tabPanelId = (tab: Tab): string => `panel-${tab}`;

/** The row of a run's tabs. Arrow keys move among them; the one in front is the one that Tab reaches. */
export class TabBar {
  readonly element: HTMLElement;
  private readonly tabs: readonly Tab[];
  private readonly buttons: readonly HTMLButtonElement[];

  /** `compare` is left out for runs that cannot be. */
  constructor(run: AnyRun, choose: (tab: Tab) => void, popOut: () => void, compare?: () => void) {
    this.tabs = tabsOf(run);
    this.buttons = this.tabs.map((tab) => {
      const button = el(
        'button',
        { id: `tab-${tab}`, role: 'tab', type: 'button', 'aria-controls': tabPanelId(tab) },
        tabTitle(tab, run),
      );
      button.addEventListener('click', () => choose(tab));
      return explains(button, tabTitle(tab, run));
    });
    const list = el('div.tabs', { role: 'tablist', 'aria-label': 'Results' }, ...this.buttons);
    list.addEventListener('keydown', (event) => {
      const next = roving(event, this.buttons, 'horizontal');
      if (!next) return;
      event.preventDefault();
      next.focus();
      choose(this.tabs[this.buttons.indexOf(next)]);
    });
    const out = iconButton('Open this tab in a separate panel', icon('popOut'));
    out.addEventListener('click', popOut);
    const beside = compare && iconButton('Compare with other runs of this file and target', icon('compare'));
    beside?.addEventListener('click', () => compare?.());
    const walk = iconButton('Explain the words on this tab, one by one with the arrow keys (?)', icon('help'), {
      'data-walk': '',
    });
    this.element = el('div.tab-row', list, walk, beside, out);
  }

  /** Selects and focuses the tab `by` places further, round the end. */
  turn(from: Tab, by: number): void {
    const { length } = this.tabs;
    const button = this.buttons[(this.tabs.indexOf(from) + by + length) % length];
    button.click();
    button.focus();
  }

  select(tab: Tab): void {
    this.buttons.forEach((button, i) => {
      const selected = this.tabs[i] === tab;
      button.setAttribute('aria-selected', String(selected));
      button.tabIndex = selected ? 0 : -1;
      // In a narrow panel the row of tabs scrolls.
      if (selected) button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
  }
}
