import { ViewColumn, type WebviewPanel } from 'vscode';
import type { CompareState } from '../../webview/protocol';
import { PANEL } from '../ids';
import { type CompareHost, ComparePanel, compareTitle } from './comparePanel';
import { PanelSet } from './panelSet';
import { COMPARE_STATE } from './panelState';

/** All comparisons of this window. */
export class ComparePanels extends PanelSet<ComparePanel, CompareState> {
  constructor(private readonly host: CompareHost) {
    super(PANEL.compare, host.extensionUri, COMPARE_STATE, () => ViewColumn.Active);
  }

  openRuns(): ReadonlySet<string> {
    return new Set(this.all.flatMap(({ runIds }) => runIds));
  }

  /** Opens a comparison of these runs, or brings the one there is to the front. */
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
