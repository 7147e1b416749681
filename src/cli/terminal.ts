import type { RunContext } from '../engine/contract/context';
import { atomicWrite } from '../engine/machine/atomicWrite';
import { pieces } from './text/wrap';
import { printable } from './textTable';
import { UsageError } from './usage';

interface StandardInput {
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** True if a person would have to type the data. */
  readonly live: boolean;
}

/** The services that the commands need from the outside world; tests pass their own. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Resolves once the text written to standard output no longer waits in memory; omitted if nothing waits. */
  readonly flushed?: () => Promise<void>;
  /** Writes bytes to standard output; omitted if a person would see them. */
  readonly binary?: (content: Uint8Array) => void;
  /** Standard input; omitted if there is none. */
  readonly input?: StandardInput;
  /** True if a person is looking: only then is progress drawn in place. */
  readonly live: boolean;
  /** Cells of the line on which progress is drawn. */
  readonly progressColumns?: number;
  /** Cells of a line; omitted if nobody looks and lines may have any length. */
  readonly columns?: number;
  /** Variables of the environment; none if omitted. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** `unread`: 128 plus the number of SIGPIPE, as a shell reports it for other programs. */
export const EXIT = { done: 0, failed: 1, usage: 2, unread: 141 } as const;

/** The progress that each terminal shows of the command that runs in it. */
const shown = new WeakMap<Terminal, { readonly share: number; readonly line: string }>();

/**
 * Shows progress on a line that is drawn in place and as wide as the terminal. Over a whole command, which may ask for
 * several, its fraction never falls.
 */
export function terminalContext(terminal: Terminal): RunContext {
  return {
    progress(fraction, stage) {
      if (!terminal.live) return;
      const before = shown.get(terminal);
      const share = Math.max(before?.share ?? 0, fraction);
      const text = printable(`${String(Math.round(100 * share)).padStart(3)} %  ${stage.replaceAll('\u202f', ' ')}`);
      const [line] = pieces(text, (terminal.progressColumns ?? Number.POSITIVE_INFINITY) - 1);
      if (line !== before?.line) terminal.err(`\r\u001b[K${line}`);
      shown.set(terminal, { share, line });
    },
    // Ctrl+C ends the process at once; machine/unfinished.ts removes a file that is being written.
    cancelled: false,
    check() {},
  };
}

export function clearProgress(terminal: Terminal): void {
  if (terminal.live) terminal.err('\r\u001b[K');
}

/** The same terminal; if a person sees the text written to it, no progress is drawn from its first word on. */
export function withoutProgressBetween(terminal: Terminal): Terminal {
  let { live } = terminal;
  const quiet: Terminal = {
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
  const before = shown.get(terminal);
  if (before) shown.set(quiet, before);
  return quiet;
}

/**
 * Writes to a file, completely or not at all, or to standard output for "-". `rowsOf`: the path of the file whose rows
 * the content has.
 */
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

/** Writes to standard output; resolves once the text no longer waits in memory. */
export async function sent(text: string, terminal: Terminal): Promise<void> {
  terminal.out(text);
  await terminal.flushed?.();
}
