import { el } from './element';

/** A place for words that only screen readers read out: what changed, once the person has stopped changing it. */
export class Announcer {
  readonly element = el('div.unseen', { 'aria-live': 'polite', role: 'status' });
  private pending: ReturnType<typeof setTimeout> | undefined;

  /** Waits until nothing newer has come for a moment, so that a drag is announced once. */
  announce(text: string): void {
    clearTimeout(this.pending);
    this.pending = setTimeout(() => {
      this.element.textContent = text;
    }, 400);
  }
}

/**
 * Arrow keys, Home and End among elements of which one is reached by Tab (roving tabindex): tabs, menu items.
 * Returns the element to go to, or undefined when the key means something else.
 */
export function roving<E extends HTMLElement>(
  event: KeyboardEvent,
  elements: readonly E[],
  axis: 'horizontal' | 'vertical',
): E | undefined {
  const here = elements.indexOf(event.target as E);
  const [back, forth] = axis === 'horizontal' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  const count = elements.length;
  switch (event.key) {
    case back:
      return elements[(here - 1 + count) % count];
    case forth:
      return elements[(here + 1) % count];
    case 'Home':
      return elements[0];
    case 'End':
      return elements[count - 1];
    default:
      return undefined;
  }
}
