import { dirname } from 'node:path';
import { plannedMemory } from '../engine/machine/memory';
import { serveTrials } from '../engine/search/trialThread';
import { runCommandLine } from './commandLine';
import type { Terminal } from './terminal';

// A search starts threads from this same file.
if (!serveTrials()) run();

function run(): void {
  // A reader that leaves early (head, less) is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });

  const argv = process.argv.slice(2);
  const terminal: Terminal = {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    live: Boolean(process.stderr.isTTY) && !argv.includes('--quiet'),
  };
  void runCommandLine(argv, terminal, plannedMemory(), dirname(__filename)).then((code) => {
    process.exitCode = code;
  });
}
