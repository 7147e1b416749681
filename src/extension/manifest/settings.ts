import { DESIGN_SCHEMA } from '../../choices/design';
import { hasChoice, jsonSchema, mergedSchema, sameDefault } from '../../choices/parameterJson';
import { CLUSTER_DETAILS, CLUSTER_ENGINES, CLUSTER_NAMES, DETAIL_NAMES } from '../../engine/contract/cluster';
import type { MethodSpec, ParameterSchema } from '../../engine/contract/method';
import type { Json } from '../../engine/contract/schema';
import { ENDINGS_TEXT } from '../../engine/words/fileName';
import { SETTING } from '../ids';

export interface SettingEntry {
  readonly key: string;
  /** A heading of the settings editor. */
  readonly group: SettingGroup;
  readonly description: string;
  readonly schema: Json;
  /** The values to choose from, each with its meaning. */
  readonly choices?: readonly (readonly [string, string])[];
  /** For an object, its properties. */
  readonly members?: readonly { readonly name: string; readonly description: string; readonly schema: Json }[];
}

/** In the order of the settings editor. */
export const SETTING_GROUPS = ['Fits', 'Files and runs', 'Computation', 'Clusters', 'Command line'] as const;
type SettingGroup = (typeof SETTING_GROUPS)[number];

/**
 * The settings, including one object with a member for every parameter name of the methods and the design that leaves a
 * choice. A member may have any value that one of the methods takes; every meaning of its name is described.
 */
export function settings(methods: readonly MethodSpec[]): SettingEntry[] {
  const byName = new Map<string, Meaning[]>();
  const add = (schema: ParameterSchema, method?: string) => {
    const meanings = byName.get(schema.name) ?? [];
    byName.set(schema.name, meanings);
    const same = meanings.find(
      (meaning) => describe(meaning.schema) === describe(schema) && meaning.schema.default === schema.default,
    );
    if (!same) meanings.push({ schema, methods: method === undefined ? [] : [method] });
    else if (method !== undefined) same.methods.push(method);
  };
  for (const schema of DESIGN_SCHEMA) add(schema);
  const design = new Set(byName.keys());
  for (const { id, parameters } of methods)
    for (const schema of parameters) if (!design.has(schema.name)) add(schema, id);
  const defaults = [...byName.values()]
    .map((meanings) => ({ meanings, schemas: meanings.map(({ schema }) => schema) }))
    .map(({ meanings, schemas }) => ({ meanings, schema: mergedSchema(schemas), agreed: sameDefault(schemas) }))
    .filter(({ schema }) => hasChoice(schema))
    .map(({ meanings, schema, agreed }) => ({
      name: schema.name,
      description: meanings.map((meaning) => words(meaning, methods.length, agreed)).join('\n\n'),
      schema: jsonSchema(schema),
    }));
  const own: SettingEntry = {
    key: SETTING.defaults,
    group: 'Fits',
    description:
      'Your own defaults for fits, by name. The form under *More settings…* writes them with *Save as My Default*; everything left out stays as Kernelscope chooses it.',
    schema: { type: 'object', default: {}, additionalProperties: false, scope: 'resource', order: 1 },
    members: defaults,
  };
  const history: SettingEntry = {
    key: SETTING.historyLimit,
    group: 'Files and runs',
    description: 'Number of runs kept in the history of a workspace. The oldest are deleted.',
    schema: { type: 'integer', default: 50, minimum: 1, maximum: 1000, scope: 'window', order: 1 },
  };
  return [own, moreEndings, history, linearAlgebra, ...CLUSTER, terminalCommand];
}

/** An object and not a list: the `when` clauses of menus can look into it before the extension is active. */
const moreEndings: SettingEntry = {
  key: SETTING.moreEndings,
  group: 'Files and runs',
  description: `Endings of files that have the Kernelscope menu too, with their dots: \`.asc\` → \`true\`. The files with ${ENDINGS_TEXT} always have it.`,
  schema: { type: 'object', additionalProperties: { type: 'boolean' }, default: {}, scope: 'window', order: 2 },
};

