import type { LogOutputChannel, Uri, ViewColumn, WebviewPanel } from 'vscode';
import { targetsText } from '../../brief/runFacts';
import { KernelscopeError, toFailure } from '../../engine/contract/failure';
import { pack, unpack } from '../../engine/contract/pack';
import type { LaneId, Race } from '../../engine/contract/race';
import { isComponents, type RunResult } from '../../engine/contract/run';
import { inertText } from '../../engine/words/inertText';
import { comparedRun } from '../../figures/compare/comparedRun';
import { refusal } from '../../figures/compare/refusal';
import type { Compared, CompareState, ExportFormat, ToView } from '../../webview/protocol';
import type { RememberedRaces, StoredRace } from '../compare/races';
import { openDocs } from '../openDocs';
import { runNames } from '../runs/groups';
import type { RunMarks } from '../runs/marks';
import type { RunStore } from '../runs/store';
import { headOf, type RunHead, type StoredRun, summariseRun } from '../runs/summary';
import { wholeRun } from '../runs/wholeRun';
import type { ProgressPlace, ReportProgress } from '../tasks';
import { pageMessage } from './pageMessage';
import { placeOf, postTo, servePage } from './servedPage';

/** What a comparison can ask for that reaches beyond its panel. Failures are reported by these, never thrown. */
export interface CompareActions {
  openRun(id: string): Promise<void>;
  /** The ids of the runs to compare instead; undefined when the person thinks better of it. */
  chooseRuns(shown: readonly string[], origin: string | undefined): Promise<readonly string[] | undefined>;
  /** Fits a candidate to all rows; the id of its run, undefined when that did not work out. */
  fitCandidate(
    race: StoredRace,
    lane: LaneId,
    follow: ReportProgress,
    signal: AbortSignal,
  ): Promise<string | undefined>;
  openLine(run: RunHead, line: number): Promise<void>;
  save(origin: string | undefined, name: string, format: ExportFormat, bytes: Uint8Array): Promise<void>;
}

export interface CompareHost {
  readonly extensionUri: Uri;
  readonly store: RunStore;
  readonly marks: RunMarks;
  readonly races: RememberedRaces;
  readonly log: LogOutputChannel;
  readonly actions: CompareActions;
  /** The person chose another run as the baseline of these. */
  readonly pinned: (run: string) => Promise<void>;
}

/** A race under way. */
interface Racing {
  readonly cancel: () => void;
  readonly file: string;
  stage: string;
  fraction: number;
  race?: Race;
}

/** One panel of runs side by side. It holds which runs these are and how they are shown; runs are read again whenever its page asks. */
export class ComparePanel {
  private head: RunHead | undefined;
  private racing: Racing | undefined;
  private fitting: AbortController | undefined;
  private pageReady = false;
  private closed = false;
  private shownNow = false;
  private shown: (() => void)[] = [];

  constructor(
    private readonly view: WebviewPanel,
    private state: CompareState,
    private readonly host: CompareHost,
  ) {
    view.webview.onDidReceiveMessage((sent: unknown) => this.receive(sent));
    view.onDidDispose(() => {
      this.closed = true;
      this.fitting?.abort();
      this.racing?.cancel();
    });
    servePage(view, host.extensionUri, { title: view.title, page: 'comparison' });
  }

  get runIds(): readonly string[] {
    return this.state.runIds;
  }

  get active(): boolean {
    return this.view.active;
  }

  get column(): ViewColumn | undefined {
    return this.view.viewColumn;
  }

  /** The address of the file that is compared on. */
  get origin(): string | undefined {
    return this.head?.origin ?? this.host.races.get(this.state.race)?.origin;
  }

  /** Resolves once the page shows what it was sent last. */
  whenShown(): Promise<CompareState> {
    if (this.shownNow) return Promise.resolve(this.state);
    return new Promise((resolve) => this.shown.push(() => resolve(this.state)));
  }

  reveal(): void {
    this.view.reveal(undefined, true);
  }

  /** Shows a race as it goes on, until `finish` or `abandon`. */
  await(file: string, cancel: () => void): void {
    this.racing = { cancel, file, fraction: 0, stage: 'starting' };
  }

  /** Where that is to be seen. */
  get place(): ProgressPlace {
    return placeOf(this.view, () => this.closed);
  }

  progress(fraction: number, stage: string): void {
    if (!this.racing) return;
    Object.assign(this.racing, { fraction, stage });
    if (this.pageReady) this.post({ type: 'progress', fraction, stage });
  }

  interim(race: Race): void {
    if (!this.racing || this.closed) return;
    this.racing.race = race;
    if (this.pageReady) void this.replay();
  }

  /** The race is over and kept under this id. */
  finish(race: string): void {
    this.racing = undefined;
    if (this.closed) return;
    this.state = { ...this.state, race };
    this.renew();
  }

  abandon(): void {
    this.racing = undefined;
    if (!this.closed) this.view.dispose();
  }

