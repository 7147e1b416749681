import assert from 'node:assert/strict';
import { type AnyRun, isComponents, type RunResult } from '../../src/engine/contract/run';

/** A run that fitted a target. */
export function fittedRun(run: AnyRun): RunResult {
  assert.ok(!isComponents(run), 'the run has no target');
  return run;
}
