import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { PYTHON } from './fittedCases';

export interface Answer {
  readonly printed: string;
  /** The sentence that it ended with. */
  readonly said?: string;
  /** The end of a trace. */
  readonly failed?: string;
}

/** The output of scripts and notebooks, one after another in one process, as each would print it if it were started. */
export function runScripts(paths: readonly string[], flags: readonly string[] = []): readonly Answer[] {
  const { status, stdout, stderr } = spawnSync(
    PYTHON,
    ['-W', 'error::SyntaxWarning', ...flags, 'test/export/runScripts.py'],
    {
      input: JSON.stringify(paths),
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  );
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}
