import type { ParameterSchema } from '../engine/contract/method';
import type { Json } from '../engine/contract/schema';

/** True if a parameter leaves anything to choose. */
export const hasChoice = ({ type, choices = [] }: ParameterSchema): boolean => type !== 'choice' || choices.length > 1;

/** A parameter as a JSON Schema. A parameter that the method's rule chooses has no default. */
export function jsonSchema(schema: ParameterSchema): Json {
  const { type, minimum, exclusiveMinimum, maximum, choices, default: value } = schema;
  const plain = type === 'choice' || type === 'text' ? 'string' : type;
  return {
    type: type === 'numbers' ? ['number', 'string'] : plain,
    ...(choices && { enum: choices }),
    ...(value !== undefined && { default: value }),
    ...(minimum !== undefined && { minimum }),
    ...(exclusiveMinimum !== undefined && { exclusiveMinimum }),
    ...(maximum !== undefined && { maximum }),
  };
}

/**
 * One schema for a name that several schemas share: every value that one of them takes is valid, and it has a default only if all have the same.
 * The first decides the type.
 */
export function mergedSchema(schemas: readonly ParameterSchema[]): ParameterSchema {
  const [first] = schemas;
  const { default: value, minimum: _, exclusiveMinimum: __, maximum: ___, choices, ...rest } = first;
  const offered = choices && [...new Set(schemas.flatMap((schema) => schema.choices ?? []))];
  const greatest = Math.max(...schemas.map((schema) => schema.maximum ?? Number.POSITIVE_INFINITY));
  return {
    ...rest,
    ...(offered && { choices: offered }),
    ...lowerBound(schemas),
    ...(Number.isFinite(greatest) && { maximum: greatest }),
    ...(sameDefault(schemas) && value !== undefined && { default: value }),
  };
}

export const sameDefault = ([first, ...others]: readonly ParameterSchema[]): boolean =>
  others.every((schema) => schema.default === first.default);

/** The loosest of the lower bounds: of two at one value, the one that allows it. */
function lowerBound(schemas: readonly ParameterSchema[]): Pick<ParameterSchema, 'minimum' | 'exclusiveMinimum'> {
  const bounds = schemas.map(
    ({ minimum, exclusiveMinimum }) => minimum ?? exclusiveMinimum ?? Number.NEGATIVE_INFINITY,
  );
  const least = Math.min(...bounds);
  if (!Number.isFinite(least)) return {};
  return schemas.some(({ minimum }) => minimum === least) ? { minimum: least } : { exclusiveMinimum: least };
}
