import { l10n, type WebviewPanel } from 'vscode';
import type { RunStore } from '../../doors/runs/store';
import { headOf, type RunHead } from '../../doors/runs/summary';
import { KernelscopeError, toFailure } from '../../engine/contract/failure';
import { pack, unpack } from '../../engine/contract/pack';
import type { LaneId, Race } from '../../engine/contract/race';
import { RACE } from '../../engine/contract/race.schema';
import type { RunResult } from '../../engine/contract/run';
import { holds } from '../../engine/contract/schema';
import { runBefore } from '../../figures/improve/beforeAfter';
import { shownLane } from '../../figures/lanes/race';
import { APPROXIMATIONS, laneOfChange, type RunChange } from '../../figures/next/runChange';
import type { FromView, ViewState } from '../../webview/protocol.schema';
import { type Tab, tabTitle } from '../../webview/views/runTabs';
import type { HeadChoice, SliderSetting } from '../fit/request';
import type { PanelTitle } from '../runs/label';
import { wholeRun } from '../runs/wholeRun';
import type { FitControls, FitWatcher } from '../tasks';
import { type PageHost, PagePanel, type UnderWay } from './pagePanel';
import type { PanelActions } from './panelActions';

interface PanelHost extends PageHost {
  readonly store: RunStore;
  readonly actions: PanelActions;
  readonly popOut: (run: RunHead, state: ViewState) => void;
  /** Called when the person chose another tab or target, or moved a slider. */
  readonly viewed: (state: ViewState) => void;
  /** The panel's title, distinct from those of the other open panels. */
  readonly titled: (title: PanelTitle) => string;
}

/** A panel that opened while its run was still being fitted: the page and the engine get ready side by side. */
interface Fitting extends UnderWay, FitControls {
  /** `performance.now()` when the fit was asked for. */
  readonly since: number;
  /** The packed first figures, once there are some. */
  first?: Uint8Array;
  drawn?: true;
  /** The progress of the candidates since. */
  race?: Race;
}

/**
 * One panel. It stores which run it shows and how, and little of the run itself: whenever its page says `ready` (when
 * it opens, returns from hiding, or the window was reloaded) the stored run is read and sent again.
 */
export class ResultsPanel extends PagePanel<ViewState, Tab, Fitting> {
  /** `performance.now()` when its figures were asked for; the log says how long they took. */
  since: number | undefined;
  private head: RunHead | undefined;
  /**
   * The runs of this panel's candidates by method and lane: a candidate that was fitted before is shown, not fitted
   * again.
   */
  private readonly candidates = new Map<string, string>();

  constructor(
    view: WebviewPanel,
    state: ViewState,
    protected override readonly host: PanelHost,
  ) {
    super(view, state, host);
  }

  get runId(): string {
    return this.state.runId;
  }

  get only(): Tab | undefined {
    return this.state.only;
  }

  get viewState(): ViewState {
    return this.state;
  }

  get title(): string {
    return this.view.title;
  }

  /** The address of the file behind the run; undefined until the page has been sent its run. */
  get origin(): string | undefined {
    return this.head?.origin;
  }

  /** Waits for a person's choices until `await` or `abandon`. */
  expect(cancel: () => void): void {
    const nothing = () => undefined;
    const controls = { cancel, finish: nothing, seen: nothing };
    this.awaiting({ ...controls, since: performance.now() }, -1, l10n.t('waiting for your choices'));
  }

  /** Shows the progress of a fit until `finish` or `abandon`. */
  await(controls: FitControls, since: number): void {
    this.awaiting({ ...controls, since }, 0, l10n.t('starting'));
  }

  /** The functions that receive a fit's reports. */
  get watcher(): FitWatcher {
    return {
      progress: (fraction, stage) => this.progress(fraction, stage),
      place: this.place,
      interim: (run) => this.interim(run),
      race: (runId, race) => this.race(runId, race),
    };
  }

  /**
   * Shows first figures while the fit continues; the person's changes to them stay when the run of the same id takes
   * their place.
   */
  interim(run: RunResult): void {
    if (!this.underWay || this.closed) return;
    this.state = { ...this.state, runId: run.id };
    this.underWay.first = pack(run);
    this.host.log.debug(`panel: first fit after ${Math.round(performance.now() - this.underWay.since)} ms`);
    this.renew();
  }

