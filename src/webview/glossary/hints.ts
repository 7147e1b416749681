import { el, linkButton } from '../element';
import { explanationsOf, type TermExplanation } from './explained';

const TERMS = '[data-terms]';
/**
 * How long the pointer rests on a word before it is explained, and how long it may take to reach the explanation, in
 * ms.
 */
const REST = 450;
const LEAVE = 250;
/** Space between a word and its explanation, and to the edges of the page. */
const GAP = 4;
const EDGE = 8;
/** The most words of a figure that are explained at once, so that they fit on the screen. */
const MOST = 6;

/**
 * Explains the words of the page: under the pointer, at the focus, and, after the ? key or the button of that name, one after the other by
 * arrow keys, so that words are no stops of the Tab key. The explanation stands below or above its word; Escape takes it away.
 */
export class Hints {
  private readonly words = el('div', { id: 'hint-words', role: 'tooltip' });
  private readonly element = el('div.hint', { hidden: true }, this.words);
  private target: HTMLElement | undefined;
  /** The focus before the walk through the words; undefined while there is no walk. */
  private walkedFrom: HTMLElement | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly root: HTMLElement,
    private readonly more: (anchor: string) => void,
  ) {
    root.append(this.element);
    root.addEventListener('pointerover', (event) => this.point(event.target as Element));
    root.addEventListener('pointerleave', () => this.soon(LEAVE, () => this.close()));
    root.addEventListener('focusin', ({ target }) => {
      const word = target instanceof HTMLElement && target.matches(':focus-visible') ? target.closest(TERMS) : null;
      if (word === target && this.target !== word) this.soon(REST, () => this.open(word as HTMLElement));
    });
    root.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && this.element.contains(relatedTarget))) this.close();
    });
    root.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('[data-walk]'))
        this.walk(target.closest<HTMLElement>('[data-walk]'));
    });
    // Before tabs, lanes and sliders, which get their arrow keys back afterwards.
    document.addEventListener('keydown', (event) => this.key(event), { capture: true });
    document.addEventListener('scroll', ({ target }) => this.scrolled(target as Node), {
      capture: true,
      passive: true,
    });
  }

  private scrolled(what: Node): void {
    if (this.element.contains(what)) return;
    if (this.walkedFrom && this.target) this.place(this.target.getBoundingClientRect());
    else this.close();
  }

  private point(at: Element): void {
    if (this.walkedFrom) return;
    if (this.element.contains(at)) {
      clearTimeout(this.timer);
      return;
    }
    const word = at.closest<HTMLElement>(TERMS);
    if (word && word === this.target) clearTimeout(this.timer);
    else if (word) this.soon(REST, () => this.open(word));
    else this.soon(LEAVE, () => this.close());
  }

  private key(event: KeyboardEvent): void {
    const { key, target } = event;
    const handled = this.walkedFrom ? this.walkKey(key) : this.idleKey(key, target);
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private idleKey(key: string, target: EventTarget | null): boolean {
    if (key === 'Escape' && this.target) {
      this.close();
      return true;
    }
    const typing = target instanceof HTMLElement && target.matches('input:not([type=range]), select, textarea');
    if (key !== '?' || typing) return false;
    this.walk(target instanceof HTMLElement ? target : undefined);
    return true;
  }

  private walkKey(key: string): boolean {
    const words = this.shown();
    const here = this.target ? words.indexOf(this.target) : -1;
    switch (key) {
      case 'ArrowRight':
      case 'ArrowDown':
        return this.step(words[(here + 1) % words.length]);
      case 'ArrowLeft':
      case 'ArrowUp':
        return this.step(words[(here - 1 + words.length) % words.length]);
      case 'Home':
        return this.step(words[0]);
      case 'End':
        return this.step(words[words.length - 1]);
      case 'Enter': {
        const [first] = this.target ? explanations(this.target) : [];
        if (first) this.more(first.anchor);
        return true;
      }
      case '?':
      case 'Escape': {
        const from = this.walkedFrom;
        this.close();
        from?.focus();
        return true;
      }
      default:
        return false;
    }
  }

  /** Begins at the word that has the focus, or at the first one. */
  private walk(from: HTMLElement | null | undefined): void {
    const words = this.shown();
    if (words.length === 0) return;
    this.walkedFrom = from ?? document.body;
    const at = from?.closest<HTMLElement>(TERMS);
    this.step(at && words.includes(at) ? at : words[0]);
  }

  private step(word: HTMLElement): boolean {
    const { walkedFrom } = this;
    // Moving the focus closes the open explanation; the walk goes on.
    if (!word.hasAttribute('tabindex') && !word.matches('button, a[href], input')) word.tabIndex = -1;
    word.scrollIntoView({ block: 'nearest' });
    word.focus();
    this.walkedFrom = walkedFrom;
    this.open(word);
    return true;
  }

  /**
   * The words now visible on the page, in its order: hidden tabs and folded parts have none, and tabs that are not in
   * front explain themselves when they get the focus.
   */
  private shown(): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>(TERMS)].filter(
      (word) =>
        word.checkVisibility() && word.getAttribute('aria-selected') !== 'false' && explanations(word).length > 0,
    );
  }

  private soon(wait: number, act: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, wait);
  }

  private open(word: HTMLElement): void {
    clearTimeout(this.timer);
    const all = explanations(word);
    if (all.length === 0 || !word.isConnected) return;
    this.unmark();
    this.target = word;
    word.setAttribute('aria-describedby', this.words.id);
    this.words.replaceChildren(...all.map((one) => this.paragraph(one)));
    this.element.classList.toggle('walked', this.walkedFrom !== undefined);
    this.element.hidden = false;
    this.place(word.getBoundingClientRect());
  }

  private paragraph({ name, sentence, anchor }: TermExplanation): HTMLElement {
    const more = linkButton('More', () => this.more(anchor), { tabindex: -1, 'aria-label': `More about ${name}` });
    return el('p', el('strong', name), ` ${sentence} `, more);
  }

  /** Places the explanation below the word, or above where there is more room: never over it. */
  private place({ left, top, bottom }: DOMRect): void {
    const { element } = this;
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const below = height - bottom >= element.offsetHeight + GAP + EDGE || height - bottom >= top;
    element.style.maxHeight = `${Math.max(60, (below ? height - bottom : top) - GAP - EDGE)}px`;
    const x = Math.max(EDGE, Math.min(left, width - element.offsetWidth - EDGE));
    const y = below ? bottom + GAP : top - GAP - element.offsetHeight;
    element.style.left = `${x}px`;
    element.style.top = `${Math.max(EDGE, y)}px`;
  }

  private close(): void {
    clearTimeout(this.timer);
    this.walkedFrom = undefined;
    this.unmark();
    this.element.hidden = true;
  }

  private unmark(): void {
    if (this.target?.getAttribute('aria-describedby') === this.words.id)
      this.target.removeAttribute('aria-describedby');
    this.target = undefined;
  }
}

const explanations = (word: HTMLElement): TermExplanation[] =>
  explanationsOf((word.dataset.terms ?? '').split('\n')).slice(0, MOST);
