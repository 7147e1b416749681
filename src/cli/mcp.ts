import { join } from 'node:path';
import { EngineClient } from '../client/engineClient';
import { startWorker } from '../client/workerProcess';
import type { CommandLine } from './arguments';
import type { Terminal } from './terminal';
import { UsageError } from './usage';

/**
 * Serves language models over standard input and output until the input ends. `folder`: the folder of the bundle and of
 * the engine.
 */
export async function mcpCommand(
  { operands, options }: CommandLine,
  terminal: Terminal,
  folder: string,
): Promise<void> {
  const { input } = terminal;
  if (input === undefined) throw new UsageError('mcp needs standard input.');
  if (input.live)
    terminal.err('Waiting for a client of the Model Context Protocol on standard input; Ctrl+C ends it.\n');
  const log = (text: string) => terminal.err(`kernelscope: ${text}\n`);
  const { serveMcp } = await import('../mcp/serve');
  await serveMcp({
    folders: operands.length > 0 ? operands : ['.'],
    allowWrite: options['allow-write'] === true,
    history: options.history,
    input: input.chunks(),
    out: terminal.out,
    log,
    engine: new EngineClient({
      start: () => startWorker(join(folder, 'engine.js'), { info: () => {}, error: log }),
      log: { info: () => {}, error: log },
    }),
  });
}