  /** Shows the current state of the candidates of the first figures; messages for another run are ignored. */
  race(runId: string, race: Race): void {
    if (!this.underWay?.first || runId !== this.runId || !holds(RACE, race)) return;
    this.underWay.race = race;
    this.post({ type: 'race', runId, race });
  }

  /** Shows the finished run. */
  finish(runId: string, since: number): void {
    this.underWay = undefined;
    this.since = since;
    this.state = { ...this.state, runId };
    this.renew();
  }

  /** Follows another panel of this run: it takes the shared state, but not the tab. */
  follow(moved: ViewState): void {
    const { tab, only, before } = this.state;
    const { only: _, before: __, ...shared } = moved;
    this.state = { ...shared, tab, ...(only && { only }), ...(before !== undefined && { before }) };
    this.post({ type: 'follow', view: this.state });
  }

  /** Selects the tab `by` places further. */
  turnTab(by: number): void {
    this.post({ type: 'turnTab', by });
  }

  protected override async act(message: FromView): Promise<void> {
    const { actions } = this.host;
    // The page's late messages about the previous run do not apply to this one.
    if (message.type === 'state' && message.view.runId === this.runId) {
      this.state = message.view;
      this.host.viewed(this.state);
    }
    if (message.type === 'drawn') this.noteDrawn(message.tab, message.milliseconds);
    if (message.type === 'finishRace') this.underWay?.finish();
    if (message.type === 'failureButton' && message.id === FIT_AGAIN.id) {
      const { title } = this;
      this.abandon();
      await actions.fitTitled(title);
    }
    const run = this.head;
    if (!run) return;
    if (message.type === 'save') await actions.save(run, message.name, message.format, message.bytes);
    if (message.type === 'use') await this.refit(run, { filter: message.filter, threshold: message.threshold });
    if (message.type === 'useStrength') await this.refit(run, { axis: message.axis, value: message.value });
    if (message.type === 'command') await actions.command(run, message.command);
    if (message.type === 'pick') {
      const choice = await actions.pick(run, message.what);
      if (choice) await this.refit(run, choice);
    }
    if (message.type === 'change') await this.change(run, message.change);
    if (message.type === 'showBefore') await this.showBefore();
    if (message.type === 'ask' && message.question.kind !== 'column') {
      const { question } = message;
      await this.answer(message.id, question, (signal) => actions.answer(run, question, signal));
    }
    if (message.type === 'saveRows') await actions.saveRows(run, message.rows);
    if (message.type === 'openLine') await actions.openLine(run, message.line);
    if (message.type === 'popOut') this.host.popOut(run, { ...this.state, tab: message.tab, only: message.tab });
    if (message.type === 'compare') await actions.compare(run);
    if (message.type === 'changeData') await actions.changeData(run);
    if (message.type === 'saveScores') await actions.saveScores(run);
  }

  protected override async replay(): Promise<void> {
    if (this.underWay) {
      const { first, race } = this.underWay;
      if (first) this.post({ type: 'show', run: first, view: this.state, first: true });
      if (race) this.post({ type: 'race', runId: this.runId, race });
      this.postProgress();
      return;
    }
    try {
      if (this.runId === '') throw interrupted();
      const bytes = await this.host.store.bytes(this.runId);
      if (this.closed) return;
      // A damaged file is found here, where it can be reported, and not in the page.
      const run = await wholeRun(unpack(bytes));
      if (this.closed) return;
      this.head = headOf(run);
      const lane = this.head.race && shownLane(this.head.race, run.parameters);
      if (lane) this.candidates.set(candidateKey(run.request.method, lane), run.id);
      this.view.title = this.host.titled({
        file: run.file.name,
        method: run.method.title,
        kernel: run.kernelName ?? '',
        ...(this.only && { tab: tabTitle(this.only, run) }),
      });
      this.post({ type: 'show', run: bytes, view: this.state });
      if (this.state.before !== undefined) await this.postBefore(this.state.before);
    } catch (error) {
      const failure = toFailure(error);
      this.host.log.warn(`panel: ${failure.message}`);
      this.post({ type: 'failure', failure, ...(failure.code === 'run/unreadable' && { buttons: [FIT_AGAIN] }) });
    }
  }

