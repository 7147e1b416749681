import { JSON_KINDS, type JsonKind, schemaId } from '../../engine/contract/jsonKinds';
import { constant, either, extended, type Json, type Of, standing, struct } from '../../engine/contract/schema';
import { PORTABLE_MODEL } from '../../export/portable/portable';
import {
  COMPARE_JSON,
  FAILURE_JSON,
  INSPECT_JSON,
  METHOD_JSON,
  METHODS_JSON,
  RECOMMEND_JSON,
  REPRODUCE_JSON,
} from './commands';
import { COMPONENTS_JSON, FIT_JSON } from './fit';
import { PREDICT_JSON } from './predict';

/** Of which docs/export.md says what the members mean. */
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
/** What is written of a kind, but for the name of its schema. */
export type Written<K extends JsonKind> = Unnamed<Of<(typeof SCHEMAS)[K]['schema']>>;

/** The JSON Schema of a kind as its file holds it. */
export function jsonSchema(kind: JsonKind): Json {
  const { title, schema } = SCHEMAS[kind];
  const head = { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: schemaId(kind), title };
  return { ...head, ...standing(schema) };
}

/** Those of everything that is written as JSON. */
export const jsonSchemas = () => JSON_KINDS.map((kind) => [kind, jsonSchema(kind)] as const);