  /** What the page sends; public so that tests can be the page. */
  async receive(sent: unknown): Promise<void> {
    const { actions, log } = this.host;
    const message = pageMessage(sent);
    if (message === undefined) {
      log.warn('page: a message of unknown form was ignored');
      return;
    }
    if (message.type === 'ready') {
      this.pageReady = true;
      await this.replay();
    }
    if (message.type === 'compareState') await this.note(message.view);
    if (message.type === 'explain') await openDocs(this.host.extensionUri, message.anchor);
    if (message.type === 'defect') log.error(`page: ${message.message}`, message.stack);
    if (message.type === 'cancel') {
      this.fitting?.abort();
      this.racing?.cancel();
    }
    if (message.type === 'openRun' && this.runIds.includes(message.id)) await actions.openRun(message.id);
    if (message.type === 'chooseRuns') await this.choose();
    if (message.type === 'fitCandidate') await this.fit(message.lane);
    if (message.type === 'openLine' && this.head) await actions.openLine(this.head, message.line);
    if (message.type === 'save') await actions.save(this.origin, message.name, message.format, message.bytes);
  }

  /** Which runs and which race are compared the panel knows better than a page that may be a step behind. */
  private async note({ runIds: _, race: __, ...options }: CompareState): Promise<void> {
    const { runIds, race, baseline: before } = this.state;
    this.state = { runIds, ...(race !== undefined && { race }), ...options };
    if (this.racing === undefined) {
      this.shownNow = true;
      for (const resolve of this.shown.splice(0)) resolve();
    }
    const { baseline } = options;
    if (baseline !== undefined && baseline !== before && runIds.includes(baseline)) await this.host.pinned(baseline);
  }

  private async choose(): Promise<void> {
    const chosen = await this.host.actions.chooseRuns(this.runIds, this.origin);
    if (chosen === undefined || this.closed) return;
    this.state = { ...this.state, runIds: chosen };
    this.renew();
  }

  private async fit(lane: LaneId): Promise<void> {
    const race = this.host.races.get(this.state.race);
    if (!race || this.fitting) return;
    this.fitting = new AbortController();
    const follow: ReportProgress = (fraction, stage) => this.post({ type: 'progress', fraction, stage });
    try {
      const id = await this.host.actions.fitCandidate(race, lane, follow, this.fitting.signal);
      if (id !== undefined) {
        this.state = { ...this.state, runIds: [...this.runIds, id] };
        this.renew();
      }
    } finally {
      this.fitting = undefined;
      this.post({ type: 'idle' });
    }
  }

  private renew(): void {
    this.shownNow = false;
    if (this.pageReady) void this.replay();
  }

  private async replay(): Promise<void> {
    try {
      if (this.racing) {
        const { race, file, fraction, stage } = this.racing;
        if (race) this.show({ file, target: race.target, runs: [], race, fits: [] });
        this.post({ type: 'progress', fraction, stage });
        return;
      }
      const runs = await this.load();
      const race = this.host.races.get(this.state.race);
      if (this.closed) return;
      this.state = { ...this.state, runIds: runs.map(({ id }) => id) };
      this.show(this.compared(runs, race));
    } catch (error) {
      const failure = toFailure(error);
      this.host.log.warn(`comparison: ${failure.message}`);
      this.post({ type: 'failure', failure });
    }
  }

  private show(compared: Compared): void {
    this.post({ type: 'compare', bytes: pack(compared), view: this.state });
  }

  /** Runs that are gone are left out. Throws `run/unreadable`, and `parameter/invalid` for runs that cannot be compared. */
  private async load(): Promise<readonly (RunResult & StoredRun)[]> {
    const { store, log } = this.host;
    const runs: StoredRun[] = [];
    for (const id of this.runIds) {
      try {
        runs.push(wholeRun(unpack(await store.bytes(id))));
      } catch (error) {
        log.warn(`comparison: ${id}: ${toFailure(error).message}`);
      }
    }
    const raced = this.host.races.get(this.state.race) !== undefined;
    if (runs.length === 0 && !raced)
      throw new KernelscopeError('run/unreadable', 'These runs are no longer in the history. Fit the file again.');
    // One run beside the candidates of its race is a beginning.
    const refused = raced && runs.length < 2 ? undefined : refusal(runs);
    if (refused !== undefined) throw new KernelscopeError('parameter/invalid', refused);
    return runs.filter((run): run is RunResult & StoredRun => !isComponents(run));
  }

  private compared(runs: readonly (RunResult & StoredRun)[], race: StoredRace | undefined): Compared {
    const names = runNames(runs.map(summariseRun), this.host.marks.nameOf);
    const [first] = runs;
    this.head = first && headOf(first);
    const file = first?.file.name ?? race?.file ?? '';
    this.view.title = compareTitle(file);
    return {
      file,
      target: first ? targetsText(first) : (race?.race.target ?? ''),
      runs: runs.map((run) => comparedRun(run, names.get(run.id) ?? run.method.title)),
      ...(race && { race: race.race }),
      fits: race?.candidates.map(({ id }) => id) ?? [],
    };
  }

  private post(message: ToView): void {
    if (!this.closed) void postTo(this.view, message);
  }
}

/** "airfoil.csv · comparison" */
export const compareTitle = (file: string): string => inertText(`${file} · comparison`);
