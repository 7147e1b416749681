import type { ParameterSchema, ParameterValue } from '../contract/method';
import { numberOf } from '../contract/numberText';

const SWITCHES: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, on: true, 1: true },
  ...{ false: false, no: false, off: false, 0: false },
};

/**
 * The input of a person or a program as a value of the parameter's type and within its limits; undefined for anything
 * else. Several numbers are a text with blanks between them.
 */
export function parameterValue(schema: ParameterSchema, given: ParameterValue): ParameterValue | undefined {
  const text = String(given).trim();
  const letters = text.toLowerCase();
  switch (schema.type) {
    case 'text':
      return text;
    case 'boolean':
      return Object.hasOwn(SWITCHES, letters) ? SWITCHES[letters] : undefined;
    case 'choice':
      return schema.choices?.find((choice) => choice.toLowerCase() === letters);
    case 'number':
    case 'integer':
      return numberWithin(schema, text);
    case 'numbers': {
      const numbers = text.split(/\s*[,;]\s*|\s+/).map((part) => numberWithin(schema, part));
      if (numbers.includes(undefined)) return undefined;
      return numbers.length === 1 ? numbers[0] : numbers.join(' ');
    }
  }
}

function numberWithin({ type, minimum, exclusiveMinimum, maximum }: ParameterSchema, text: string): number | undefined {
  const number = numberOf(text);
  const within =
    Number.isFinite(number) &&
    (type !== 'integer' || Number.isSafeInteger(number)) &&
    (minimum === undefined || number >= minimum) &&
    (exclusiveMinimum === undefined || number > exclusiveMinimum) &&
    (maximum === undefined || number <= maximum);
  return within ? number : undefined;
}

/** The values that a parameter takes: "a whole number of at least 1", "one of mean, median". */
export function valuesOf(schema: ParameterSchema): string {
  switch (schema.type) {
    case 'boolean':
      return 'true or false';
    case 'choice':
      return `one of ${(schema.choices ?? []).join(', ')}`;
    case 'integer':
      return `a whole number${rangeOf(schema)}`;
    case 'text':
      return 'text';
    case 'number':
      return `a number${rangeOf(schema)}`;
    case 'numbers':
      return `a number${rangeOf(schema)}, or several of them separated by blanks`;
  }
}

function rangeOf({ minimum, exclusiveMinimum, maximum }: ParameterSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  const low =
    minimum !== undefined
      ? `of at least ${minimum}`
      : exclusiveMinimum !== undefined
        ? `above ${exclusiveMinimum}`
        : '';
  const limits = [low, maximum === undefined ? '' : `at most ${maximum}`].filter((limit) => limit !== '');
  return limits.length === 0 ? '' : ` ${limits.join(' and ')}`;
}
