import { Engine } from '../engine/engine';
import type { CommandLine } from './arguments';
import type { Commands } from './commands/command';
import { COMMANDS } from './commands/table';
import { failureJson } from './failureJson';
import { overview } from './help';
import { jsonText } from './json';
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
  let line: CommandLine | undefined;
  let wrote = false;
  const out = (text: string) => {
    wrote = true;
    terminal.out(text);
  };
  try {
    line = withStandardOutput(parseCommandLine(argv, commands));
    const { options } = line;
    const command = commands[line.command];
    await checkOutputs(line, command);
    const engine = async () =>
      new Engine({
        memory,
        linearAlgebra: await chosenAlgebra(options, folder, terminal),
        reproductions: () => import('../reproduce/run'),
        exports: () => import('../export/exportModel'),
      });
    await command.run(line, { terminal: { ...terminal, out }, commands, folder, engine });
    return EXIT.done;
  } catch (error) {
    const code = report(error, terminal);
    if (line?.options.json === '-' && !wrote && code !== EXIT.unread)
      terminal.out(jsonText('failure', failureJson(error)));
    return code;
  }
}
