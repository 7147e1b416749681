import { ViewColumn, type WebviewPanel, window } from 'vscode';
import type { StartChoice } from '../../webview/start/samples';
import { NAME, PANEL } from '../ids';
import type { Services } from '../services';
import { hear } from './pagePanel';
import { pageOptions, servePage } from './servedPage';

let open: WebviewPanel | undefined;

/** The first page, once: it asks for nothing, so that a page which comes back from hiding is as it was. */
export function showStart({ context: { extensionUri }, log }: Services, choose: (choice: StartChoice) => void): void {
  if (open) {
    open.reveal();
    return;
  }
  const view = window.createWebviewPanel(PANEL.start, NAME, ViewColumn.Active, pageOptions(extensionUri));
  view.webview.onDidReceiveMessage((sent: unknown) =>
    hear(sent, { extensionUri, log }, (message) => message.type === 'start' && choose(message.choice)),
  );
  view.onDidDispose(() => {
    open = undefined;
  });
  servePage(view, extensionUri, { title: NAME, script: 'start.js' });
  open = view;
}
