import { Announcer } from './a11y';
import type { PageContext } from './context';
import { actionButton } from './controls';
import { el } from './element';
import { Hints } from './glossary/hints';
import type { Host } from './host';
import { ProgressBar } from './live/progressBar';
import type { ToView } from './protocol';
import { readTheme, type Theme, watchTheme } from './theme';

/** The contents of a page: a run, a comparison, the data of a file. */
export interface Staged {
  readonly element: HTMLElement;
  /** The element that shows progress over it; omitted if it shows progress itself. */
  readonly progressPlace?: HTMLElement;
  retheme?(theme: Theme): void;
  destroy?(): void;
}

/**
 * The parts that all pages have: the contents shown, progress over them, failures above them, words for screen readers,
 * and explanations.
 */
export class Stage {
  private readonly announcer = new Announcer();
  private readonly failures = el('div.failures');
  /** The element that holds the contents shown. */
  readonly area = el('div.stage-area');
  private readonly progress: ProgressBar;
  private shown: Staged | undefined;

  /** `hint`: the effect of cancelling. */
  constructor(
    root: HTMLElement,
    private readonly host: Host,
    hint?: string,
  ) {
    this.progress = new ProgressBar(() => host.post({ type: 'cancel' }), hint);
    // Until there is more to show, the page's name stays there.
    this.area.append(...root.childNodes);
    root.append(this.failures, this.area, this.announcer.element);
    new Hints(root, (anchor) => host.post({ type: 'explain', anchor }));
    watchTheme(() => this.shown?.retheme?.(readTheme()));
  }

  get context(): PageContext {
    return {
      theme: readTheme(),
      post: (message) => this.host.post(message),
      announce: (text) => this.announce(text),
    };
  }

  announce(text: string): void {
    this.announcer.announce(text);
  }

  /** Puts this in the page, in place of the previous contents, of progress and of failures. */
  show<S extends Staged>(next: S): S {
    this.shown?.destroy?.();
    this.shown = next;
    this.dismiss();
    this.rest();
    this.area.replaceChildren(next.element);
    return next;
  }

  /** Shows progress over the contents, or alone in the middle if there are none yet. */
  work(fraction: number, stage: string): void {
    this.busy(true);
    this.progress.show(fraction, stage);
    const { element } = this.progress;
    element.classList.toggle('first-fit', this.shown === undefined);
    const place = this.shown?.progressPlace ?? this.area;
    // An element that stays in its place keeps the focus.
    if (place.contains(element)) return;
    if (this.shown === undefined) place.replaceChildren(element);
    else place.append(element);
  }

  rest(): void {
    this.busy(false);
    this.progress.element.remove();
  }

  /** Marks whether other contents will replace those shown. */
  busy(is: boolean): void {
    this.area.setAttribute('aria-busy', String(is));
  }

  /** Shows a failure above the contents, with the buttons that help, the first one filled, and `beside` them. */
  fail({ failure, buttons = [] }: Extract<ToView, { type: 'failure' }>, beside: HTMLElement | false = false): void {
    this.rest();
    if (this.shown === undefined) this.area.replaceChildren();
    const acts = buttons.map(({ id, title }, i) => {
      const kind = i === 0 ? 'primary' : 'secondary';
      return actionButton(title, kind, title, () => this.host.post({ type: 'failureButton', id })).element;
    });
    const help = acts.length > 0 && el('div.actions', ...acts);
    this.failures.replaceChildren(el('div.defect', { role: 'alert' }, el('p', failure.message), help, beside));
  }

  /** Removes the sentence on a failure. */
  dismiss(): void {
    this.failures.replaceChildren();
  }
}
