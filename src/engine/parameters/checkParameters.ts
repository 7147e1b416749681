import { didYouMean } from '../contract/closest';
import { KernelscopeError } from '../contract/failure';
import type { MethodSpec, ParameterSchema, Parameters, ParameterValue } from '../contract/method';
import { numberOf } from '../contract/numberText';
import { valuesOf } from '../words/valueWords';

/**
 * Checks what a person set against the method's schema, and turns text from a command line or a form into numbers and
 * switches. Throws `parameter/unknown` with the closest name, or `parameter/invalid` with the range or the choices.
 */
export function checkParameters(
  method: MethodSpec,
  given: Readonly<Record<string, string | number | boolean>>,
): Parameters {
  const checked: Record<string, ParameterValue> = {};
  for (const [name, value] of Object.entries(given)) {
    const schema = method.parameters.find((parameter) => parameter.name === name);
    if (!schema) throw unknownParameter(method, name);
    checked[name] = check(schema, value);
  }
  return checked;
}

/** `parameter/unknown`, with the closest name. `beside`: what else could have been meant. */
export function unknownParameter(method: MethodSpec, name: string, beside: readonly string[] = []): KernelscopeError {
  const known = [...method.parameters.map((parameter) => parameter.name), ...beside];
  const advice = didYouMean(name, known) ?? `It takes ${known.join(', ')}.`;
  return new KernelscopeError('parameter/unknown', `${method.title} has no parameter "${name}". ${advice}`, {
    name,
    known,
  });
}

function check(schema: ParameterSchema, value: ParameterValue): ParameterValue {
  switch (schema.type) {
    case 'boolean':
      return checkSwitch(schema, value);
    case 'choice':
      return checkChoice(schema, value);
    case 'numbers':
      return checkNumbers(schema, value);
    case 'text':
      return String(value).trim();
    default:
      return checkNumber(schema, value);
  }
}

const TRUE = ['true', 'yes', 'on', '1'];
const FALSE = ['false', 'no', 'off', '0'];

function checkSwitch(schema: ParameterSchema, value: ParameterValue): boolean {
  const text = String(value).trim().toLowerCase();
  if (TRUE.includes(text)) return true;
  if (FALSE.includes(text)) return false;
  throw invalid(schema, value);
}

function checkChoice(schema: ParameterSchema, value: ParameterValue): string {
  const choices = schema.choices ?? [];
  const text = String(value).trim();
  const known = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
  if (known !== undefined) return known;
  throw invalid(schema, value, didYouMean(text, choices));
}

function checkNumber(schema: ParameterSchema, value: ParameterValue): number {
  // A switch is no number.
  const number = typeof value === 'boolean' ? Number.NaN : numberOf(String(value));
  const { minimum, exclusiveMinimum, maximum } = schema;
  const within =
    Number.isFinite(number) &&
    (schema.type !== 'integer' || Number.isSafeInteger(number)) &&
    (minimum === undefined || number >= minimum) &&
    (exclusiveMinimum === undefined || number > exclusiveMinimum) &&
    (maximum === undefined || number <= maximum);
  if (!within) throw invalid(schema, value);
  return number;
}

/** One number, or several in a text, each within the range. */
function checkNumbers(schema: ParameterSchema, value: ParameterValue): number | string {
  const parts = String(value)
    .split(/[\s,;]+/)
    .filter((part) => part !== '');
  if (parts.length === 1 || typeof value !== 'string') return checkNumber(schema, value);
  return parts.map((part) => checkNumber(schema, part)).join(' ');
}

function invalid(schema: ParameterSchema, value: ParameterValue, advice?: string): KernelscopeError {
  const message = [`${schema.name} must be ${valuesOf(schema)}; it is "${value}".`, advice].filter(Boolean).join(' ');
  return new KernelscopeError('parameter/invalid', message, {
    name: schema.name,
    value,
  });
}
