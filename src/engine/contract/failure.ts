import { cutSentence } from './cut';

/** Everything that can go wrong in a way a person can act on. The code is stable; the sentence may be reworded. */
export type FailureCode =
  | 'file/not-found'
  | 'file/is-directory'
  | 'file/no-permission'
  | 'file/empty'
  | 'file/binary'
  | 'file/changed'
  | 'file/unreadable'
  | 'file/expands'
  | 'file/not-written'
  | 'data/header-only'
  | 'data/one-column'
  | 'data/too-many-columns'
  | 'data/malformed'
  | 'data/unknown-column'
  | 'data/no-target'
  | 'data/target-text'
  | 'data/target-constant'
  | 'data/target-missing'
  | 'data/no-features'
  | 'data/too-few-rows'
  | 'data/not-finite'
  | 'parameter/unknown'
  | 'parameter/invalid'
  | 'method/unknown'
  | 'memory/too-large'
  | 'cluster/failed'
  | 'numerics/failed'
  | 'model/unreadable'
  | 'model/columns'
  | 'reproduction/unknown'
  | 'run/cancelled'
  | 'run/unreadable'
  | 'engine/crashed'
  | 'engine/failed';

export type FailureData = Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>;

/** A failure as plain data: what happened and what to do, in one or two sentences that name the column, row or setting. */
export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  readonly data?: FailureData;
}

/** The only error the engine throws on purpose. Anything else is a defect and travels as `engine/failed`. */
export class KernelscopeError extends Error {
  readonly failure: Failure;
  constructor(code: FailureCode, message: string, data?: FailureData) {
    const text = cutSentence(message);
    super(text);
    this.name = 'KernelscopeError';
    this.failure = data === undefined ? { code, message: text } : { code, message: text, data };
  }
}

/** A check by shape, as each of the bundles that one process loads may have its own copy of the class. */
const isOurs = (error: unknown): error is KernelscopeError =>
  error instanceof Error && error.name === 'KernelscopeError' && 'failure' in error;

export function toFailure(error: unknown): Failure {
  if (isOurs(error)) return error.failure;
  const text = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error && error.stack !== undefined ? { stack: error.stack } : undefined;
  const message = `Kernelscope hit an internal error: ${text}. Please report it with its details.`;
  return stack === undefined ? { code: 'engine/failed', message } : { code: 'engine/failed', message, data: stack };
}
