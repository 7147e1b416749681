import { window } from 'vscode';
import { inertText } from '../../engine/words/inertText';
import type { FormSpec, FormValues, FormVerdict } from '../../webview/forms/form';
import type { ToView } from '../../webview/protocol';
import { reportFailure } from '../failures';
import { PANEL } from '../ids';
import type { Services } from '../services';
import { pageMessage } from './pageMessage';
import { pageOptions, postTo, servePage } from './servedPage';

export interface FormRequest {
  readonly form: FormSpec;
  check(values: FormValues): FormVerdict;
  /** The form that takes the place of this one for such values; undefined while it stays. */
  change?(values: FormValues): FormSpec | undefined;
  /** Actions after which the form stays, by id; all others close it. */
  readonly stays?: Readonly<Record<string, (values: FormValues) => Promise<void>>>;
}

export interface FormAnswer {
  readonly action: string;
  readonly values: FormValues;
}

/** The forms that are open, for tests, which are their pages. */
export const openForms = new Set<{ receive(sent: unknown): Promise<void> }>();

/** Asks by a form in a panel beside what is open. Undefined when the person closes it. What it resolves to has no problems. */
export function askForm(services: Services, request: FormRequest): Promise<FormAnswer | undefined> {
  const { check, change, stays = {} } = request;
  let { form } = request;
  const { extensionUri } = services.context;
  const view = window.createWebviewPanel(PANEL.form, inertText(form.title), services.panels.column(), {
    ...pageOptions(extensionUri),
    // What was typed lives in the page alone.
    retainContextWhenHidden: true,
  });
  const post = (message: ToView) => postTo(view, message);
  return new Promise((resolve) => {
    const page = {
      async receive(sent: unknown): Promise<void> {
        const message = pageMessage(sent);
        if (message?.type === 'ready') await post({ type: 'form', form });
        if (message?.type === 'defect') services.log.error(`page: ${message.message}`, message.stack);
        if (message?.type !== 'formChanged' && message?.type !== 'formAction') return;
        const { values } = message;
        const changed = change?.(values);
        if (changed) {
          form = changed;
          await post({ type: 'form', form });
          // What it holds now comes with its first message.
          if (message.type === 'formChanged') return;
        }
        const verdict = check(values);
        const acted = message.type === 'formAction';
        await post({ type: 'formChecked', verdict, acted });
        if (!acted || Object.keys(verdict.problems).length > 0) return;
        if (!form.actions.some(({ id }) => id === message.action)) return;
        const stay = stays[message.action];
        if (stay) return stay(values).catch((error: unknown) => void reportFailure(services, error, { doing: 'form' }));
        resolve({ action: message.action, values });
        view.dispose();
      },
    };
    openForms.add(page);
    view.webview.onDidReceiveMessage((sent: unknown) => page.receive(sent));
    view.onDidDispose(() => {
      openForms.delete(page);
      resolve(undefined);
    });
    servePage(view, extensionUri, { title: form.title });
  });
}
