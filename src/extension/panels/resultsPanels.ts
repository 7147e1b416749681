import {
  type Disposable,
  type ExtensionContext,
  type LogOutputChannel,
  ViewColumn,
  type WebviewPanel,
  type WebviewPanelSerializer,
  window,
} from 'vscode';
import type { FitControls } from '../fit/fitWatcher';
import { PANEL } from '../ids';
import { panelTitle } from '../runs/label';
import type { RunStore } from '../runs/store';
import { isDamaged, type RunEntry, type StoredRun } from '../runs/summary';
import type { PanelActions } from './panelActions';
import { type PanelState, panelState } from './panelState';
import { isTitleOf, titleAmong } from './panelTitles';
import { RememberedViews } from './rememberedViews';
import { ResultsPanel } from './resultsPanel';
import { pageOptions } from './servedPage';

export interface ShowOptions {
  readonly state?: Partial<PanelState>;
  /** `performance.now()` when the person asked for it: the log says how long the figures took. */
  readonly since?: number;
  readonly focus?: boolean;
  /** In the column beside the active one. */
  readonly beside?: boolean;
}

/** Where a panel opens, and whether it takes the focus. */
interface Place {
  readonly column: ViewColumn;
  readonly focus?: boolean;
  readonly since?: number | undefined;
}

/** What a panel's tab says, before the run is read. */
export type RunInTab = Pick<StoredRun, 'id' | 'origin'> & {
  readonly file: { readonly name: string };
  readonly method: { readonly title: string };
};

/** All results panels of this window: one per run, and one per tab that was popped out of it. */
export class ResultsPanels implements WebviewPanelSerializer, Disposable {
  private readonly panels = new Set<ResultsPanel>();
  private readonly views: RememberedViews;

  constructor(
    private readonly context: ExtensionContext,
    private readonly store: RunStore,
    private readonly log: LogOutputChannel,
    private readonly actions: PanelActions,
  ) {
    this.views = new RememberedViews(context.workspaceState);
  }

  openRuns(): ReadonlySet<string> {
    return new Set([...this.panels].map(({ runId }) => runId));
  }

  /** The panel in front of the person, if there is one. */
  get active(): ResultsPanel | undefined {
    return [...this.panels].find((panel) => panel.active);
  }

  /** The panels of a run, in the order of opening. */
  of(runId: string): readonly ResultsPanel[] {
    return [...this.panels].filter((panel) => panel.runId === runId);
  }

  /** Opens the run beside, or brings its panel to the front. The focus stays where it is unless `focus`. */
  show(run: RunInTab, { state = {}, since, focus = false, beside = false }: ShowOptions = {}): ResultsPanel {
    const open = this.of(run.id).find((panel) => panel.only === state.only);
    if (open) {
      open.reveal(!focus);
      return open;
    }
    const title = panelTitle(run.file.name, run.method.title);
    const column = beside ? ViewColumn.Beside : this.column();
    return this.open(title, { column, focus, since }, { tab: 'overview', ...state, runId: run.id });
  }

  /** Opens a panel for a run that is being fitted; it shows the progress, and its cancel button works. */
  prepare(fileName: string, methodTitle: string, controls: FitControls): ResultsPanel {
    const title = panelTitle(fileName, methodTitle);
    const panel = this.open(title, { column: this.column() }, { tab: 'overview', runId: '' });
    panel.await(controls);
    return panel;
  }

  /** Shows a run in a panel that the editor has opened for its file. */
  adopt(view: WebviewPanel, runId: string): void {
    view.webview.options = pageOptions(this.context.extensionUri);
    this.add(view, { tab: 'overview', runId }, performance.now());
  }

  /** After a reload of the window: VS Code hands back the panel and what its page remembered. */
  async deserializeWebviewPanel(view: WebviewPanel, remembered: unknown): Promise<void> {
    view.webview.options = pageOptions(this.context.extensionUri);
    const state = panelState(remembered);
    const runId = state.runId || (await this.newestTitled(view.title));
    this.add(view, this.views.latest({ ...state, runId }), undefined);
  }

  dispose(): void {
    // The panels themselves stay: VS Code brings them back with the window.
    this.panels.clear();
    this.views.dispose();
  }

  /** VS Code may have saved a page whose fit was still under way: it then shows the newest run of its file and method. */
  private async newestTitled(title: string): Promise<string> {
    const open = this.openRuns();
    const fits = (entry: RunEntry) =>
      !isDamaged(entry) && !open.has(entry.id) && isTitleOf(panelTitle(entry.file, entry.method.title), title);
    return (await this.store.list()).find(fits)?.id ?? '';
  }

  private open(title: string, { column, focus = false, since }: Place, state: PanelState): ResultsPanel {
    const place = { viewColumn: column, preserveFocus: !focus };
    return this.add(
      window.createWebviewPanel(PANEL.results, title, place, pageOptions(this.context.extensionUri)),
      state,
      since,
    );
  }

  /** Panels of one run show it at one place of its sliders, over a reload too. */
  private viewed(from: ResultsPanel, state: PanelState): void {
    this.views.note(state);
    for (const panel of this.of(state.runId))
      if (panel !== from) {
        panel.follow(state);
        this.views.note(panel.viewState);
      }
  }

  private add(view: WebviewPanel, state: PanelState, since: number | undefined): ResultsPanel {
    const { extensionUri } = this.context;
    const panel: ResultsPanel = new ResultsPanel(view, state, {
      extensionUri,
      store: this.store,
      log: this.log,
      actions: this.actions,
      popOut: (run, state) => this.show(run, { state, beside: true, focus: true }),
      viewed: (view) => this.viewed(panel, view),
      titled: (title) => titleAmong(title, new Set([...this.panels].filter((p) => p !== panel).map((p) => p.title))),
      since,
    });
    this.panels.add(panel);
    view.onDidDispose(() => this.panels.delete(panel));
    return panel;
  }

  /** Beside the editor; a further run joins the panels that are there instead of opening a third column. */
  column(): ViewColumn {
    const columns = [...this.panels].map((panel) => panel.column).filter((column) => column !== undefined);
    return columns.at(-1) ?? ViewColumn.Beside;
  }
}
