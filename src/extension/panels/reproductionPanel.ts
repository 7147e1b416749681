import { ViewColumn, type WebviewPanel, window } from 'vscode';
import { pack } from '../../engine/contract/pack';
import type { Reproduction } from '../../engine/contract/reproduction';
import { saveFigure } from '../export/saveFigure';
import { reportFailure } from '../failures';
import { PANEL } from '../ids';
import type { Services } from '../services';
import { hear } from './pagePanel';
import { pageOptions, postTo, servePage } from './servedPage';

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
    pageOptions(extensionUri),
  );
  const bytes = pack(reproduction);
  const hearing = { extensionUri, log: services.log };
  view.webview.onDidReceiveMessage((sent: unknown) =>
    hear(sent, hearing, async (message) => {
      if (message.type === 'ready') await postTo(view, { type: 'reproduction', bytes });
      if (message.type !== 'save') return;
      try {
        await saveFigure(undefined, message.name, message.format, message.bytes);
      } catch (error) {
        reportFailure(services, error, { doing: 'save figure' });
      }
    }),
  );
  servePage(view, extensionUri, { title: reproduction.spec.title, style: ['media', 'reproduction.css'] });
  return view;
}
