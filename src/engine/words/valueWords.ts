import type { ParameterSchema } from '../contract/method';

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
