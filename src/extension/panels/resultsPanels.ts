import {
  type CustomDocument,
  type CustomReadonlyEditorProvider,
  commands,
  type ExtensionContext,
  type LogOutputChannel,
  type Uri,
  ViewColumn,
  type WebviewPanel,
  workspace,
} from 'vscode';
import type { RunStore } from '../../doors/runs/store';
import { isDamaged, type RunEntry } from '../../doors/runs/summary';
import type { StoredRun } from '../../engine/contract/run';
import { remembered, VIEW_STATE, type ViewState } from '../../webview/protocol.schema';
import { MEMENTO, PANEL } from '../ids';
import type { Keep } from '../remembered';
import { foreignRun } from '../runs/foreignRun';
import { isTitleOf, panelTitle, titleAmong } from '../runs/label';
import type { FitControls } from '../tasks';
import type { PanelActions } from './panelActions';
import { PanelSet } from './panelSet';
import { ResultsPanel } from './resultsPanel';

interface ShowOptions {
  readonly state?: Partial<ViewState>;
  /** `performance.now()` when the person asked for it: the log says how long the figures took. */
  readonly since?: number;
  readonly focus?: boolean;
  /** True to open it in the column beside the active one. */
  readonly beside?: boolean;
}

/** The parts of a run that a panel's tab shows before the run is read. */
type RunInTab = Pick<StoredRun, 'id' | 'origin'> & {
  readonly file: { readonly name: string };
  readonly method: { readonly title: string };
};

/** All results panels of this window: one per run, and one per tab that was popped out of it. */
export class ResultsPanels extends PanelSet<ResultsPanel, ViewState> {
  private readonly views: RememberedViews;

  constructor(
    private readonly context: ExtensionContext,
    private readonly store: RunStore,
    private readonly log: LogOutputChannel,
    private readonly actions: PanelActions,
  ) {
    super(PANEL.results, context.extensionUri, VIEW_STATE, () => ViewColumn.Beside);
    this.views = new RememberedViews(context.workspaceState);
  }

  openRuns(): ReadonlySet<string> {
    return new Set(this.all.map(({ runId }) => runId));
  }

  /** The panels of a run, in the order of opening. */
  of(runId: string): readonly ResultsPanel[] {
    return this.all.filter((panel) => panel.runId === runId);
  }

  /**
   * Opens the run beside the active editor, or brings its panel to the front. The focus stays where it is unless
   * `focus`.
   */
  show(run: RunInTab, { state = {}, since, focus = false, beside = false }: ShowOptions = {}): ResultsPanel {
    const open = this.of(run.id).find((panel) => panel.only === state.only);
    if (open) {
      open.reveal(!focus);
      return open;
    }
    const title = panelTitle(run.file.name, run.method.title);
    const place = { focus, ...(beside && { column: ViewColumn.Beside }) };
    const panel = this.open(title, { tab: 'overview', ...state, runId: run.id }, place);
    panel.since = since;
    return panel;
  }

  /**
   * Opens a panel while a person still picks what to fit, so that its page is ready when the first figures are. Its
   * cancel button, and closing it, end the picks and, by `left`, the work before the fit.
   */
  expect(fileName: string, methodTitle: string, left: () => void): ResultsPanel {
    const panel = this.open(panelTitle(fileName, methodTitle), { tab: 'overview', runId: '' });
    panel.expect(() => {
      void commands.executeCommand('workbench.action.closeQuickOpen');
      left();
      panel.abandon();
    });
    return panel;
  }

  /**
   * A panel for a run that is being fitted, asked for at `since` (`performance.now()`); it shows the progress, and its
   * cancel button works. It is the `expecting` panel, unless that was closed or has another title: then a new one takes
   * its place.
   */
  prepare(
    fileName: string,
    methodTitle: string,
    controls: FitControls,
    since: number,
    expecting?: ResultsPanel,
  ): ResultsPanel {
    const title = panelTitle(fileName, methodTitle);
    const open = expecting && this.all.includes(expecting) && expecting.title === title ? expecting : undefined;
    if (!open) expecting?.abandon();
    const panel = open ?? this.open(title, { tab: 'overview', runId: '' });
    open?.reveal();
    panel.await(controls, since);
    return panel;
  }

