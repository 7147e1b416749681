import type { ParameterSchema } from '../engine/contract/method';
import type { Json } from '../engine/contract/schema';

/** Whether a parameter leaves anything to choose. */
export const hasChoice = ({ type, choices = [] }: ParameterSchema): boolean => type !== 'choice' || choices.length > 1;

/** A parameter as a JSON Schema. What the method's rule chooses has no default. */
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
