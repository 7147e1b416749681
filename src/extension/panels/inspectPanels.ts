import {
  type Disposable,
  type Uri,
  type ViewColumn,
  type WebviewPanel,
  type WebviewPanelSerializer,
  window,
} from 'vscode';
import type { InspectState } from '../../webview/inspect/inspected';
import { PANEL } from '../ids';
import { inspectState } from '../inspect/dataMessage';
import { type InspectHost, InspectPanel, type InspectReport, inspectTitle } from './inspectPanel';
import { pageOptions } from './servedPage';

/** All panels of files' data of this window: one for each file. */
export class InspectPanels implements WebviewPanelSerializer, Disposable {
  private readonly panels = new Set<InspectPanel>();

  constructor(
    private readonly host: InspectHost,
    private readonly beside: () => ViewColumn,
  ) {}

  /** In the order of opening. */
  get all(): readonly InspectPanel[] {
    return [...this.panels];
  }

  /** The panel in front of the person, if there is one. */
  get active(): InspectPanel | undefined {
    return this.all.find((panel) => panel.active);
  }

  /** Opens the panel of a file, or brings it to the front; the file is looked at in either case. */
  show(file: Uri): Promise<InspectReport> {
    const same = this.all.find(({ origin }) => origin === file.toString());
    same?.reveal();
    return (same ?? this.open(file)).look();
  }

  /** After a reload of the window: VS Code hands back the panel and what its page remembered. */
  async deserializeWebviewPanel(view: WebviewPanel, remembered: unknown): Promise<void> {
    view.webview.options = pageOptions(this.host.extensionUri);
    this.add(view, inspectState(remembered));
  }

  dispose(): void {
    // The panels themselves stay: VS Code brings them back with the window.
    this.panels.clear();
  }

  private open(file: Uri): InspectPanel {
    const viewColumn = this.all.map((panel) => panel.column).findLast((column) => column !== undefined);
    const place = { viewColumn: viewColumn ?? this.beside(), preserveFocus: true };
    const options = pageOptions(this.host.extensionUri);
    return this.add(window.createWebviewPanel(PANEL.inspect, inspectTitle(file.path), place, options), {
      file: file.toString(),
    });
  }

  private add(view: WebviewPanel, state: InspectState): InspectPanel {
    const panel = new InspectPanel(view, state, this.host);
    this.panels.add(panel);
    view.onDidDispose(() => this.panels.delete(panel));
    return panel;
  }
}
