/** The command line as a process: its streams, its arguments and its exit code. */
import { once } from 'node:events';
import { fstatSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf } from '../engine/machine/atomicWrite';
import { plannedMemory } from '../engine/machine/memory';
import { guardUnfinished } from '../engine/machine/unfinished';
import { runCommandLine } from './commandLine';
import { EXIT, type Terminal } from './terminal';

guardUnfinished();
process.stdout.on('error', unwritten);

function unwritten(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') {
    // A reader that leaves early (head, less) ends this process silently, as SIGPIPE would, which the runtime ignores.
    process.exit(EXIT.unread);
  }
  process.stderr.write(`kernelscope: standard output cannot be written: ${reasonOf(error)}.\n`);
  process.exit(EXIT.failed);
}

/** True for a file: the runtime's own stream does not check whether a file took everything that was written. */
const toFile = fstatSync(1).isFile();
function write(content: string | Uint8Array): void {
  if (!toFile) return void process.stdout.write(content);
  try {
    writeFileSync(1, content);
  } catch (error) {
    unwritten(error as NodeJS.ErrnoException);
  }
}

/** Standard input. Throws for a folder, of which the runtime would make an empty stream. */
async function* standardInput(): AsyncGenerator<Uint8Array> {
  if (fstatSync(0).isDirectory()) throw Object.assign(new Error('standard input'), { code: 'EISDIR' });
  yield* process.stdin;
}

/** The columns of the terminal, or the number that a person sets; undefined if standard output is not a terminal. */
function columns(): number | undefined {
  const { COLUMNS } = process.env;
  if (!process.stdout.isTTY) return undefined;
  return COLUMNS !== undefined && /^[1-9]\d{0,4}$/.test(COLUMNS) ? Number(COLUMNS) : process.stdout.columns;
}

const argv = process.argv.slice(2);
const terminal: Terminal = {
  out: write,
  flushed: async () => {
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
  },
  err: (text) => void process.stderr.write(text),
  ...(!process.stdout.isTTY && { binary: write }),
  input: { chunks: standardInput, live: process.stdin.isTTY === true },
  columns: columns(),
  environment: process.env,
  live: Boolean(process.stderr.isTTY),
  progressColumns: process.stderr.columns,
};
void runCommandLine(argv, terminal, plannedMemory, dirname(__filename)).then((code) => {
  process.exitCode = code;
});
