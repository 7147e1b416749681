import { window } from 'vscode';
import { inertText } from '../../engine/words/inertText';
import type { FromView, ToView } from '../../webview/protocol';
import type { Services } from '../services';
import { hear } from './pagePanel';
import { type OtherPage, pageOptions, postTo, servePage } from './servedPage';

/** The questions that are open, for tests, which are their pages. */
export const openQuestions = new Set<{ readonly kind: string; receive(sent: unknown): Promise<void> }>();

export interface PanelQuestion<A> {
  /** Of the panel, one of `PANEL`. */
  readonly kind: string;
  readonly title: string;
  readonly page?: OtherPage;
  /** What the page is sent when it is there. */
  readonly shown: () => ToView;
  /** The answer that a message gives; undefined while it gives none. */
  answer(message: FromView, post: (message: ToView) => Promise<void>): A | undefined | Promise<A | undefined>;
  /** Closes the panel when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Asks by a page in a panel beside what is open. Undefined when the person closes it. */
export async function askInPanel<A>(services: Services, question: PanelQuestion<A>): Promise<A | undefined> {
  const { kind, title, page, shown, signal } = question;
  // What it was asked for may have ended just before.
  if (signal?.aborted) return undefined;
  const { log, context, panels } = services;
  const { extensionUri } = context;
  const view = window.createWebviewPanel(kind, inertText(title), panels.column(), {
    ...pageOptions(extensionUri),
    // What was typed and chosen lives in the page alone.
    retainContextWhenHidden: true,
  });
  const post = (message: ToView) => postTo(view, message);
  return new Promise((resolve) => {
    const asked = {
      kind,
      async receive(sent: unknown): Promise<void> {
        await hear(sent, { extensionUri, log }, async (message) => {
          if (message.type === 'ready') return post(shown());
          const answer = await question.answer(message, post);
          if (answer === undefined) return;
          resolve(answer);
          view.dispose();
        });
      },
    };
    openQuestions.add(asked);
    const stop = () => view.dispose();
    signal?.addEventListener('abort', stop);
    view.webview.onDidReceiveMessage((sent: unknown) => asked.receive(sent));
    view.onDidDispose(() => {
      openQuestions.delete(asked);
      signal?.removeEventListener('abort', stop);
      resolve(undefined);
    });
    servePage(view, extensionUri, { title, page });
  });
}
