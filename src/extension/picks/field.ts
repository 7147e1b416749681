import type { ParameterSchema, ParameterValue } from '../../engine/contract/method';

/** One line of a form. */
export interface Field {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What holds while the field is left empty: "chosen by least leave-one-out error". */
  readonly whenEmpty: string;
  readonly input: { readonly kind: 'choice'; readonly choices: readonly Choice[] } | TextInput;
  /** Stands above the first field of a group. */
  readonly group?: string;
}

export interface TextInput {
  readonly kind: 'text';
  readonly check: (text: string) => Checked;
  /** Offered for picking; anything else may be typed. */
  readonly suggestions?: readonly string[];
}

export interface Choice {
  readonly label: string;
  readonly value: ParameterValue;
}

export type Checked = { readonly value: ParameterValue } | { readonly problem: string };
export type FieldValues = Readonly<Record<string, ParameterValue>>;

const YES_NO: readonly Choice[] = [
  { label: 'Yes', value: true },
  { label: 'No', value: false },
];

/** The lines of a form for parameters; one that leaves nothing to choose has none. */
export const fieldsOf = (schemas: readonly ParameterSchema[], group: string): readonly Field[] =>
  schemas.filter(hasChoice).map((schema) => fieldOf(schema, group, schemas));

export const hasChoice = ({ type, choices = [] }: ParameterSchema): boolean => type !== 'choice' || choices.length > 1;

/** The form's line for a parameter: a pick for choices, a checked text for everything else. */
export function fieldOf(schema: ParameterSchema, group?: string, others: readonly ParameterSchema[] = []): Field {
  const { name, title, description, type } = schema;
  const base = {
    name,
    title,
    description,
    whenEmpty: emptyText(schema, others),
    ...(group !== undefined && { group }),
  };
  if (type === 'boolean') return { ...base, input: { kind: 'choice', choices: YES_NO } };
  if (type === 'choice') {
    const choices = (schema.choices ?? []).map((value) => ({ label: value, value }));
    return { ...base, input: { kind: 'choice', choices } };
  }
  const { suggestions } = schema;
  return {
    ...base,
    input: { kind: 'text', check: (text) => checkValue(schema, text), ...(suggestions && { suggestions }) },
  };
}

/** What was typed as a value of the parameter's type, or the sentence that says what is wrong. */
export function checkValue(schema: ParameterSchema, text: string): Checked {
  if (schema.type === 'numbers') return checkNumbers(schema, text);
  return schema.type === 'text' ? { value: text.trim() } : checkNumber(schema, text);
}

/** A rule may refer to another parameter ("see lambdaRule"): a form names that one as it is titled there. */
function emptyText({ rule, default: value }: ParameterSchema, others: readonly ParameterSchema[]): string {
  const other = others.find(({ name }) => rule === `see ${name}`);
  if (other) return `see “${other.title}”`;
  if (rule !== undefined) return rule.startsWith('see ') ? rule : `chosen by ${rule}`;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === undefined ? 'not set' : String(value);
}

/** A number within the schema's limits, or the sentence that says what they are. Decimal commas are understood. */
export function checkNumber(schema: ParameterSchema, text: string): Checked {
  const trimmed = text
    .trim()
    .replace('−', '-')
    .replace(/^([^.,]*),([^.,]*)$/, '$1.$2');
  const value = Number(trimmed);
  const whole = schema.type === 'integer';
  const allowed =
    trimmed !== '' &&
    Number.isFinite(value) &&
    (!whole || Number.isSafeInteger(value)) &&
    !(schema.minimum !== undefined && value < schema.minimum) &&
    !(schema.exclusiveMinimum !== undefined && value <= schema.exclusiveMinimum) &&
    !(schema.maximum !== undefined && value > schema.maximum);
  return allowed
    ? { value }
    : { problem: `${schema.title} is ${whole ? 'a whole number' : 'a number'}${limits(schema)}.` };
}

/** One number, or several separated by blanks or commas. */
function checkNumbers(schema: ParameterSchema, text: string): Checked {
  const trimmed = text.trim();
  if (/^[+-]?\d+,\d+$/.test(trimmed)) {
    const [point, list] = [trimmed.replace(',', '.'), trimmed.replace(',', ' ')];
    return { problem: `${trimmed} could be one number or two: write ${point}, or ${list} with a blank.` };
  }
  const checked = trimmed.split(/\s*[,;]\s*|\s+/).map((part) => checkNumber(schema, part));
  const bad = checked.findIndex((part) => 'problem' in part);
  if (bad < 0) {
    const values = checked.map((part) => ('value' in part ? part.value : ''));
    return { value: values.length === 1 ? values[0] : values.join(' ') };
  }
  return { problem: `${schema.title} is a number${limits(schema)}, or several of them separated by blanks.` };
}

function limits({ minimum, exclusiveMinimum, maximum }: ParameterSchema): string {
  const parts: string[] = [];
  if (exclusiveMinimum !== undefined) parts.push(`above ${exclusiveMinimum}`);
  if (minimum !== undefined) parts.push(`of at least ${minimum}`);
  if (maximum !== undefined) parts.push(`${parts.length > 0 ? 'and ' : ''}at most ${maximum}`);
  return parts.length > 0 ? ` ${parts.join(' ')}` : '';
}

/** What stands beside a field's title in the form. */
export function shownFieldValue({ input, whenEmpty }: Field, value: ParameterValue | undefined): string {
  if (value === undefined) return whenEmpty;
  const choice = input.kind === 'choice' ? input.choices.find((c) => c.value === value) : undefined;
  return choice?.label ?? String(value);
}
