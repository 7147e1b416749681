import {
  type Disposable,
  type Uri,
  type ViewColumn,
  type WebviewPanel,
  type WebviewPanelSerializer,
  window,
} from 'vscode';
import type { Schema } from '../../engine/contract/schema';
import { remembered } from '../../webview/protocol.schema';
import { pageOptions } from './servedPage';

interface Place {
  readonly column?: ViewColumn;
  /** True if it takes the focus. */
  readonly focus?: boolean;
}

/** All panels of a kind in this window, in the order of opening. */
export abstract class PanelSet<P extends { readonly active: boolean; readonly column: ViewColumn | undefined }, State>
  implements WebviewPanelSerializer, Disposable
{
  private readonly panels = new Set<P>();

  /** `beside`: the column in which a panel opens while there is no other. */
  constructor(
    private readonly kind: string,
    private readonly extensionUri: Uri,
    private readonly state: Schema<State>,
    private readonly beside: () => ViewColumn,
  ) {}

  get all(): readonly P[] {
    return [...this.panels];
  }

  /** The panel in front of the person, if there is one. */
  get active(): P | undefined {
    return this.all.find((panel) => panel.active);
  }

  /** The column in which the next panel opens: it joins the existing ones instead of opening a further column. */
  column(): ViewColumn {
    return this.all.map((panel) => panel.column).findLast((column) => column !== undefined) ?? this.beside();
  }

  /** Called after a reload of the window: VS Code returns the panel and its page's remembered state. */
  async deserializeWebviewPanel(view: WebviewPanel, found: unknown): Promise<void> {
    this.take(view, await this.restored(remembered(this.state, found), view.title));
  }

  dispose(): void {
    // The panels themselves stay: VS Code restores them with the window.
    this.panels.clear();
  }

  /** The state of a restored panel, from its page's remembered state. */
  protected restored(state: State, _title: string): State | Promise<State> {
    return state;
  }

  protected abstract panelOf(view: WebviewPanel, state: State): P;

  protected open(title: string, state: State, { column = this.column(), focus = false }: Place = {}): P {
    const place = { viewColumn: column, preserveFocus: !focus };
    return this.add(window.createWebviewPanel(this.kind, title, place, pageOptions(this.extensionUri)), state);
  }

  /** Makes a panel from one that the editor has opened. */
  protected take(view: WebviewPanel, state: State): P {
    view.webview.options = pageOptions(this.extensionUri);
    return this.add(view, state);
  }

  private add(view: WebviewPanel, state: State): P {
    const panel = this.panelOf(view, state);
    this.panels.add(panel);
    view.onDidDispose(() => this.panels.delete(panel));
    return panel;
  }
}
