import type { FailureCode } from '../engine/contract/failure';
import { version } from '../engine/machine/version';

/** Of a command line that is wrong, beside the codes of failures. */
export const WRONG = 'command-line';

/** What stands in the place of a command's JSON where it failed. `details` are those of the kind of failure. */
export function failureJson(
  code: FailureCode | typeof WRONG,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
) {
  return { kernelscope: version, failure: { code: code as string, message, details } };
}

export type FailureJson = ReturnType<typeof failureJson>;
