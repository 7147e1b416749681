import { unpack } from '../engine/contract/pack';
import type { Reproduction } from '../engine/contract/reproduction';
import { type AnyRun, isComponents } from '../engine/contract/run';
import { count } from '../engine/words/numbers';
import type { RunBefore } from '../figures/improve/beforeAfter';
import { spoken } from '../figures/words/describe';
import { Answers } from './answers';
import { beginPage } from './beginPage';
import { linkButton } from './element';
import type { FormSpec } from './forms/form';
import { FormPage } from './forms/formPage';
import type { Host } from './host';
import type { ToView } from './protocol';
import type { ViewState } from './protocol.schema';
import type { Shown } from './shown';
import { ShownComponents } from './shownComponents';
import { ShownRun } from './shownRun';
import { Stage } from './stage';
import { ReproductionPage } from './views/reproductionPage';

/** The page of runs: waits for a run, shows it, and shows the next one in its place. */
class Panel {
  private readonly answers = new Answers((message) => this.host.post(message));
  private readonly stage: Stage;
  private shown: Shown | undefined;
  private form: FormPage | undefined;
  /** The state in which the person left the run that is shown. */
  private left: ViewState | undefined;
  /** True while first figures are shown. */
  private first = false;

  constructor(
    root: HTMLElement,
    private readonly host: Host,
  ) {
    this.stage = new Stage(root, host);
  }

  receive(message: ToView): void {
    this.answers.receive(message);
    if (message.type === 'show') {
      this.show(message.run, message.view);
      this.first = message.first === true;
      this.stage.busy(this.first);
    }
    if (message.type === 'reproduction') this.reproduce(message.bytes);
    if (message.type === 'form') this.ask(message.form);
    if (message.type === 'formChecked') this.form?.check(message.verdict, message.acted);
    if (message.type === 'before' && this.left?.runId === message.runId)
      this.shown?.showBefore(unpack(new Uint8Array(message.run)) as RunBefore);
    if (message.type === 'progress') this.progress(message.fraction, message.stage);
    if (message.type === 'race' && this.left?.runId === message.runId) this.shown?.race(message.race);
    if (message.type === 'follow' && this.left?.runId === message.view.runId) {
      this.left = message.view;
      this.shown?.follow(message.view);
    }
    if (message.type === 'turnTab') this.shown?.turnTab(message.by);
    if (message.type === 'idle' || message.type === 'failure') this.idle();
    if (message.type === 'failure') {
      const dismiss = this.shown !== undefined && linkButton('Dismiss', () => this.stage.dismiss());
      this.stage.fail(message, dismiss);
    }
  }

  private show(bytes: Uint8Array, sent: ViewState): void {
    const run = unpack(new Uint8Array(bytes)) as AnyRun;
    const again = this.shown !== undefined;
    // The person's changes to first figures may still be on their way to the extension.
    const view = this.first && this.left?.runId === sent.runId ? this.left : sent;
    this.left = view;
    const refocus = focusPlace(this.stage.area);
    const context = {
      ...this.stage.context,
      ask: this.answers.ask,
      beside: {},
      remember: (state: ViewState) => {
        this.left = state;
        this.host.remember({ type: 'state', view: state });
      },
    };
    this.shown = this.stage.show(
      isComponents(run) ? new ShownComponents(run, view, context) : new ShownRun(run, view, context),
    );
    this.shown.mount();
    refocus?.();
    this.host.remember({ type: 'state', view });
    if (again) this.stage.announce(`Fitted again. ${spoken(this.shown.lead)}`);
    document.title = `${run.file.name}, ${count(run.data.used)} rows`;
  }

  private reproduce(bytes: Uint8Array): void {
    const reproduction = unpack(new Uint8Array(bytes)) as Reproduction;
    this.stage.show(new ReproductionPage(reproduction, this.stage.context)).mount();
    document.title = reproduction.spec.title;
  }

  private ask(form: FormSpec): void {
    const focused = this.form?.focused;
    const scrolled = this.form?.element.querySelector('main')?.scrollTop ?? 0;
    this.form = this.stage.show(new FormPage(form, (message) => this.host.post(message)));
    this.form.mount(focused);
    this.form.element.querySelector('main')?.scrollTo({ top: scrolled });
    document.title = form.title;
  }

  /** A run shows its progress itself. */
  private progress(fraction: number, stage: string): void {
    this.stage.busy(true);
    if (this.shown) this.shown.working(fraction, stage);
    else this.stage.work(fraction, stage);
  }

  private idle(): void {
    this.shown?.idle();
    this.stage.rest();
  }
}

/** The attributes that identify an element that is made anew with another run. */
const NAMES = ['id', 'data-lane'] as const;

/**
 * Finds the place of the focus again after `within` was filled anew; undefined if the focus is not in it. If its name
 * is no longer there, the slider used last takes the focus from a button beside the sliders, or else the tab in
 * front.
 */
function focusPlace(within: HTMLElement): (() => void) | undefined {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !within.contains(activeElement)) return undefined;
  const places = NAMES.flatMap((name) => {
    const value = activeElement.getAttribute(name);
    return value ? [`[${name}="${CSS.escape(value)}"]`] : [];
  });
  const strip = activeElement.closest<HTMLElement>('.controls');
  const { last } = strip?.dataset ?? {};
  if (last !== undefined) places.push(`[data-axis="${CSS.escape(last)}"] input[type=range]`);
  if (strip) places.push('.controls input[type=range]');
  places.push('[role=tab][aria-selected=true]');
  return () => {
    for (const place of places) {
      const found = within.querySelector<HTMLElement>(place);
      if (!found?.checkVisibility()) continue;
      found.focus({ preventScroll: true });
      return;
    }
  };
}

// Another page takes parts from this script, and starts itself.
if (document.getElementById('page')?.dataset.page === undefined) beginPage(Panel);
