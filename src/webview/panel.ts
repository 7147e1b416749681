import type { Failure } from '../engine/contract/failure';
import { unpack } from '../engine/contract/pack';
import type { Reproduction } from '../engine/contract/reproduction';
import { type AnyRun, isComponents } from '../engine/contract/run';
import { count } from '../engine/words/numbers';
import type { ComparedRun } from '../figures/compare/comparedRun';
import { spoken } from '../figures/words/describe';
import { Announcer } from './a11y';
import { Answers } from './answers';
import { el } from './element';
import { focusPlace } from './focusPlace';
import type { FormSpec } from './forms/form';
import { FormPage } from './forms/formPage';
import { Hints } from './glossary/hints';
import type { Host } from './host';
import { ProgressBar } from './live/progressBar';
import type { FromView, ToView, ViewState } from './protocol';
import type { Shown } from './shown';
import { ShownComponents } from './shownComponents';
import { ShownRun } from './shownRun';
import { readTheme, watchTheme } from './theme';
import { ReproductionPage } from './views/reproductionPage';

/** The page as a whole: waits for a run, shows it, and shows the next one in its place. */
export class Panel {
  private readonly answers = new Answers((message) => this.host.post(message));
  private readonly announcer = new Announcer();
  private readonly failures = el('div', { class: 'failures' });
  private readonly stage = el('div', { class: 'stage-area' });
  private readonly firstFit: ProgressBar;
  private shown: Shown | undefined;
  private reproduction: ReproductionPage | undefined;
  private form: FormPage | undefined;
  /** Where the person left the run that is shown. */
  private left: ViewState | undefined;
  /** What is shown are first figures. */
  private first = false;

  constructor(
    root: HTMLElement,
    private readonly host: Host,
  ) {
    this.firstFit = new ProgressBar(() => host.post({ type: 'cancel' }));
    this.firstFit.element.classList.add('first-fit');
    // Until there is more to show, the page's name stands there.
    this.stage.append(...root.childNodes);
    root.append(this.failures, this.stage, this.announcer.element);
    new Hints(root, (anchor) => host.post({ type: 'explain', anchor }));
    watchTheme(() => (this.shown ?? this.reproduction)?.retheme(readTheme()));
  }

  receive(message: ToView): void {
    switch (message.type) {
      case 'show':
        this.show(message.run, message.view);
        this.first = message.first === true;
        this.busy(this.first);
        break;
      case 'reproduction':
        this.reproduce(message.bytes);
        break;
      case 'form':
        this.ask(message.form);
        break;
      case 'formChecked':
        this.form?.check(message.verdict, message.acted);
        break;
      case 'before':
        if (this.left?.runId === message.runId)
          this.shown?.showBefore?.(unpack(new Uint8Array(message.run)) as ComparedRun);
        break;
      case 'answer':
        this.answers.take(message.id, message.value);
        break;
      case 'noAnswer':
        this.answers.fail(message.id, message.failure);
        break;
      case 'progress':
        this.progress(message.fraction, message.stage);
        break;
      case 'race':
        if (this.left?.runId === message.runId) this.shown?.race(message.race);
        break;
      case 'idle':
        this.firstFit.element.remove();
        this.shown?.idle();
        this.busy(false);
        break;
      case 'follow':
        if (this.left?.runId !== message.view.runId) break;
        this.left = message.view;
        this.shown?.follow(message.view);
        break;
      case 'turnTab':
        this.shown?.turnTab(message.by);
        break;
      case 'failure':
        this.fail(message.failure);
        break;
    }
  }

  /** Whether another run will take the place of what stands here. */
  private busy(is: boolean): void {
    this.stage.setAttribute('aria-busy', String(is));
  }

  private show(bytes: Uint8Array, sent: ViewState): void {
    const run = unpack(new Uint8Array(bytes)) as AnyRun;
    const again = this.shown !== undefined;
    // What the person does to first figures may still be on its way to the extension.
    const view = this.first && this.left?.runId === sent.runId ? this.left : sent;
    this.left = view;
    const refocus = focusPlace(this.stage);
    this.shown?.destroy();
    this.failures.replaceChildren();
    const context = {
      theme: readTheme(),
      post: (message: FromView) => this.host.post(message),
      announce: (text: string) => this.announcer.announce(text),
      ask: this.answers.ask.bind(this.answers) as Answers['ask'],
      beside: {},
      remember: (state: ViewState) => {
        this.left = state;
        this.host.remember(state);
      },
    };
    this.shown = isComponents(run) ? new ShownComponents(run, view, context) : new ShownRun(run, view, context);
    this.stage.replaceChildren(this.shown.element);
    this.shown.mount();
    refocus?.();
    this.host.remember(view);
    if (again) this.announcer.announce(`Fitted again. ${spoken(this.shown.lead)}`);
    document.title = `${run.file.name}, ${count(run.data.used)} rows`;
  }

  private reproduce(bytes: Uint8Array): void {
    const reproduction = unpack(new Uint8Array(bytes)) as Reproduction;
    this.reproduction?.destroy();
    this.reproduction = new ReproductionPage(reproduction, {
      theme: readTheme(),
      post: (message) => this.host.post(message),
      announce: (text) => this.announcer.announce(text),
    });
    this.stage.replaceChildren(this.reproduction.element);
    this.reproduction.mount();
    document.title = reproduction.spec.title;
  }

  private ask(form: FormSpec): void {
    const focused = this.form?.focused;
    const scrolled = this.form?.element.querySelector('main')?.scrollTop ?? 0;
    this.form = new FormPage(form, (message) => this.host.post(message));
    this.stage.replaceChildren(this.form.element);
    this.form.mount(focused);
    this.form.element.querySelector('main')?.scrollTo({ top: scrolled });
    document.title = form.title;
  }

  private progress(fraction: number, stage: string): void {
    this.busy(true);
    this.shown?.working(fraction, stage);
    if (this.shown) return;
    this.firstFit.show(fraction, stage);
    if (!this.firstFit.element.isConnected) this.stage.replaceChildren(this.firstFit.element);
  }

  private fail(failure: Failure): void {
    if (this.shown === undefined) this.stage.replaceChildren();
    this.shown?.idle();
    this.busy(false);
    this.firstFit.element.remove();
    const close = el('button', { class: 'link', type: 'button' }, 'Dismiss');
    const box = el(
      'div',
      { class: 'defect', role: 'alert' },
      el('p', {}, failure.message),
      this.shown !== undefined && close,
    );
    close.addEventListener('click', () => box.remove());
    this.failures.replaceChildren(box);
  }
}
