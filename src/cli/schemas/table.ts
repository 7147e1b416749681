import { DATA_REPORT, INSPECTION, TARGET_CANDIDATE } from '../../engine/contract/data.schema';
import { JSON_KINDS, type JsonKind, schemaId } from '../../engine/contract/jsonKinds';
import { METHOD_SPEC } from '../../engine/contract/method';
import { PROPOSAL, PROPOSALS } from '../../engine/contract/proposal';
import { RACE } from '../../engine/contract/race.schema';
import { REPRODUCTION } from '../../engine/contract/reproduction';
import {
  anything,
  constant,
  either,
  extended,
  type Json,
  list,
  natural,
  type Of,
  picked,
  record,
  standing,
  struct,
  text,
  texts,
} from '../../engine/contract/schema';
import { PORTABLE_MODEL } from '../../export/portable/portable';
import { COMPONENTS_JSON, FIT_JSON } from './fit';
import { PREDICT_JSON } from './predict';
import { begun } from './written';

// The JSON of the commands other than fit and predict.

const RECOMMEND_JSON = extended(extended(begun('recommend'), PROPOSALS.members), {
  /** Empty for principal components. */
  target: text(),
  proposals: list(
    extended(PROPOSAL, {
      /** The options of fit for it, quoted for a shell. */
      options: texts(),
    }),
  ),
});

const COMPARE_JSON = extended(begun('compare'), {
  /** Method id. */
  method: text(),
  /** Name of the file. */
  file: text(),
  data: picked(DATA_REPORT, 'rows', 'used', 'train', 'holdout', 'columns'),
  race: RACE,
});

const INSPECT_JSON = extended(begun('inspect'), {
  ...INSPECTION.members,
  /** Every column as a target, the best first. */
  targets: list(TARGET_CANDIDATE),
});

const METHODS_JSON = extended(begun('methods'), { methods: list(METHOD_SPEC) });

const METHOD_JSON = extended(begun('method'), {
  method: METHOD_SPEC,
  /** Papers that the source names. */
  papers: list(
    struct({
      /** As the source names it. */
      tag: text(),
      /** The tag in words. */
      meaning: text(),
      title: text(),
      authors: text(),
      year: natural(),
      /** Its address. */
      link: text(),
    }),
  ),
});

const REPRODUCE_JSON = extended(begun('reproduce'), REPRODUCTION.members);

/** Written to standard output in place of any of these, if a command with --json - fails. */
const FAILURE_JSON = extended(begun('failure'), {
  failure: struct({
    /** A code such as data/unknown-column, or command-line: stable, while the sentence may be reworded. */
    code: text(),
    /** A sentence on what happened and what to do. */
    message: text(),
    /** Details by name, such as the column or the row; the names depend on the code. */
    details: record(anything),
  }),
});

/** docs/export.md explains the members. */
const MODEL_JSON = extended(struct({ $schema: constant<string>(schemaId('model')) }), PORTABLE_MODEL.members);

const SCHEMAS = {
  fit: { title: 'kernelscope fit --json', schema: either(FIT_JSON, COMPONENTS_JSON) },
  recommend: { title: 'kernelscope recommend --json', schema: RECOMMEND_JSON },
  compare: { title: 'kernelscope compare --json', schema: COMPARE_JSON },
  predict: { title: 'kernelscope predict --json', schema: PREDICT_JSON },
  inspect: { title: 'kernelscope inspect --json', schema: INSPECT_JSON },
  methods: { title: 'kernelscope methods --json', schema: METHODS_JSON },
  method: { title: 'kernelscope methods ID --json', schema: METHOD_JSON },
  reproduce: { title: 'kernelscope reproduce --json', schema: REPRODUCE_JSON },
  model: { title: 'model.json of kernelscope export --as json', schema: MODEL_JSON },
  failure: { title: 'kernelscope … --json -, where it fails', schema: FAILURE_JSON },
} satisfies Readonly<Record<JsonKind, { readonly title: string; readonly schema: { json: Json; defs: Json } }>>;

type Unnamed<T> = T extends unknown ? Omit<T, '$schema'> : never;
/** The JSON of a kind, without the name of its schema. */
export type Written<K extends JsonKind> = Unnamed<Of<(typeof SCHEMAS)[K]['schema']>>;

/** The JSON Schema of a kind, as its file holds it. */
function jsonSchema(kind: JsonKind): Json {
  const { title, schema } = SCHEMAS[kind];
  const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: schemaId(kind), title };
  return { ...head, ...standing(schema) };
}

/** The JSON Schemas of everything that is written as JSON. */
export const jsonSchemas = () => JSON_KINDS.map((kind) => [kind, jsonSchema(kind)] as const);
