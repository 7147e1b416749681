import type { RunContext } from '../engine/contract/context';
import { type FailureCode, toFailure } from '../engine/contract/failure';
import { atomicWrite } from '../engine/machine/atomicWrite';
import { printable } from './textTable';
import { UsageError } from './usage';

export interface StandardInput {
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** A person would have to type the data. */
  readonly live: boolean;
}

/** What the commands need of the outside world; tests hand in their own. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Resolves once what was written to standard output no longer waits in memory; left out where nothing waits. */
  readonly flushed?: () => Promise<void>;
  /** Bytes to standard output; left out where a person would see them. */
  readonly binary?: (content: Uint8Array) => void;
  /** Left out where there is none. */
  readonly input?: StandardInput;
  /** Progress is drawn in place only where a person is looking. */
  readonly live: boolean;
  /** Cells of a line; left out where nobody looks and lines may be of any length. */
  readonly columns?: number;
}

/** Said when the reader of standard output has gone. */
export const UNREAD = 'kernelscope: standard output was closed before everything was written.\n';

/** `unread`: 128 and the number of SIGPIPE, as a shell tells it of other programs. */
export const EXIT = { done: 0, failed: 1, usage: 2, unread: 141 } as const;

export function terminalContext(terminal: Terminal): RunContext {
  let shown = '';
  return {
    progress(fraction, stage) {
      if (!terminal.live) return;
      const line = `${String(Math.round(100 * fraction)).padStart(3)} %  ${stage}`;
      if (line === shown) return;
      shown = line;
      terminal.err(`\r\u001b[K${line}`);
    },
    // Ctrl+C ends the process at once; machine/unfinished.ts removes a file that is being written.
    cancelled: false,
    check() {},
  };
}

export function clearProgress(terminal: Terminal): void {
  if (terminal.live) terminal.err('\r\u001b[K');
}

/** The same terminal; where a person sees what is written to it, no progress is drawn from its first word on. */
export function withoutProgressBetween(terminal: Terminal): Terminal {
  let { live } = terminal;
  return {
    ...terminal,
    get live() {
      return live;
    },
    out(text) {
      if (live && terminal.binary === undefined) {
        clearProgress(terminal);
        live = false;
      }
      terminal.out(text);
    },
  };
}

/** What a person can put right on the command line itself. */
const ASKED_WRONGLY: ReadonlySet<string> = new Set<FailureCode>([
  'parameter/unknown',
  'parameter/invalid',
  'method/unknown',
  'reproduction/unknown',
]);

/** One line on standard error, and the exit code that goes with it. */
export function report(error: unknown, terminal: Terminal): number {
  clearProgress(terminal);
  if (error instanceof UsageError) {
    terminal.err(`kernelscope: ${oneLine(error.message)}\n`);
    return EXIT.usage;
  }
  const failure = toFailure(error);
  const option = failure.code === 'file/expands' ? ' Then add --accept-expansion.' : '';
  terminal.err(`kernelscope: ${oneLine(failure.message)}${option}\n`);
  // There is no log: where a defect lies is told here or nowhere.
  const stack = failure.code === 'engine/failed' ? failure.data?.stack : undefined;
  if (typeof stack === 'string') for (const line of stack.split('\n').slice(1, 9)) terminal.err(`${oneLine(line)}\n`);
  return ASKED_WRONGLY.has(failure.code) ? EXIT.usage : EXIT.failed;
}

const oneLine = (text: string): string => printable(text.replaceAll('\u202f', ' ').replace(/\s*\n\s*/g, ' '));

/** To a file, whole or not at all; or to standard output for "-". `rowsOf`: the path of the file whose rows are in it. */
export async function writeOut(
  path: string,
  content: string | Uint8Array,
  terminal: Terminal,
  rowsOf?: string,
): Promise<void> {
  if (path !== '-') return atomicWrite(path, content, rowsOf === undefined ? {} : { rowsOf });
  if (typeof content === 'string') return terminal.out(content);
  if (terminal.binary === undefined)
    throw new UsageError(
      'a model is not text: send standard output to a file or a program, or give a file in place of -.',
    );
  terminal.binary(content);
}

/** To standard output; resolves once it no longer waits in memory. */
export async function sent(text: string, terminal: Terminal): Promise<void> {
  terminal.out(text);
  await terminal.flushed?.();
}
