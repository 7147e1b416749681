import { type Disposable, ViewColumn, type WebviewPanel, type WebviewPanelSerializer, window } from 'vscode';
import { PANEL } from '../ids';
import { type CompareHost, ComparePanel, compareTitle } from './comparePanel';
import { compareState } from './compareState';
import { pageOptions } from './servedPage';

/** All comparisons of this window. */
export class ComparePanels implements WebviewPanelSerializer, Disposable {
  private readonly panels = new Set<ComparePanel>();

  constructor(private readonly host: CompareHost) {}

  /** In the order of opening. */
  get all(): readonly ComparePanel[] {
    return [...this.panels];
  }

  /** The panel in front of the person, if there is one. */
  get active(): ComparePanel | undefined {
    return this.all.find((panel) => panel.active);
  }

  openRuns(): ReadonlySet<string> {
    return new Set(this.all.flatMap(({ runIds }) => runIds));
  }

  /** Opens a comparison of these runs, or brings the one there is to the front. */
  show(file: string, runIds: readonly string[], baseline?: string): ComparePanel {
    const same = this.all.find(
      (panel) => panel.runIds.length === runIds.length && runIds.every((id) => panel.runIds.includes(id)),
    );
    if (same) {
      same.reveal();
      return same;
    }
    return this.open(file, { runIds, ...(baseline !== undefined && { baseline }) });
  }

  /** Opens a panel for a race that begins. */
  prepare(file: string, cancel: () => void): ComparePanel {
    const panel = this.open(file, { runIds: [] });
    panel.await(file, cancel);
    return panel;
  }

  /** After a reload of the window: VS Code hands back the panel and what its page remembered. */
  async deserializeWebviewPanel(view: WebviewPanel, remembered: unknown): Promise<void> {
    view.webview.options = pageOptions(this.host.extensionUri);
    this.add(view, compareState(remembered));
  }

  dispose(): void {
    // The panels themselves stay: VS Code brings them back with the window.
    this.panels.clear();
  }

  private open(file: string, state: Parameters<typeof this.add>[1]): ComparePanel {
    const viewColumn = this.all.map((panel) => panel.column).findLast((column) => column !== undefined);
    const place = { viewColumn: viewColumn ?? ViewColumn.Active, preserveFocus: true };
    return this.add(
      window.createWebviewPanel(PANEL.compare, compareTitle(file), place, pageOptions(this.host.extensionUri)),
      state,
    );
  }

  private add(view: WebviewPanel, state: ReturnType<typeof compareState>): ComparePanel {
    const panel = new ComparePanel(view, state, this.host);
    this.panels.add(panel);
    view.onDidDispose(() => this.panels.delete(panel));
    return panel;
  }
}
