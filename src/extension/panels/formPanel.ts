import type { FormSpec, FormValues, FormVerdict } from '../../webview/forms/form';
import { reportFailure } from '../failures';
import { PANEL } from '../ids';
import type { Services } from '../services';
import { askInPanel } from './askInPanel';

interface FormRequest {
  readonly form: FormSpec;
  check(values: FormValues): FormVerdict;
  /** The form that takes the place of this one for such values; undefined while it stays. */
  change?(values: FormValues): FormSpec | undefined;
  /** Actions after which the form stays, by id; all others close it. */
  readonly stays?: Readonly<Record<string, (values: FormValues) => Promise<void>>>;
}

interface FormAnswer {
  readonly action: string;
  readonly values: FormValues;
}

/** Asks by a form in a panel beside what is open. Undefined when the person closes it. What it resolves to has no problems. */
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
        // What it holds now comes with its first message.
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
