import { l10n } from 'vscode';
import { hasChoice } from '../../choices/parameterJson';
import type { ParameterSchema, Parameters, ParameterValue } from '../../engine/contract/method';
import { parameterValue, valuesOf } from '../../engine/words/parameterValue';
import type { FormChoice, FormField, FormInput, FormValues } from '../../webview/forms/form';

/** One line of a form, with the check of its typed or picked value. */
export interface Field extends FormField {
  readonly check: (text: string) => Checked;
}

export type Checked = { readonly value: ParameterValue } | { readonly problem: string };

/** A value to pick, which is sent as its text. */
export interface FieldChoice {
  readonly label: string;
  readonly value: ParameterValue;
  readonly words?: string;
}

/** The line for a pick among these choices. */
export function pickedField(line: Omit<FormField, 'input'>, choices: readonly FieldChoice[]): Field {
  const shown = choices.map(({ value, ...said }) => ({ ...said, value: String(value) }));
  return {
    ...line,
    input: { kind: 'choice', choices: shown },
    check(text) {
      const choice = choices.find(({ value }) => String(value) === text);
      return choice ? { value: choice.value } : { problem: l10n.t('{0} has no choice {1}.', line.title, text) };
    },
  };
}

const YES_NO: readonly FieldChoice[] = [
  { label: l10n.t('Yes'), value: true },
  { label: l10n.t('No'), value: false },
];

/** The lines of a form for parameters; a parameter with nothing to choose has none. */
export function fieldsOf(schemas: readonly ParameterSchema[]): readonly Field[] {
  const said = schemas.map((schema) => ({
    ...schema,
    title: l10n.t(schema.title),
    description: l10n.t(schema.description),
  }));
  return said.filter(hasChoice).map((schema) => fieldOf(schema, said));
}

/** The form's line for a parameter: a pick for choices, a checked text for everything else. */
export function fieldOf(schema: ParameterSchema, others: readonly ParameterSchema[] = []): Field {
  const { name, title, description, type, choices = [] } = schema;
  const line = { name, title, description, whenEmpty: emptyText(schema, others) };
  if (type === 'boolean') return pickedField(line, YES_NO);
  if (type === 'choice') {
    const [intro, words] = choiceWords(schema);
    const picked = choices.map((value) => ({ label: value, value, words: words.get(value) ?? '' }));
    return pickedField({ ...line, description: intro }, picked);
  }
  const suggestions = schema.suggestions?.map((value): FormChoice => {
    const said = schema.suggestionWords?.[value];
    // A suggestion without words is a name in the file.
    return said ? { value, label: l10n.t(said[0]), words: l10n.t(said[1]) } : { value, label: value };
  });
  return {
    ...line,
    input: { kind: 'text', ...(suggestions && { suggestions }) },
    check: (text) => checkValue(schema, text),
  };
}

/**
 * Splits a description that explains each choice, "name: words." or "name, name: words.": the text before the first of
 * them, and the words by choice, as sentences.
 */
export function choiceWords({ description, choices = [] }: ParameterSchema): [string, ReadonlyMap<string, string>] {
  const named = [...description.matchAll(/(?<=^|[.;] )([\w-]+(?:, [\w-]+)*): /g)]
    .map((match) => ({ names: match[1].split(', '), at: match.index, from: match.index + match[0].length }))
    .filter(({ names }) => names.every((name) => choices.includes(name)));
  const words = named.flatMap(({ names, from }, i) => {
    const text = description.slice(from, named[i + 1]?.at).trim();
    const sentence = text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()).replace(/;$/, '.');
    return names.map((name): [string, string] => [name, sentence]);
  });
  return [description.slice(0, named[0]?.at).trim(), new Map(words)];
}

/**
 * The typed text as a value of the parameter's type, or a sentence on the problem. A minus sign and the decimal comma
 * of a single number are understood.
 */
export function checkValue(schema: ParameterSchema, text: string): Checked {
  const trimmed = text.trim().replaceAll('−', '-');
  if (schema.type === 'numbers' && /^[+-]?\d+,\d+$/.test(trimmed)) {
    const [point, list] = [trimmed.replace(',', '.'), trimmed.replace(',', ' ')];
    return {
      problem: l10n.t('{0} could mean one number or two: write {1}, or {2} with a blank.', trimmed, point, list),
    };
  }
  const oneNumber = schema.type === 'number' || schema.type === 'integer';
  const value = parameterValue(schema, oneNumber ? trimmed.replace(/^([^.,]*),([^.,]*)$/, '$1.$2') : trimmed);
  return value === undefined ? { problem: l10n.t('{0} is {1}.', schema.title, valuesOf(schema)) } : { value };
}

/**
 * The text of an empty field. A rule may refer to another parameter ("see lambdaRule"), which the form calls by its
 * title.
 */
function emptyText({ rule, default: value }: ParameterSchema, others: readonly ParameterSchema[]): string {
  const other = others.find(({ name }) => rule === `see ${name}`);
  if (other) return l10n.t('see “{0}”', other.title);
  if (rule !== undefined) return rule.startsWith('see ') ? rule : l10n.t('chosen by {0}', l10n.t(rule));
  if (typeof value === 'boolean') return value ? l10n.t('Yes') : l10n.t('No');
  return value === undefined ? l10n.t('not set') : String(value);
}

/** The field in the form that the page shows. */
export const formField = ({ check: _, ...shown }: Field): FormField => shown;

/** A field that its title and its choices explain. */
export const pickField = (name: string, title: string, input: FormInput): FormField => ({
  name,
  title,
  description: '',
  whenEmpty: '',
  input,
});

export const formValues = (values: Parameters): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** The values that the page sent, by field, and the problems by field. Empty fields have neither. */
export function readForm(
  fields: readonly Field[],
  sent: FormValues,
): { readonly values: Parameters; readonly problems: Readonly<Record<string, string>> } {
  const values: Record<string, ParameterValue> = {};
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const text = sent[field.name];
    if (typeof text !== 'string' || text.trim() === '') continue;
    const checked = field.check(text);
    if ('value' in checked) values[field.name] = checked.value;
    else problems[field.name] = checked.problem;
  }
  return { values, problems };
}
