import { type FailureCode, toFailure } from '../engine/contract/failure';
import { version } from '../engine/machine/version';
import { shellLine, shellOf } from '../engine/words/shellWord';
import { jsonText } from './json';
import { clearProgress, EXIT, type Terminal } from './terminal';
import { printable } from './textTable';
import { UsageError } from './usage';

/** The failures that a person can correct on the command line itself. */
const ASKED_WRONGLY: ReadonlySet<string> = new Set<FailureCode>([
  'parameter/unknown',
  'parameter/invalid',
  'method/unknown',
  'reproduction/unknown',
]);

/**
 * Writes one line to standard error and returns the exit code for it. `json`: a program reads standard output and gets
 * the failure there too.
 */
export function report(error: unknown, terminal: Terminal, json = false, argv: readonly string[] = []): number {
  clearProgress(terminal);
  if (error instanceof UsageError) {
    terminal.err(`kernelscope: ${oneLine(error.message)}\n`);
    if (json) terminal.out(failureJson('command-line', oneLine(error.message)));
    return EXIT.usage;
  }
  const failure = toFailure(error);
  const message = `${oneLine(failure.message)}${failure.code === 'file/expands' ? ' Then add --accept-expansion.' : ''}`;
  terminal.err(`kernelscope: ${message}\n`);
  const [column] =
    failure.code === 'data/no-target' && Array.isArray(failure.data?.columns) ? failure.data.columns : [];
  if (column !== undefined) {
    const { line } = shellLine(
      ['kernelscope', ...argv, '--target', String(column)],
      shellOf(terminal.environment?.SHELL ?? ''),
    );
    terminal.err(`Such as: ${printable(line)}\n`);
  }
  // There is no log, so the place of a defect is printed here.
  const { stack, ...details } = failure.data ?? {};
  if (failure.code === 'engine/failed' && typeof stack === 'string')
    for (const line of stack.split('\n').slice(1, 9)) terminal.err(`${oneLine(line)}\n`);
  if (json) terminal.out(failureJson(failure.code, message, details));
  return ASKED_WRONGLY.has(failure.code) ? EXIT.usage : EXIT.failed;
}

/** The JSON written in place of a command's own if it failed. `details` belong to the kind of failure. */
function failureJson(
  code: FailureCode | 'command-line',
  message: string,
  details: Readonly<Record<string, unknown>> = {},
) {
  return jsonText('failure', { kernelscope: version, failure: { code, message, details } });
}

const oneLine = (text: string): string => printable(text.replaceAll('\u202f', ' ').replace(/\s*\n\s*/g, ' '));
