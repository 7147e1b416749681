import type { Uri, ViewColumn, WebviewPanel } from 'vscode';
import type { InspectState } from '../../webview/inspect/inspected';
import { PANEL } from '../ids';
import { type InspectHost, InspectPanel, type InspectReport, inspectTitle } from './inspectPanel';
import { PanelSet } from './panelSet';
import { INSPECT_STATE } from './panelState';

/** All panels of files' data of this window: one for each file. */
export class InspectPanels extends PanelSet<InspectPanel, InspectState> {
  constructor(
    private readonly host: InspectHost,
    beside: () => ViewColumn,
  ) {
    super(PANEL.inspect, host.extensionUri, INSPECT_STATE, beside);
  }

  /** Opens the panel of a file, or brings it to the front; the file is looked at in either case. */
  show(file: Uri): Promise<InspectReport> {
    const same = this.all.find(({ origin }) => origin === file.toString());
    same?.reveal();
    return (same ?? this.open(inspectTitle(file.path), { file: file.toString() })).look();
  }

  protected override panelOf(view: WebviewPanel, state: InspectState): InspectPanel {
    return new InspectPanel(view, state, this.host);
  }
}
