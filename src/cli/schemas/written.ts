import { type JsonKind, schemaId } from '../../engine/contract/jsonKinds';
import { constant, type Of, struct, text } from '../../engine/contract/schema';

/** What every kind begins with: the name of its schema, and the version that wrote it. */
export const begun = (kind: JsonKind) => struct({ $schema: constant<string>(schemaId(kind)), kernelscope: text() });

/** What is written of a schema, but for its name. */
export type Said<S> = Omit<Of<S>, '$schema'>;
