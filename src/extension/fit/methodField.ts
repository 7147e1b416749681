import { l10n } from 'vscode';
import type { MethodSpec } from '../../engine/contract/method';
import type { FormField, FormSpec, FormValues } from '../../webview/forms/form';
import { pickField } from '../forms/field';

/** The name of the field, which no parameter has. */
export const METHOD = 'method:';

/** The method as a field of the form: each choice with its purpose. */
export function methodField(methods: readonly MethodSpec[]): FormField {
  const choices = methods.map(({ id, title, purpose }) => ({
    value: id,
    label: l10n.t(title),
    words: l10n.t('For {0}.', l10n.t(purpose)),
  }));
  return pickField(METHOD, l10n.t('Method'), { kind: 'choice', choices, required: true });
}

/** The method that the person chose in place of the form's own; undefined while it is the same. */
export function otherMethod(
  methods: readonly MethodSpec[],
  { id }: MethodSpec,
  values: FormValues,
): MethodSpec | undefined {
  const wanted = values[METHOD];
  return wanted === id ? undefined : methods.find((method) => method.id === wanted);
}

/** The form of another method with the choices so far, as far as it has these fields and offers these choices. */
export function withChosen(form: FormSpec, chosen: FormValues): FormSpec {
  const fields = form.groups.flatMap((group) => group.fields);
  const kept = fields.flatMap(({ name, input }) => {
    const value = chosen[name];
    const takes =
      value !== undefined && (input.kind !== 'choice' || input.choices.some((choice) => choice.value === value));
    return takes && name !== METHOD ? [[name, value] as const] : [];
  });
  return { ...form, values: { ...form.values, ...Object.fromEntries(kept) } };
}
