import type { RunContext } from '../contract/context';
import type { Design } from '../contract/data';
import type { MethodSpec, Parameters } from '../contract/method';
import type { FitOutcome } from '../contract/run';

/** One file in methods/ = one of these = one command. */
export interface Method extends MethodSpec {
  /** `parameters` holds only what the person set, already checked against the schema. */
  run(design: Design, parameters: Parameters, context: RunContext): FitOutcome;
}
