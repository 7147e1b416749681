import { Announcer } from './a11y';
import type { PageContext } from './context';
import { actionButton } from './controls';
import { el } from './element';
import { Hints } from './glossary/hints';
import type { Host } from './host';
import { ProgressBar } from './live/progressBar';
import type { ToView } from './protocol';
import { readTheme, type Theme, watchTheme } from './theme';

/** What a page shows: a run, a comparison, the data of a file. */
export interface Staged {
  readonly element: HTMLElement;
  /** Where progress stands over it; left out where it shows progress itself. */
  readonly progressPlace?: HTMLElement;
  retheme?(theme: Theme): void;
  destroy?(): void;
}

/** What all pages have: one thing that is shown, progress over it, failures above it, words for screen readers, and explanations. */
export class Stage {
  private readonly announcer = new Announcer();
  private readonly failures = el('div.failures');
  /** What is shown stands in it. */
  readonly area = el('div.stage-area');
  private readonly progress: ProgressBar;
  private shown: Staged | undefined;

  /** `hint`: what cancelling does. */
  constructor(
    root: HTMLElement,
    private readonly host: Host,
    hint?: string,
  ) {
    this.progress = new ProgressBar(() => host.post({ type: 'cancel' }), hint);
    // Until there is more to show, the page's name stands there.
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

  /** Puts this in the page, in place of what is shown, of progress and of failures. */
  show<S extends Staged>(next: S): S {
    this.shown?.destroy?.();
    this.shown = next;
    this.dismiss();
    this.rest();
    this.area.replaceChildren(next.element);
    return next;
  }

  /** Progress over what is shown, or alone in the middle where nothing is yet. */
  work(fraction: number, stage: string): void {
    this.busy(true);
    this.progress.show(fraction, stage);
    const { element } = this.progress;
    element.classList.toggle('first-fit', this.shown === undefined);
    const place = this.shown?.progressPlace ?? this.area;
    // What stays in its place keeps the focus.
    if (place.contains(element)) return;
    if (this.shown === undefined) place.replaceChildren(element);
    else place.append(element);
  }

  rest(): void {
    this.busy(false);
    this.progress.element.remove();
  }

  /** Whether something else will take the place of what is shown. */
  busy(is: boolean): void {
    this.area.setAttribute('aria-busy', String(is));
  }

  /** Says it above what is shown, with the buttons that help, the first one filled, and `beside` them. */
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

  /** Takes away what was said of a failure. */
  dismiss(): void {
    this.failures.replaceChildren();
  }
}
