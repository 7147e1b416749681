import { toFailure } from '../engine/contract/failure';
import { version } from '../engine/machine/version';
import { UsageError } from './usage';

/** Of a command line that is wrong, beside the codes of failures. */
const WRONG = 'command-line';

/** What stands in the place of a command's JSON where it failed. */
export function failureJson(error: unknown) {
  const { code, message } = error instanceof UsageError ? { code: WRONG, message: error.message } : toFailure(error);
  const failure: { readonly code: string; readonly message: string } = { code, message };
  return { kernelscope: version, failure };
}

export type FailureJson = ReturnType<typeof failureJson>;