  /** Shows a run in a panel that the editor has opened for its file. */
  adopt(view: WebviewPanel, runId: string): void {
    this.take(view, { tab: 'overview', runId }).since = performance.now();
  }

  override dispose(): void {
    super.dispose();
    this.views.dispose();
  }

  protected override async restored(state: ViewState, title: string): Promise<ViewState> {
    const runId = state.runId || (await this.newestTitled(title));
    return this.views.latest({ ...state, runId });
  }

  protected override panelOf(view: WebviewPanel, state: ViewState): ResultsPanel {
    const { extensionUri } = this.context;
    const panel: ResultsPanel = new ResultsPanel(view, state, {
      extensionUri,
      store: this.store,
      log: this.log,
      actions: this.actions,
      popOut: (run, state) => this.show(run, { state, beside: true, focus: true }),
      viewed: (view) => this.viewed(panel, view),
      titled: (title) => titleAmong(title, new Set(this.all.filter((p) => p !== panel).map((p) => p.title))),
    });
    return panel;
  }

  /**
   * VS Code may have saved a page whose fit was still under way: it then shows the newest run of its file and method.
   */
  private async newestTitled(title: string): Promise<string> {
    const open = this.openRuns();
    const fits = (entry: RunEntry) =>
      !isDamaged(entry) && !open.has(entry.id) && isTitleOf(panelTitle(entry.file, entry.method.title), title);
    return (await this.store.list()).find(fits)?.id ?? '';
  }

  /** All panels of one run show it at the same values of its sliders, also after a reload. */
  private viewed(from: ResultsPanel, state: ViewState): void {
    this.views.note(state);
    for (const panel of this.of(state.runId))
      if (panel !== from) {
        panel.follow(state);
        this.views.note(panel.viewState);
      }
  }
}

interface RunDocument extends CustomDocument {
  readonly run: StoredRun;
}

/** A `.ksrun` file in an editor: shown in the run's panel, which does not change the file. */
export class RunEditor implements CustomReadonlyEditorProvider<RunDocument> {
  constructor(
    private readonly store: RunStore,
    private readonly panels: ResultsPanels,
  ) {}

  /** Throws `run/unreadable`, which VS Code shows in place of the editor. */
  async openCustomDocument(uri: Uri): Promise<RunDocument> {
    const run = await foreignRun(await workspace.fs.readFile(uri));
    this.store.hold(run);
    return { uri, run, dispose: () => this.store.release(run.id) };
  }

  resolveCustomEditor({ run }: RunDocument, view: WebviewPanel): void {
    this.panels.adopt(view, run.id);
  }
}

/** The most views that are remembered; the longest unused are forgotten first. */
const VIEWS = 50;

/** Milliseconds without a change before the view is written: dragging a slider changes it many times a second. */
const REST = 200;

/**
 * The state that panels showed last: tab, target and filter, by run. VS Code stores a page's own state too, but writes
 * it when the window closes, and a window in a browser may be gone before that.
 */
export class RememberedViews {
  private waiting: NodeJS.Timeout | undefined;
  private views: readonly ViewState[];

  constructor(private readonly keep: Keep) {
    this.views = keep.get<readonly unknown[]>(MEMENTO.views, []).map((view) => remembered(VIEW_STATE, view));
  }

  /** The view of this run as last seen, or `state` itself. */
  latest(state: ViewState): ViewState {
    return this.views.find((view) => sameShown(view, state)) ?? state;
  }

  note(state: ViewState): void {
    this.views = [state, ...this.views.filter((view) => !sameShown(view, state))].slice(0, VIEWS);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.write(), REST);
  }

  dispose(): void {
    if (this.waiting) this.write();
  }

  private write(): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    void this.keep.update(MEMENTO.views, this.views);
  }
}

const sameShown = (a: ViewState, b: ViewState): boolean => a.runId === b.runId && a.only === b.only;