const CORES: readonly (readonly [string, string])[] = [
  [
    'auto',
    'The bundled core; from 1,000 rows a native library, once one has been measured to be correct and faster on this machine. Libraries are tried after the first fit, in a separate process. Files of the workspace are never loaded.',
  ],
  ['embedded', 'The bundled core for every fit: the same bits on every machine. No library is searched for.'],
  ['native', 'A native library for every fit, if one is found that is correct and faster; the run names it.'],
];

/** A library is code of the machine: a workspace may choose it only once it is trusted (see the manifest's capabilities). */
const linearAlgebra: SettingEntry = {
  key: SETTING.linearAlgebra,
  group: 'Computation',
  description: "Linear algebra: the bundled core, or this machine's OpenBLAS, MKL or Accelerate in a separate process.",
  schema: {
    type: 'string',
    enum: CORES.map(([name]) => name),
    default: 'auto',
    scope: 'machine-overridable',
    order: 3,
  },
  choices: CORES,
};

/** A trusted workspace may name the cluster; the program that reaches it comes from the machine's settings only. */
const CLUSTER: readonly SettingEntry[] = [
  {
    key: SETTING.clusterEngine,
    group: 'Clusters',
    description: 'What runs the cluster that *Fit on a Cluster…* sends parts to. Asked for while it is not set.',
    schema: { type: 'string', enum: [...CLUSTER_NAMES], scope: 'machine-overridable', order: 1 },
    choices: CLUSTER_NAMES.map((name) => [name, CLUSTER_ENGINES[name].title]),
  },
  {
    key: SETTING.clusterAddress,
    group: 'Clusters',
    description:
      "Address of the Spark master (`spark://host:7077`, `yarn`, `k8s://…`) or of the Dask scheduler (`tcp://host:8786`, `tls://…`). Asked for while it is not set; empty, it is that of the engine's own configuration.",
    schema: { type: 'string', scope: 'machine-overridable', order: 2 },
  },
  {
    key: SETTING.clusterPython,
    group: 'Clusters',
    description:
      'The Python of this computer that has pyspark or distributed: a name on the PATH, or an absolute path. Asked for while it is not set.',
    schema: { type: 'string', scope: 'machine', order: 3 },
  },
  {
    key: SETTING.clusterDetails,
    group: 'Clusters',
    description: `What else the cluster has to be told, by name: ${DETAIL_NAMES.map((name) => `\`${name}\` (${CLUSTER_DETAILS[name].sentence})`).join(', ')}. Files are on this computer, by their absolute paths.`,
    schema: { type: 'object', additionalProperties: false, default: {}, scope: 'machine', order: 4 },
    members: DETAIL_NAMES.map((name) => ({
      name,
      description: CLUSTER_DETAILS[name].sentence,
      schema: { type: 'string' },
    })),
  },
];

const terminalCommand: SettingEntry = {
  key: SETTING.terminalCommand,
  group: 'Command line',
  description:
    'The command `kernelscope` in terminals of this editor, from the first use of Kernelscope in a workspace on. The editor runs it itself; a `kernelscope` that you have installed comes first.',
  schema: { type: 'boolean', default: true, scope: 'window', order: 1 },
};

/** One meaning of a parameter's name, and the ids of the methods that have it. */
interface Meaning {
  readonly schema: ParameterSchema;
  readonly methods: string[];
}

/**
 * The description of a meaning. Parameters of all methods, or of none, need no list of methods; a default is stated if
 * not all methods have the same.
 */
function words({ schema, methods }: Meaning, all: number, agreed: boolean): string {
  const text = `${describe(schema)}${agreed || schema.default === undefined ? '' : ` If empty: ${schema.default}.`}`;
  if (methods.length === 0 || methods.length === all) return text;
  return `${text} (${methods.map((id) => `\`${id}\``).join(', ')})`;
}

function describe({ title, description, rule }: ParameterSchema): string {
  return `${title}. ${description}${rule === undefined ? '' : ` If empty: ${rule}.`}`;
}
