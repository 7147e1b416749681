import type { Failure } from '../../engine/contract/failure';
import { unpack } from '../../engine/contract/pack';
import { Announcer } from '../a11y';
import { Answers } from '../answers';
import { actionButton } from '../controls';
import { el } from '../element';
import { Hints } from '../glossary/hints';
import type { Host } from '../host';
import { ProgressBar } from '../live/progressBar';
import type { FailureButton, ToView } from '../protocol';
import { readTheme, watchTheme } from '../theme';
import type { DataChange, Inspected, InspectState } from './inspected';
import { ShownData } from './shownData';

/** The page of a file's data: waits for it, shows it, and what takes its place after a choice. */
export class InspectPage {
  private readonly answers = new Answers((message) => this.host.post(message));
  private readonly announcer = new Announcer();
  private readonly failures = el('div', { class: 'failures' });
  private readonly stage = el('div', { class: 'stage-area' });
  private readonly progress: ProgressBar;
  private shown: ShownData | undefined;
  /** What the person did to the list may still be on its way to the extension. */
  private left: InspectState | undefined;

  constructor(
    root: HTMLElement,
    private readonly host: Host,
  ) {
    this.progress = new ProgressBar(() => host.post({ type: 'cancel' }), 'Stop reading the file');
    // Until there is more to show, the page's name stands there.
    this.stage.append(...root.childNodes);
    root.append(this.failures, this.stage, this.announcer.element);
    new Hints(root, (anchor) => host.post({ type: 'explain', anchor }));
    watchTheme(() => this.shown?.retheme(readTheme()));
  }

  receive(message: ToView): void {
    if (message.type === 'inspected') this.show(message.bytes, message.view);
    if (message.type === 'progress') this.work(message.fraction, message.stage);
    if (message.type === 'answer') this.answers.take(message.id, message.value);
    if (message.type === 'noAnswer') this.answers.fail(message.id, message.failure);
    if (message.type === 'failure') this.fail(message.failure, message.buttons ?? []);
  }

  private show(bytes: Uint8Array, sent: InspectState): void {
    const inspected = unpack(new Uint8Array(bytes)) as Inspected;
    const { file, alone } = sent;
    const view = { ...sent, ...this.left, file, ...(alone !== undefined && { alone }) };
    const again = this.shown !== undefined;
    const place = this.shown?.place();
    this.shown?.destroy();
    this.failures.replaceChildren();
    this.rest();
    this.shown = new ShownData(inspected, view, {
      theme: readTheme(),
      post: (message) => this.host.post(message),
      announce: (text) => this.announcer.announce(text),
      ask: this.answers.ask.bind(this.answers) as Answers['ask'],
      inspected,
      source: () => ({ file: inspected.file }),
      choose: (change) => this.choose(change),
      remember: (state) => {
        this.left = state;
        this.host.rememberInspection(state);
      },
    });
    this.stage.replaceChildren(this.shown.element);
    this.shown.mount(place);
    if (again) this.announcer.announce(this.shown.spoken);
    document.title = `${inspected.file}, data`;
  }

  private choose(change: DataChange): void {
    if (change.kind === 'alone' || change.kind === 'target') {
      const { alone: _, ...left } = this.left ?? { file: '' };
      this.left = left;
    }
    this.stage.setAttribute('aria-busy', 'true');
    this.host.post({ type: 'dataChange', change });
  }

  /** Over what is shown, or alone in the middle where nothing is yet. */
  private work(fraction: number, stage: string): void {
    this.stage.setAttribute('aria-busy', 'true');
    this.failures.replaceChildren();
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

  private fail({ message }: Failure, buttons: readonly FailureButton[]): void {
    this.rest();
    if (this.shown === undefined) this.stage.replaceChildren();
    const acts = buttons.map(
      ({ id, title }, i) =>
        actionButton(title, i === 0 ? 'primary' : 'secondary', title, () =>
          this.host.post({ type: 'failureButton', id }),
        ).element,
    );
    this.failures.replaceChildren(
      el(
        'div',
        { class: 'defect', role: 'alert' },
        el('p', {}, message),
        acts.length > 0 && el('div', { class: 'actions' }, ...acts),
      ),
    );
  }
}
