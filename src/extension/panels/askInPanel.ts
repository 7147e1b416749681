import { l10n, window } from 'vscode';
import { pack } from '../../engine/contract/pack';
import type { Proposal } from '../../engine/contract/proposal';
import { inertText } from '../../engine/words/inertText';
import type { FormSpec, FormValues, FormVerdict } from '../../webview/forms/form';
import type { Advice, ToView } from '../../webview/protocol';
import type { FromView } from '../../webview/protocol.schema';
import { reportFailure } from '../failures';
import { PANEL } from '../ids';
import type { Services } from '../services';
import { hear } from './pagePanel';
import { type OtherPage, pageOptions, postTo, servePage } from './servedPage';

/** The open questions, for tests, which act as their pages. */
export const openQuestions = new Set<{ readonly kind: string; receive(sent: unknown): Promise<void> }>();

export interface PanelQuestion<A> {
  /** The kind of the panel, one of `PANEL`. */
  readonly kind: string;
  readonly title: string;
  readonly page?: OtherPage;
  /** The message that the page gets once it is loaded. */
  readonly shown: () => ToView;
  /** The answer that a message gives; undefined if it gives none. */
  answer(message: FromView, post: (message: ToView) => Promise<void>): A | undefined | Promise<A | undefined>;
  /** Closes the panel when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Asks by a page in a panel beside the open editors. Undefined if the person closes it. */
export async function askInPanel<A>(services: Services, question: PanelQuestion<A>): Promise<A | undefined> {
  const { kind, title, page, shown, signal } = question;
  // The task that asks may have ended just before.
  if (signal?.aborted) return undefined;
  const { log, context, panels } = services;
  const { extensionUri } = context;
  const view = window.createWebviewPanel(kind, inertText(title), panels.column(), {
    ...pageOptions(extensionUri),
    // The person's input exists only in the page.
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

/** One of the ways to fit a file that memory allows, chosen in a panel; undefined if the person closes it. */
export function askWay(services: Services, advice: Advice, signal?: AbortSignal): Promise<Proposal | undefined> {
  return askInPanel(services, {
    kind: PANEL.advice,
    title: l10n.t('{0} · ways to fit', advice.file),
    page: 'comparison',
    signal,
    shown: () => ({ type: 'advice', bytes: pack(advice) }),
    answer(message) {
      const taken = message.type === 'takeWay' ? advice.proposals.proposals[message.way] : undefined;
      return taken?.possible ? taken : undefined;
    },
  });
}

interface FormRequest {
  readonly form: FormSpec;
  check(values: FormValues): FormVerdict;
  /** The form that replaces this one for such values; undefined while it stays. */
  change?(values: FormValues): FormSpec | undefined;
  /** Actions after which the form stays open, by id; all others close it. */
  readonly stays?: Readonly<Record<string, (values: FormValues) => Promise<void>>>;
}

interface FormAnswer {
  readonly action: string;
  readonly values: FormValues;
}

/** Asks by a form in a panel beside the open editors. Undefined if the person closes it. The answer has no problems. */
export function askForm(services: Services, request: FormRequest): Promise<FormAnswer | undefined> {
  const { check, change, stays = {} } = request;
  let { form } = request;
  return askInPanel(services, {
    kind: PANEL.form,
    title: form.title,
    shown: () => ({ type: 'form', form }),
    async answer(message, post) {
      if (message.type !== 'formChanged' && message.type !== 'formAction') return undefined;
      const { values } = message;
      const changed = change?.(values);
      if (changed) {
        form = changed;
        await post({ type: 'form', form });
        // Its current values come with its first message.
        if (message.type === 'formChanged') return undefined;
      }
      const verdict = check(values);
      const acted = message.type === 'formAction';
      await post({ type: 'formChecked', verdict, acted });
      if (!acted || Object.keys(verdict.problems).length > 0) return undefined;
      const { action } = message;
      if (!form.actions.some(({ id }) => id === action)) return undefined;
      const stay = stays[action];
      if (!stay) return { action, values };
      await stay(values).catch((error: unknown) => void reportFailure(services, error, { doing: 'form' }));
      return undefined;
    },
  });
}
