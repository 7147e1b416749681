import { window } from 'vscode';
import { pack } from '../../engine/contract/pack';
import type { Proposal } from '../../engine/contract/proposal';
import { inertText } from '../../engine/words/inertText';
import type { Advice, ToView } from '../../webview/protocol';
import { PANEL } from '../ids';
import type { Services } from '../services';
import { pageMessage } from './pageMessage';
import { pageOptions, postTo, servePage } from './servedPage';

/** The pages of advice that are open, for tests, which are their pages. */
export const openAdvice = new Set<{ receive(sent: unknown): Promise<void> }>();

/** One of the ways to fit a file that memory allows, chosen in a panel; undefined when the person closes it. */
export function askWay(services: Services, advice: Advice, signal?: AbortSignal): Promise<Proposal | undefined> {
  const { extensionUri } = services.context;
  const title = `${advice.file} · ways to fit`;
  const view = window.createWebviewPanel(PANEL.advice, inertText(title), services.panels.column(), {
    ...pageOptions(extensionUri),
    // What was chosen lives in the page alone.
    retainContextWhenHidden: true,
  });
  const post = (message: ToView) => postTo(view, message);
  return new Promise((resolve) => {
    const page = {
      async receive(sent: unknown): Promise<void> {
        const message = pageMessage(sent);
        if (message?.type === 'ready') await post({ type: 'advice', bytes: pack(advice) });
        if (message?.type === 'defect') services.log.error(`page: ${message.message}`, message.stack);
        if (message?.type !== 'takeWay') return;
        const taken = advice.proposals.proposals[message.way];
        if (!taken?.possible) return;
        resolve(taken);
        view.dispose();
      },
    };
    openAdvice.add(page);
    const stop = () => view.dispose();
    signal?.addEventListener('abort', stop);
    view.webview.onDidReceiveMessage((sent: unknown) => page.receive(sent));
    view.onDidDispose(() => {
      openAdvice.delete(page);
      signal?.removeEventListener('abort', stop);
      resolve(undefined);
    });
    servePage(view, extensionUri, { title, page: 'comparison' });
  });
}
