import { type JsonKind, schemaId } from '../../engine/contract/jsonKinds';
import { constant, type Of, struct, text } from '../../engine/contract/schema';

/** The first members of every kind: the name of its schema, and the version that wrote it. */
export const begun = (kind: JsonKind) => struct({ $schema: constant<string>(schemaId(kind)), kernelscope: text() });

/** The JSON for a schema, without the schema's name. */
export type Said<S> = Omit<Of<S>, '$schema'>;
