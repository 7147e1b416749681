import { l10n, ViewColumn, type WebviewPanel } from 'vscode';
import { targetsText } from '../../doors/brief/runFacts';
import type { RunStore } from '../../doors/runs/store';
import { headOf, type RunHead, summariseRun } from '../../doors/runs/summary';
import { KernelscopeError, toFailure } from '../../engine/contract/failure';
import { pack, unpack } from '../../engine/contract/pack';
import type { LaneId, Race } from '../../engine/contract/race';
import { isComponents, type RunResult, type StoredRun } from '../../engine/contract/run';
import { inertText } from '../../engine/words/inertText';
import { comparedRun } from '../../figures/compare/comparedRun';
import { refusal } from '../../figures/compare/refusal';
import type { Compared } from '../../webview/protocol';
import { COMPARE_STATE, type CompareState, type ExportFormat, type FromView } from '../../webview/protocol.schema';
import type { RememberedRaces, StoredRace } from '../compare/races';
import { PANEL } from '../ids';
import type { RunMarks } from '../runs/marks';
import { runNames } from '../runs/names';
import { wholeRun } from '../runs/wholeRun';
import type { ReportProgress } from '../tasks';
import { type PageHost, PagePanel, type UnderWay } from './pagePanel';
import { PanelSet } from './panelSet';

/** The requests of a comparison that reach beyond its panel. These functions report failures and never throw them. */
interface CompareActions {
  openRun(id: string): Promise<void>;
  /** The ids of the runs to compare instead; undefined if the person cancels. */
  chooseRuns(shown: readonly string[], origin: string | undefined): Promise<readonly string[] | undefined>;
  /** Fits a candidate to all rows; the id of its run, undefined if that failed. */
  fitCandidate(
    race: StoredRace,
    lane: LaneId,
    follow: ReportProgress,
    signal: AbortSignal,
  ): Promise<string | undefined>;
  openLine(run: RunHead, line: number): Promise<void>;
  save(origin: string | undefined, name: string, format: ExportFormat, bytes: Uint8Array): Promise<void>;
}

export interface CompareHost extends PageHost {
  readonly store: RunStore;
  readonly marks: RunMarks;
  readonly races: RememberedRaces;
  readonly actions: CompareActions;
  /** Called when the person chose another run as the baseline of these. */
  readonly pinned: (run: string) => Promise<void>;
}

/** A race under way. */
interface Racing extends UnderWay {
  readonly file: string;
  race?: Race;
}

/**
 * One panel of runs side by side. It stores which runs these are and how they are shown; runs are read again whenever
 * its page asks.
 */
export class ComparePanel extends PagePanel<CompareState, CompareState, Racing> {
  private head: RunHead | undefined;

  constructor(
    view: WebviewPanel,
    state: CompareState,
    protected override readonly host: CompareHost,
  ) {
    super(view, state, host, 'comparison');
  }

  get runIds(): readonly string[] {
    return this.state.runIds;
  }

  /** The address of the file that the runs are compared on. */
  get origin(): string | undefined {
    return this.head?.origin ?? this.host.races.get(this.state.race)?.origin;
  }

  /** Shows a race in progress, until `finish` or `abandon`. */
  await(file: string, cancel: () => void): void {
    this.underWay = { cancel, file, fraction: 0, stage: 'starting' };
  }

  interim(race: Race): void {
    if (!this.underWay || this.closed) return;
    this.underWay.race = race;
    this.renew();
  }

  /** Takes the finished race, which is stored under this id. */
  finish(race: string): void {
    this.underWay = undefined;
    this.state = { ...this.state, race };
    this.renew();
  }

  protected override async act(message: FromView): Promise<void> {
    const { actions } = this.host;
    if (message.type === 'compareState') await this.note(message.view);
    if (message.type === 'openRun' && this.runIds.includes(message.id)) await actions.openRun(message.id);
    if (message.type === 'chooseRuns') await this.choose();
    if (message.type === 'fitCandidate') await this.fit(message.lane);
    if (message.type === 'openLine' && this.head) await actions.openLine(this.head, message.line);
    if (message.type === 'save') await actions.save(this.origin, message.name, message.format, message.bytes);
  }

