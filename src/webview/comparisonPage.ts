import type { Failure } from '../engine/contract/failure';
import { unpack } from '../engine/contract/pack';
import { Announcer } from './a11y';
import { el } from './element';
import { Hints } from './glossary/hints';
import type { Host } from './host';
import { ProgressBar } from './live/progressBar';
import type { Compared, CompareState, ToView } from './protocol';
import { ShownComparison } from './shownComparison';
import { readTheme, watchTheme } from './theme';

/** The page of a comparison: waits for runs or a race, shows them, and what takes their place. */
export class ComparisonPage {
  private readonly announcer = new Announcer();
  private readonly failures = el('div', { class: 'failures' });
  private readonly stage = el('div', { class: 'stage-area' });
  private readonly progress: ProgressBar;
  private shown: ShownComparison | undefined;

  constructor(
    root: HTMLElement,
    private readonly host: Host,
  ) {
    this.progress = new ProgressBar(() => host.post({ type: 'cancel' }));
    // Until there is more to show, the page's name stands there.
    this.stage.append(...root.childNodes);
    root.append(this.failures, this.stage, this.announcer.element);
    new Hints(root, (anchor) => host.post({ type: 'explain', anchor }));
    watchTheme(() => this.shown?.retheme(readTheme()));
  }

  receive(message: ToView): void {
    if (message.type === 'compare') this.show(message.bytes, message.view);
    if (message.type === 'progress') this.work(message.fraction, message.stage);
    if (message.type === 'idle') this.rest();
    if (message.type === 'failure') this.fail(message.failure);
  }

  private show(bytes: Uint8Array, sent: CompareState): void {
    const compared = unpack(new Uint8Array(bytes)) as Compared;
    // What the person chose may still be on its way to the extension.
    const view = { ...sent, ...this.shown?.options };
    this.shown?.destroy();
    this.failures.replaceChildren();
    this.rest();
    this.shown = new ShownComparison(compared, view, {
      theme: readTheme(),
      post: (message) => this.host.post(message),
      announce: (text) => this.announcer.announce(text),
      rememberComparison: (state) => this.host.rememberComparison(state),
      working: (stage) => this.work(0, stage),
    });
    this.stage.replaceChildren(this.shown.element);
    this.shown.mount();
    document.title = `${compared.file}, comparison`;
  }

  /** Over what is shown, or alone in the middle where nothing is yet. */
  private work(fraction: number, stage: string): void {
    this.stage.setAttribute('aria-busy', 'true');
    this.progress.show(fraction, stage);
    this.progress.element.classList.toggle('first-fit', this.shown === undefined);
    const place = this.shown?.progressPlace ?? this.stage;
    if (this.shown === undefined) place.replaceChildren(this.progress.element);
    else if (!place.contains(this.progress.element)) place.append(this.progress.element);
  }

  private rest(): void {
    this.stage.removeAttribute('aria-busy');
    this.progress.element.remove();
  }

  private fail({ message }: Failure): void {
    this.rest();
    if (this.shown === undefined) this.stage.replaceChildren();
    this.failures.replaceChildren(el('div', { class: 'defect', role: 'alert' }, el('p', {}, message)));
  }
}
