import type { MethodSpec, ParameterSchema } from '../../engine/contract/method';
import { DESIGN_SCHEMA } from '../fit/designSchema';
import { SETTING } from '../ids';
import { hasChoice } from '../picks/field';

type Json = Readonly<Record<string, unknown>>;

export interface SettingEntry {
  readonly key: string;
  readonly description: string;
  readonly schema: Json;
  /** The values to choose from, each with what it means. */
  readonly choices?: readonly (readonly [string, string])[];
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
  return [history, linearAlgebra, ...defaults];
}

const CORES: readonly (readonly [string, string])[] = [
  ['embedded', 'The embedded core. No library is looked for.'],
  [
    'auto',
    'The embedded core; from 1,000 rows on a native library, once one has proven itself faster on this machine.',
  ],
  ['native', 'A native library for every fit, where one is found that is right and faster; the run says which it was.'],
];

/** A library is code of the machine: a workspace may choose it only once it is trusted (see the manifest's capabilities). */
const linearAlgebra: SettingEntry = {
  key: SETTING.linearAlgebra,
  description:
    'What computes: the core that comes with Kernelscope, or OpenBLAS, MKL or Accelerate of this machine, in a process of its own.',
  schema: {
    type: 'string',
    enum: CORES.map(([name]) => name),
    default: 'embedded',
    scope: 'machine-overridable',
    order: 2,
  },
  choices: CORES,
};

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