  /** Fits the run again with a change; for a candidate of its race that was fitted before, shows that run. */
  private async change(run: RunHead, change: RunChange): Promise<void> {
    const key = run.race && keyOfChange(run.request.method, run.race, change);
    const known = key && this.candidates.get(key);
    if (known === undefined || this.working || !(await this.isStored(known))) return this.refit(run, change);
    this.show(known);
    await this.replay();
    this.post({ type: 'idle' });
  }

  private isStored(runId: string): Promise<boolean> {
    return this.host.store.bytes(runId).then(
      () => true,
      () => false,
    );
  }

  /** Shows another run in this panel: the tab stays, the sliders do not. `before`: the run that it is shown beside. */
  private show(runId: string, before?: string): void {
    const { filter: _, at: __, threshold: ___, before: ____, components, ...state } = this.state;
    // A rectangle was drawn over the scores of the previous run.
    const { selection: _____, ...look } = components ?? {};
    this.state = {
      ...state,
      runId,
      ...(components && { components: look }),
      ...(before !== undefined && { before }),
    };
  }

  /** Fits a new run and shows it in this panel in place of the old one; the tab stays. */
  private async refit(run: RunHead, setting: SliderSetting | RunChange | HeadChoice): Promise<void> {
    await this.work(async (follow, signal) => {
      this.since = performance.now();
      const fresh = await this.host.actions.refit(run, setting, follow, signal);
      if (!fresh) return;
      const beside = 'kind' in setting ? BESIDE[setting.kind] : undefined;
      this.show(fresh.id, beside && run.id);
      // On the first screen there is no room for the previous run.
      if (beside && this.state.tab === 'overview') this.state = { ...this.state, tab: beside };
      await this.replay();
    });
  }

  private awaiting(fitting: Omit<Fitting, 'fraction' | 'stage'>, fraction: number, stage: string): void {
    this.underWay = { ...fitting, fraction, stage };
    this.postProgress();
  }

  /** Undo. The run that is left stays in the history. */
  private async showBefore(): Promise<void> {
    const { before } = this.state;
    if (before === undefined || this.working) return;
    this.show(before);
    await this.replay();
  }

  /** Sends the previous run, which the page compares with the one fitted from it. It may have been deleted. */
  private async postBefore(id: string): Promise<void> {
    const { runId } = this;
    const before = await this.host.store.load(id).catch(() => undefined);
    if (before) this.post({ type: 'before', runId, run: pack(runBefore(before)) });
  }

  private noteDrawn(tab: Tab, milliseconds: number): void {
    const { log } = this.host;
    log.debug(`page: ${tab} drawn in ${milliseconds.toFixed(1)} ms`);
    const after = (since: number) => `figures after ${Math.round(performance.now() - since)} ms`;
    if (this.since !== undefined) log.info(after(this.since));
    this.since = undefined;
    if (this.head?.id === this.runId) this.noteShown(tab);
    else if (this.underWay?.first && !this.underWay.drawn) {
      this.underWay.drawn = true;
      this.underWay.seen();
      log.debug(`first ${after(this.underWay.since)}`);
    }
  }
}

/** The action that helps if the run of a panel is not stored. */
const FIT_AGAIN = { id: 'fitAgain', title: l10n.t('Fit the File Again') };

/** The changes after which a run is shown beside the previous one, each with the tab that does so. */
const BESIDE: Readonly<Partial<Record<string, Tab>>> = { leaveOut: 'rows', columns: 'columns' };

/** The key of a candidate: its kernel with another method is another fit. */
const candidateKey = (method: string, lane: LaneId): string => `${method} ${lane}`;

function keyOfChange(method: string, { lanes, chosen }: Race, change: RunChange): string | undefined {
  if (change.kind === 'approximation') return chosen && candidateKey(APPROXIMATIONS[change.lane].method, chosen);
  if (change.kind !== 'kernel') return undefined;
  const lane = laneOfChange(change);
  return lanes.some(({ id }) => id === lane) ? candidateKey(method, lane) : undefined;
}

const interrupted = (): KernelscopeError =>
  new KernelscopeError(
    'run/unreadable',
    'The window was closed before the fit finished. Fit the file again to see it.',
  );
