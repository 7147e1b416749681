/**
 * The kinds of JSON that are written, and the version of each: raised when a member is removed or changes its meaning, not when one is added.
 * Each has a JSON Schema in docs, KIND.schema.json.
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

/** The name of a kind's schema, "urn:kernelscope:fit:1": the schema's `$id`, and the member `$schema` of a value of the kind. */
export const schemaId = <K extends JsonKind>(kind: K): SchemaId<K> => `urn:kernelscope:${kind}:${VERSIONS[kind]}`;
export type SchemaId<K extends JsonKind> = `urn:kernelscope:${K}:${number}`;
