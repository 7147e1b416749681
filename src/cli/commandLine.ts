import { Engine } from '../engine/engine';
import type { Commands } from './commands/command';
import { COMMANDS } from './commands/table';
import { overview } from './help';
import { chosenAlgebra } from './linearAlgebra';
import { checkOutputs, withStandardOutput } from './outputs';
import { parseCommandLine } from './parse';
import { EXIT, report, type Terminal } from './terminal';

/** Runs one command line and returns its exit code. `memory`: bytes a fit may plan on now; `folder`: where the bundle lies. */
export async function runCommandLine(
  argv: readonly string[],
  terminal: Terminal,
  memory: () => number,
  folder: string,
): Promise<number> {
  const commands: Commands = COMMANDS;
  if (argv.length === 0) {
    terminal.err(overview(commands, terminal.columns));
    return EXIT.usage;
  }
  try {
    const line = withStandardOutput(parseCommandLine(argv, commands));
    const command = commands[line.command];
    await checkOutputs(line, command);
    const engine = async () =>
      new Engine({
        memory,
        linearAlgebra: await chosenAlgebra(line.options, folder, terminal),
        reproductions: () => import('../reproduce/run'),
        exports: () => import('../export/exportModel'),
      });
    await command.run(line, { terminal, commands, folder, engine });
    return EXIT.done;
  } catch (error) {
    return report(error, terminal);
  }
}