  /** The panel knows the runs and the race compared better than a page that may be a step behind. */
  private async note({ runIds: _, race: __, ...options }: CompareState): Promise<void> {
    const { runIds, race, baseline: before } = this.state;
    this.state = { runIds, ...(race !== undefined && { race }), ...options };
    if (!this.underWay) this.noteShown(this.state);
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
    if (!race) return;
    await this.work(async (follow, signal) => {
      const id = await this.host.actions.fitCandidate(race, lane, follow, signal);
      if (id === undefined) return;
      this.state = { ...this.state, runIds: [...this.runIds, id] };
      this.renew();
    });
  }

  protected override async replay(): Promise<void> {
    try {
      if (this.underWay) {
        const { race, file } = this.underWay;
        if (race) this.send({ file, target: race.target, runs: [], race, fits: [] });
        this.postProgress();
        return;
      }
      const runs = await this.load();
      const race = this.host.races.get(this.state.race);
      if (this.closed) return;
      this.state = { ...this.state, runIds: runs.map(({ id }) => id) };
      this.send(this.compared(runs, race));
    } catch (error) {
      const failure = toFailure(error);
      this.host.log.warn(`comparison: ${failure.message}`);
      this.post({ type: 'failure', failure });
    }
  }

  private send(compared: Compared): void {
    this.post({ type: 'compare', bytes: pack(compared), view: this.state });
  }

  /**
   * Loads the runs; deleted ones are left out. Throws `run/unreadable`, and `parameter/invalid` for runs that cannot be
   * compared.
   */
  private async load(): Promise<readonly (RunResult & StoredRun)[]> {
    const { store, log } = this.host;
    const runs: StoredRun[] = [];
    for (const id of this.runIds) {
      try {
        runs.push(await wholeRun(unpack(await store.bytes(id))));
      } catch (error) {
        log.warn(`comparison: ${id}: ${toFailure(error).message}`);
      }
    }
    const raced = this.host.races.get(this.state.race) !== undefined;
    if (runs.length === 0 && !raced)
      throw new KernelscopeError('run/unreadable', 'These runs are no longer in the history. Fit the file again.');
    // One run beside the candidates of its race is allowed, as a start.
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
      runs: runs.map((run) => comparedRun(run, names.get(run.id)?.name ?? run.method.title)),
      ...(race && { race: race.race }),
      fits: race?.candidates.map(({ id }) => id) ?? [],
    };
  }
}

/** "airfoil.csv · comparison" */
const compareTitle = (file: string): string => inertText(l10n.t('{0} · comparison', file));

/** All comparisons of this window. */
export class ComparePanels extends PanelSet<ComparePanel, CompareState> {
  constructor(private readonly host: CompareHost) {
    super(PANEL.compare, host.extensionUri, COMPARE_STATE, () => ViewColumn.Active);
  }

  openRuns(): ReadonlySet<string> {
    return new Set(this.all.flatMap(({ runIds }) => runIds));
  }

  /** Opens a comparison of these runs, or brings an existing one to the front. */
  show(file: string, runIds: readonly string[], baseline?: string): ComparePanel {
    const same = this.all.find(
      (panel) => panel.runIds.length === runIds.length && runIds.every((id) => panel.runIds.includes(id)),
    );
    same?.reveal();
    return same ?? this.open(compareTitle(file), { runIds, ...(baseline !== undefined && { baseline }) });
  }

  /** Opens a panel for a race that begins. */
  prepare(file: string, cancel: () => void): ComparePanel {
    const panel = this.open(compareTitle(file), { runIds: [] });
    panel.await(file, cancel);
    return panel;
  }

  protected override panelOf(view: WebviewPanel, state: CompareState): ComparePanel {
    return new ComparePanel(view, state, this.host);
  }
}
