import { roving } from '../a11y';
import { iconButton } from '../controls';
import { el } from '../element';
import { icon } from '../icons';
import { TABS, type Tab } from '../protocol';

export const TAB_TITLES: Readonly<Record<Tab, string>> = {
  overview: 'Overview',
  spectrum: 'Spectrum',
  alignment: 'Alignment',
  risk: 'Excess risk',
  fit: 'Fit',
  data: 'Data',
};

export const tabPanelId = (tab: Tab): string => `panel-${tab}`;

/** The row of tabs. Arrow keys move among them; the one in front is the one that Tab reaches. */
export class TabBar {
  readonly element: HTMLElement;
  private readonly buttons: readonly HTMLButtonElement[];

  constructor(choose: (tab: Tab) => void, popOut: () => void) {
    this.buttons = TABS.map((tab) => {
      const button = el(
        'button',
        { id: `tab-${tab}`, role: 'tab', type: 'button', 'aria-controls': tabPanelId(tab) },
        TAB_TITLES[tab],
      );
      button.addEventListener('click', () => choose(tab));
      return button;
    });
    const list = el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Results' }, ...this.buttons);
    list.addEventListener('keydown', (event) => {
      const next = roving(event, this.buttons, 'horizontal');
      if (!next) return;
      event.preventDefault();
      next.focus();
      choose(TABS[this.buttons.indexOf(next)]);
    });
    const out = iconButton('Open this tab in a panel of its own', icon('popOut'));
    out.addEventListener('click', popOut);
    this.element = el('div', { class: 'tab-row' }, list, out);
  }

  select(tab: Tab): void {
    this.buttons.forEach((button, i) => {
      const selected = TABS[i] === tab;
      button.setAttribute('aria-selected', String(selected));
      button.tabIndex = selected ? 0 : -1;
    });
  }
}
