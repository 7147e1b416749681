import type { AnyRun } from '../../engine/contract/run';
import { roving } from '../a11y';
import { iconButton } from '../controls';
import { el, explains } from '../element';
import { icon } from '../icons';
import { MenuButton } from './figureMenu';
import { type Tab, tabsOf, tabTitle } from './runTabs';

export const tabPanelId = (tab: Tab): string => `panel-${tab}`;

/**
 * The row of a run's tabs: those that fit completely, and the others in a menu that counts them. Arrow keys move among
 * all; Tab reaches the one in front.
 */
export class TabBar {
  readonly element: HTMLElement;
  private readonly tabs: readonly Tab[];
  private readonly buttons: readonly HTMLButtonElement[];
  private readonly list: HTMLElement;
  private readonly more = el('button.more-tabs', { type: 'button' });
  private chosen = 0;

  /** `compare` is omitted for runs that cannot be compared. */
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
    this.list = el('div.tabs', { role: 'tablist', 'aria-label': 'Results' }, ...this.buttons);
    this.list.addEventListener('keydown', (event) => {
      const next = roving(event, this.buttons, 'horizontal');
      if (!next) return;
      event.preventDefault();
      goTo(next);
    });
    // A tab that has no room is shown once it is chosen, and only a visible tab takes the focus.
    const goTo = (button: HTMLButtonElement) => {
      button.click();
      button.focus();
    };
    const menu = new MenuButton(this.more, () =>
      this.buttons
        .filter(({ hidden }) => hidden)
        .map((button) => ({ text: () => button.textContent ?? '', act: () => goTo(button) })),
    );
    const out = iconButton('Open this tab in a separate panel', icon('popOut'));
    out.addEventListener('click', popOut);
    const beside = compare && iconButton('Compare with other runs of this file and target', icon('compare'));
    beside?.addEventListener('click', () => compare?.());
    const walk = iconButton('Explain the words on this tab, one by one with the arrow keys (?)', icon('help'), {
      'data-walk': '',
    });
    this.element = el('div.tab-row', this.list, el('div.more', menu.button), walk, beside, out);
    new ResizeObserver(() => this.fit()).observe(this.element);
  }

  /** Selects and focuses the tab `by` places further, wrapping around at the ends. */
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
    });
    this.chosen = this.tabs.indexOf(tab);
    this.fit();
  }

  /** Hides the tabs that have no room. */
  private fit(): void {
    const around = this.more.parentElement;
    if (!around || this.element.clientWidth === 0) return;
    for (const button of this.buttons) button.hidden = false;
    around.hidden = false;
    this.more.textContent = `${this.buttons.length - 1} more ▾`;
    const gapOf = (element: HTMLElement) => Number.parseFloat(getComputedStyle(element).columnGap) || 0;
    const gap = gapOf(this.element);
    const beside = [...this.element.children].filter((child) => child !== this.list && child !== around);
    const taken = beside.reduce((sum, child) => sum + child.getBoundingClientRect().width + gap, 0);
    const shown = tabsInRoom(
      this.buttons.map((button) => button.getBoundingClientRect().width),
      this.chosen,
      { room: this.element.clientWidth - taken, gap: gapOf(this.list), more: around.offsetWidth + gap },
    );
    this.buttons.forEach((button, i) => {
      button.hidden = !shown[i];
    });
    const hidden = shown.filter((one) => !one).length;
    around.hidden = hidden === 0;
    this.more.textContent = `${hidden} more ▾`;
  }
}

/**
 * True for the tabs that are shown in a row with `room` for them, in their order: all, or as many of the first as fit
 * beside `more` (the button that counts the rest), always including the chosen one. Widths are in pixels.
 */
export function tabsInRoom(
  widths: readonly number[],
  chosen: number,
  { room, gap, more }: Readonly<Record<'room' | 'gap' | 'more', number>>,
): readonly boolean[] {
  const all = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (all <= room) return widths.map(() => true);
  let left = room - more - (widths[chosen] ?? 0);
  let full = false;
  return widths.map((width, i) => {
    if (i === chosen) return true;
    full ||= width + gap > left;
    if (!full) left -= width + gap;
    return !full;
  });
}
