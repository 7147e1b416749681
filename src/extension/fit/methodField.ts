import { l10n } from 'vscode';
import type { MethodSpec } from '../../engine/contract/method';
import type { FormField, FormSpec, FormValues } from '../../webview/forms/form';
import { pickField } from '../forms/field';

/** Not the name of a parameter. */
export const METHOD = 'method:';

/** The method, changeable in the form: each with what it is for. */
export function methodField(methods: readonly MethodSpec[]): FormField {
  const choices = methods.map(({ id, title, purpose }) => ({
    value: id,
    label: l10n.t(title),
    words: l10n.t('For {0}.', l10n.t(purpose)),
  }));
  return pickField(METHOD, l10n.t('Method'), { kind: 'choice', choices, required: true });
}

/** The method that the form asks for in place of the one that it is about; undefined while that is the same. */
export function otherMethod(
  methods: readonly MethodSpec[],
  { id }: MethodSpec,
  values: FormValues,
): MethodSpec | undefined {
  const wanted = values[METHOD];
  return wanted === id ? undefined : methods.find((method) => method.id === wanted);
}

/** The form of another method with what was chosen so far, as far as it has such a field, and of a choice that one. */
export function withValues(form: FormSpec, chosen: FormValues): FormSpec {
  const fields = form.groups.flatMap((group) => group.fields);
  const kept = fields.flatMap(({ name, input }) => {
    const value = chosen[name];
    const takes =
      value !== undefined && (input.kind !== 'choice' || input.choices.some((choice) => choice.value === value));
    return takes && name !== METHOD ? [[name, value] as const] : [];
  });
  return { ...form, values: { ...form.values, ...Object.fromEntries(kept) } };
}
