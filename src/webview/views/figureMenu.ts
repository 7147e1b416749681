import { roving } from '../a11y';
import { iconButton } from '../controls';
import { el } from '../element';
import { icon } from '../icons';

export interface MenuItem {
  readonly text: () => string;
  readonly act: () => void;
}

/** A button and the menu below it: arrow keys move, Escape and a click elsewhere close. */
export class MenuButton {
  private menu: HTMLElement | undefined;

  /** `items` is called whenever the menu opens. */
  constructor(
    readonly button: HTMLButtonElement,
    private readonly items: () => readonly MenuItem[],
  ) {
    this.button.setAttribute('aria-haspopup', 'menu');
    this.button.setAttribute('aria-expanded', 'false');
    this.button.addEventListener('click', () => (this.menu ? this.close() : this.open()));
    this.button.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowDown' || this.menu) return;
      event.preventDefault();
      this.open();
    });
  }

  private open(): void {
    const entries = this.items().map(({ text, act }) => {
      const entry = el('button', { role: 'menuitem', type: 'button', tabindex: -1 }, text());
      entry.addEventListener('click', () => {
        this.close();
        act();
      });
      return entry;
    });
    const menu = el(
      'div.menu',
      { role: 'menu', 'aria-label': this.button.title || this.button.textContent },
      ...entries,
    );
    menu.addEventListener('keydown', (event) => {
      const next = roving(event, entries, 'vertical');
      if (event.key === 'Escape' || event.key === 'Tab') this.close();
      if (event.key === 'Escape' || next) event.preventDefault();
      next?.focus();
    });
    this.menu = menu;
    this.button.after(menu);
    this.button.setAttribute('aria-expanded', 'true');
    entries[0]?.focus();
    document.addEventListener('pointerdown', this.closeOutside, true);
  }

  private close(): void {
    document.removeEventListener('pointerdown', this.closeOutside, true);
    const focused = this.menu?.contains(document.activeElement);
    this.menu?.remove();
    this.menu = undefined;
    this.button.setAttribute('aria-expanded', 'false');
    if (focused) this.button.focus();
  }

  private readonly closeOutside = (event: Event): void => {
    const target = event.target as Node;
    if (!this.menu?.contains(target) && !this.button.contains(target)) this.close();
  };

  destroy(): void {
    this.close();
  }
}

/** The "…" button of a figure. */
export class FigureMenu extends MenuButton {
  constructor(title: string, items: readonly MenuItem[]) {
    super(iconButton(`More for ${title}`, icon('more')), () => items);
  }
}
