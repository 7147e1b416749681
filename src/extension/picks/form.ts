import { type QuickPickItem, QuickPickItemKind } from 'vscode';
import type { ParameterValue } from '../../engine/contract/method';
import { type PlainItem, pickOne, showInputBox } from '../plainWindow';
import { type Field, type FieldValues, shownFieldValue, type TextInput } from './field';
import { pickText } from './suggestionPick';

export interface FormAction<A extends string> {
  readonly id: A;
  readonly label: string;
  readonly icon?: string;
  readonly description?: string;
}

export interface FormResult<A extends string> {
  readonly action: A;
  readonly values: FieldValues;
}

interface FormItem<A extends string> extends PlainItem {
  readonly action?: A;
  readonly field?: Field;
}

/**
 * A form of quick-picks: the actions, then every field with its value; choosing a field asks for it and comes back.
 * Escape in a field leaves it as it was; Escape in the form returns undefined.
 */
export async function showForm<A extends string>(
  title: string,
  fields: readonly Field[],
  values: FieldValues,
  actions: readonly FormAction<A>[],
): Promise<FormResult<A> | undefined> {
  let current = values;
  for (;;) {
    const pick = await pickOne(formItems(fields, current, actions), {
      title,
      placeHolder: 'Choose what to change, or go on',
      matchOnDescription: true,
      ignoreFocusOut: true,
    });
    if (!pick) return undefined;
    if (pick.action) return { action: pick.action, values: current };
    if (pick.field) current = await changed(title, pick.field, current);
  }
}

function formItems<A extends string>(
  fields: readonly Field[],
  values: FieldValues,
  actions: readonly FormAction<A>[],
): FormItem<A>[] {
  const items: FormItem<A>[] = actions.map(({ id, ...shown }) => ({ ...shown, action: id }));
  let group: string | undefined;
  for (const field of fields) {
    if (field.group !== group && field.group !== undefined) {
      items.push({ label: field.group, kind: QuickPickItemKind.Separator });
    }
    group = field.group;
    const set = values[field.name] !== undefined;
    const shown = shownFieldValue(field, values[field.name]);
    items.push({
      label: field.title,
      ...(set && { icon: 'edit' }),
      description: shown,
      detail: field.description,
      field,
    });
  }
  return items;
}

async function changed(title: string, field: Field, values: FieldValues): Promise<FieldValues> {
  const answer =
    field.input.kind === 'choice' ? await pickChoice(title, field, values) : await askText(title, field, values);
  if (!answer) return values;
  const { [field.name]: _, ...others } = values;
  return answer.value === undefined ? others : { ...others, [field.name]: answer.value };
}

/** `value` undefined empties the field. */
type Answer = { readonly value: ParameterValue | undefined } | undefined;

async function pickChoice(title: string, field: Field, values: FieldValues): Promise<Answer> {
  if (field.input.kind !== 'choice') return undefined;
  const now = values[field.name];
  const items: (QuickPickItem & { value: ParameterValue | undefined })[] = [
    { label: 'Leave it to Kernelscope', description: field.whenEmpty, value: undefined },
    ...field.input.choices.map(({ label, value }) => ({ label, value })),
  ];
  const marked = items.map((item) => (item.value === now ? { ...item, icon: 'check' } : item));
  return pickOne(marked, {
    title: `${title}: ${field.title}`,
    placeHolder: field.description,
    ignoreFocusOut: true,
  });
}

async function askText(title: string, field: Field, values: FieldValues): Promise<Answer> {
  const { input } = field;
  if (input.kind !== 'text') return undefined;
  const heading = `${title}: ${field.title}`;
  const value = values[field.name];
  const now = value === undefined ? undefined : String(value);
  const text = input.suggestions ? await pickText(heading, field, now) : await typeText(heading, field, input, now);
  if (text === undefined) return undefined;
  if (text.trim() === '') return { value: undefined };
  const checked = input.check(text);
  return 'problem' in checked ? undefined : checked;
}

function typeText(
  title: string,
  field: Field,
  { check }: TextInput,
  now: string | undefined,
): Thenable<string | undefined> {
  return showInputBox({
    title,
    prompt: `${field.description} Empty: ${field.whenEmpty}.`,
    value: now ?? '',
    ignoreFocusOut: true,
    validateInput: (typed) => {
      if (typed.trim() === '') return undefined;
      const checked = check(typed);
      return 'problem' in checked ? checked.problem : undefined;
    },
  });
}
