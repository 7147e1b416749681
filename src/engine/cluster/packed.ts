import { createHash } from 'node:crypto';
import { KernelscopeError } from '../contract/failure';
import { pack, unpack } from '../contract/pack';
import { type Fields, isRecord } from '../contract/shape';
import { version } from '../machine/version';

/** The files that pass between the steps. */
export type ClusterKind = 'plan' | 'sums' | 'solution' | 'errors';

/** Raised when a file changes so that another version would misread it. */
const FORMAT = 3;

/** The packed values of a step, with an id made from their content so that results of different inputs are told apart. */
export interface Packed {
  readonly bytes: Uint8Array;
  readonly id: string;
}

/** A value of a step as the bytes of a file. */
export function packed(kind: ClusterKind, content: Fields): Packed {
  const body = pack(content);
  const id = createHash('sha256').update(body).digest('hex').slice(0, 32);
  return { bytes: pack({ kind: kindOf(kind), format: FORMAT, version, id, body }), id };
}

/**
 * The value in the bytes of a file named `name`, not yet checked for its shape. Throws `run/unreadable` for another
 * kind, another version, and damaged bytes.
 */
export function unpackedFile(
  kind: ClusterKind,
  bytes: Uint8Array,
  name: string,
): { readonly content: Fields; readonly id: string } {
  const outer = unpackedFrom(bytes, name);
  if (!isRecord(outer) || outer.kind !== kindOf(kind))
    throw unreadable(
      name,
      `it holds ${isRecord(outer) && isKind(outer.kind) ? outer.kind : 'something else'}, not ${kindOf(kind)}`,
    );
  if (outer.format !== FORMAT || outer.version !== version)
    throw unreadable(
      name,
      `version ${String(outer.version).slice(0, 40)} wrote it, and this is ${version}; one version makes all steps`,
    );
  const { body, id } = outer;
  if (!(body instanceof Uint8Array) || typeof id !== 'string') throw unreadable(name, 'it is damaged');
  if (createHash('sha256').update(body).digest('hex').slice(0, 32) !== id)
    throw unreadable(name, 'its checksum does not fit');
  const content = unpackedFrom(body, name);
  if (!isRecord(content)) throw unreadable(name, 'it is damaged');
  return { content, id };
}

const kindOf = (kind: ClusterKind): string => `kernelscope ${kind}`;
const isKind = (kind: unknown): kind is string => typeof kind === 'string' && /^kernelscope [a-z]{1,20}$/.test(kind);

function unpackedFrom(bytes: Uint8Array, name: string): unknown {
  try {
    return unpack(bytes);
  } catch (error) {
    if (!(error instanceof KernelscopeError)) throw error;
    throw unreadable(name, error.message.replace(/^.*?: |\.$/g, ''));
  }
}

export const unreadable = (name: string, why: string): KernelscopeError =>
  new KernelscopeError('run/unreadable', `${name} cannot be used: ${why}. Make it again.`, { name });

/** The visit, of the two, that a file comes from, and its solution. Throws `run/unreadable` for any other file. */
export function visitOfFile(
  bytes: Uint8Array,
  name: string,
): { readonly kind: 'sums' | 'errors'; readonly solution: string } {
  const outer = unpackedFrom(bytes, name);
  const kind = isRecord(outer) && outer.kind === kindOf('errors') ? 'errors' : 'sums';
  const { solution } = unpackedFile(kind, bytes, name).content;
  return { kind, solution: typeof solution === 'string' ? solution : '' };
}
