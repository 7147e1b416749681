import type { MethodSpec, ParameterSchema } from '../engine/contract/method';
import type { Json } from '../engine/contract/schema';
import { CHOICES, DEFAULT_METHOD } from './choices';
import { DESIGN_NAMES, type NamedRowChoice, ROW_CHOICES } from './design';
import { wanted } from './doors';
import { hasChoice, jsonSchema, mergedSchema } from './parameterJson';
import { READ_CHOICES, type ReadChoice } from './reading';

/** A parameter that at least this fraction of the methods have is shown to the model; for the others it is referred to the documents. */
const COMMON = 1 / 3;

/** The choices of a fit for a language model, beside the file: the properties of a JSON Schema, which `fitChoices` checks. */
export const fitProperties = (methods: readonly MethodSpec[]) => ({
  target: {
    type: 'string',
    description: `${CHOICES.target.description} If omitted, the column whose name says that it is the target; without one a fit is refused with the best candidates.`,
  },
  features: {
    type: 'array',
    items: { type: 'string' },
    description: CHOICES.features.description,
  },
  method: {
    type: 'string',
    enum: methods.map(({ id }) => id),
    default: DEFAULT_METHOD,
    description: `${DEFAULT_METHOD} unless there is a reason. ${methods.map(({ id, purpose }) => `${id}: ${purpose}`).join('; ')}.`,
  },
  parameters: parametersSchema(methods),
  design: designSchema(),
});

/** The options for reading a file, in place of detection. */
export function readProperty(): Json {
  const said = READ_CHOICES.filter(({ name }) => name !== 'acceptExpansion').map((choice) => {
    const values = wanted(choice);
    return [
      choice.name,
      { ...typeOfReading(choice), description: `${choice.description} ${values[0].toUpperCase()}${values.slice(1)}.` },
    ];
  });
  return {
    type: 'object',
    description: 'How the file is read, only where inspect shows that it is read wrongly: everything is detected.',
    properties: Object.fromEntries(said),
    additionalProperties: false,
  };
}

/** The JSON type of a reading choice: a list or an object if an empty one is a valid value, otherwise the type of its values. */
function typeOfReading({ values = [], holds }: ReadChoice): Json {
  if (holds?.([])) return { type: 'array', items: { type: 'string' } };
  return { type: holds?.({}) ? 'object' : typeof (values[0]?.value ?? '') };
}

/** The rows that take part and those that are held out. */
const designSchema = (): Json => ({
  type: 'object',
  description: 'Which rows take part, which are held out, and how rows are treated.',
  properties: { ...propertiesOf(ROW_CHOICES), ...propertiesOf(ROW_CHOICES.filter(takesColumns), COLUMNS_TYPE) },
  additionalProperties: false,
});

function parametersSchema(methods: readonly MethodSpec[]): Json {
  const byName = new Map<string, ParameterSchema[]>();
  for (const { parameters } of methods)
    for (const schema of parameters)
      if (!DESIGN_NAMES.has(schema.name)) byName.set(schema.name, [...(byName.get(schema.name) ?? []), schema]);
  const common = [...byName.values()].filter((schemas) => schemas.length >= COMMON * methods.length).map(mergedSchema);
  return {
    type: 'object',
    description:
      'Only to override what is chosen by rule. Further parameters of a method may be given by name; a wrong name is answered with those there are.',
    properties: propertiesOf(common.filter(hasChoice)),
    additionalProperties: { type: ['number', 'string', 'boolean'] },
  };
}

const COLUMNS_TYPE = { type: 'array', items: { type: 'string' } };
const takesColumns = ({ holds }: NamedRowChoice): boolean => holds?.(['a']) === true;

const propertiesOf = (schemas: readonly ParameterSchema[], type: Json = {}): Json =>
  Object.fromEntries(
    schemas.map((schema) => [schema.name, { ...jsonSchema(schema), ...type, description: schema.description }]),
  );
