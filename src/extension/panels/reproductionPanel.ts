import { randomBytes } from 'node:crypto';
import { Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { pack } from '../../engine/contract/pack';
import type { Reproduction } from '../../engine/contract/reproduction';
import { pageHtml } from '../../webview/page';
import type { ToView } from '../../webview/protocol';
import { saveFigure } from '../export/saveFigure';
import { reportFailure } from '../failures';
import { PANEL } from '../ids';
import type { Services } from '../services';
import { pageMessage } from './pageMessage';

/**
 * Shows a reproduction beside what is open. It is kept here while its panel is: a page that comes back from hiding asks for it
 * again. It is gone with the window, as it takes no more than the same command to have it back.
 */
export function showReproduction(services: Services, reproduction: Reproduction): WebviewPanel {
  const { extensionUri } = services.context;
  const view = window.createWebviewPanel(
    PANEL.reproduction,
    reproduction.spec.title,
    { viewColumn: ViewColumn.Active },
    {
      enableScripts: true,
      localResourceRoots: ['dist', 'media'].map((folder) => Uri.joinPath(extensionUri, folder)),
    },
  );
  const icon = (name: string) => Uri.joinPath(extensionUri, 'media', name);
  view.iconPath = { light: icon('panel-light.svg'), dark: icon('panel-dark.svg') };
  const bytes = pack(reproduction);
  // A panel closed meanwhile rejects; nobody is left to tell.
  const post = (message: ToView) => view.webview.postMessage(message).then(undefined, () => {});
  view.webview.onDidReceiveMessage(async (value: unknown) => {
    const message = pageMessage(value);
    if (message === undefined) return;
    if (message.type === 'ready') await post({ type: 'reproduction', bytes });
    if (message.type === 'defect') services.log.error(`page: ${message.message}`, message.stack);
    if (message.type !== 'save') return;
    try {
      await saveFigure(undefined, message.name, message.format, message.bytes);
    } catch (error) {
      reportFailure(services, error, { doing: 'save figure' });
    }
  });
  const address = (...path: string[]) => String(view.webview.asWebviewUri(Uri.joinPath(extensionUri, ...path)));
  view.webview.html = pageHtml({
    cspSource: view.webview.cspSource,
    nonce: randomBytes(18).toString('base64url'),
    scriptUri: address('dist', 'webview.js'),
    styleUri: address('media', 'reproduction.css'),
    title: reproduction.spec.title,
  });
  return view;
}
