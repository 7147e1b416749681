import type { MethodSpec, ParameterSchema } from '../engine/contract/method';
import type { Json } from '../engine/contract/schema';
import { DESIGN_SCHEMA } from './designSchema';
import { mergedSchema } from './mergedSchema';
import { hasChoice, jsonSchema } from './parameterJson';
import { READ } from './readArguments';

/** Parameters that at least this share of the methods have are named to the model; for the others it is pointed to the documents. */
const COMMON = 1 / 3;

/** What a language model may say of a fit, beside its file: the properties of a JSON Schema, which `fitInput` checks. */
export const fitProperties = (methods: readonly MethodSpec[]) => ({
  target: {
    type: 'string',
    description: 'Column to predict, by name or position from 1. Every method but principal components needs it.',
  },
  features: {
    type: 'array',
    items: { type: 'string' },
    description: 'Columns to predict from. Left out: all usable ones.',
  },
  method: {
    type: 'string',
    enum: methods.map(({ id }) => id),
    default: 'krr',
    description: `krr unless there is a reason. ${methods.map(({ id, purpose }) => `${id}: ${purpose}`).join('; ')}.`,
  },
  parameters: parametersSchema(methods),
  design: designSchema(),
});

/** How a file is read, where that is not to be detected. */
export function readProperty(): Json {
  const { acceptExpansion: _, ...members } = READ;
  const properties = Object.entries(members).map(([name, [, wanted]]) => [name, { description: `${wanted}.` }]);
  return {
    type: 'object',
    description: 'How the file is read, only where inspect shows that it is read wrongly: everything is detected.',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}

/** Which rows take part and which are held out. */
const designSchema = (): Json => ({
  type: 'object',
  description: 'Which rows take part, which are held out, and how rows are treated.',
  properties: propertiesOf(DESIGN_SCHEMA),
  additionalProperties: false,
});

function parametersSchema(methods: readonly MethodSpec[]): Json {
  const design = new Set(DESIGN_SCHEMA.map(({ name }) => name));
  const byName = new Map<string, ParameterSchema[]>();
  for (const { parameters } of methods)
    for (const schema of parameters)
      if (!design.has(schema.name)) byName.set(schema.name, [...(byName.get(schema.name) ?? []), schema]);
  const common = [...byName.values()].filter((schemas) => schemas.length >= COMMON * methods.length).map(mergedSchema);
  return {
    type: 'object',
    description:
      'Only to override what is chosen by rule. Further parameters of a method may be given by name; a wrong name is answered with those there are.',
    properties: propertiesOf(common.filter(hasChoice)),
    additionalProperties: { type: ['number', 'string', 'boolean'] },
  };
}

const propertiesOf = (schemas: readonly ParameterSchema[]): Json =>
  Object.fromEntries(
    schemas.map((schema) => [schema.name, { ...jsonSchema(schema), description: schema.description }]),
  );
