/**
 * What is written as JSON, and the version of each kind: raised when a member goes or changes its meaning, not when one is added. Each has a
 * JSON Schema in docs, KIND.schema.json.
 */
const VERSIONS = {
  fit: 1,
  recommend: 1,
  compare: 1,
  predict: 1,
  inspect: 1,
  methods: 1,
  method: 1,
  reproduce: 1,
  model: 1,
  failure: 1,
} as const;

export type JsonKind = keyof typeof VERSIONS;
export const JSON_KINDS = Object.keys(VERSIONS) as JsonKind[];

/** The name of a kind's schema, which a schema has as its `$id` and a value of the kind as its member `$schema`: "urn:kernelscope:fit:1". */
export const schemaId = <K extends JsonKind>(kind: K): SchemaId<K> => `urn:kernelscope:${kind}:${VERSIONS[kind]}`;
export type SchemaId<K extends JsonKind> = `urn:kernelscope:${K}:${number}`;
