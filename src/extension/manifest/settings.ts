import type { MethodSpec, ParameterSchema } from '../../engine/contract/method';
import { DESIGN_SCHEMA } from '../fit/designSchema';
import { SETTING } from '../ids';
import { hasChoice } from '../picks/field';

type Json = Readonly<Record<string, unknown>>;

export interface SettingEntry {
  readonly key: string;
  readonly description: string;
  readonly schema: Json;
}

/**
 * One setting per parameter name over all methods and the design, where there is something to choose; the first schema of a
 * name describes it.
 */
export function settings(methods: readonly MethodSpec[]): SettingEntry[] {
  const byName = new Map<string, ParameterSchema>();
  for (const schema of [...DESIGN_SCHEMA, ...methods.flatMap(({ parameters }) => parameters)]) {
    if (!byName.has(schema.name)) byName.set(schema.name, schema);
  }
  const defaults = [...byName.values()].filter(hasChoice).map((schema, i) => ({
    key: `${SETTING.defaults}.${schema.name}`,
    description: describe(schema),
    schema: { ...jsonSchema(schema), scope: 'resource', order: i + 10 },
  }));
  const history: SettingEntry = {
    key: SETTING.historyLimit,
    description: 'How many runs the history of a workspace keeps. The oldest are deleted.',
    schema: { type: 'integer', default: 50, minimum: 1, maximum: 1000, scope: 'window', order: 1 },
  };
  return [history, ...defaults];
}

function describe({ title, description, rule }: ParameterSchema): string {
  return `${title}. ${description}${rule === undefined ? '' : ` Left empty: ${rule}.`}`;
}

/** What the method's rule chooses is null here: an empty line in the settings editor. */
function jsonSchema(schema: ParameterSchema): Json {
  const { type, minimum, exclusiveMinimum, maximum, choices, default: value } = schema;
  const open = value === undefined;
  const base = type === 'choice' ? 'string' : type;
  return {
    type: open ? [base, 'null'] : base,
    ...(choices && { enum: open ? [null, ...choices] : choices }),
    default: open ? null : value,
    ...(minimum !== undefined && { minimum }),
    ...(exclusiveMinimum !== undefined && { exclusiveMinimum }),
    ...(maximum !== undefined && { maximum }),
  };
}
