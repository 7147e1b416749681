import { Engine } from '../engine/engine';
import type { Commands } from './commands/command';
import { COMMANDS } from './commands/table';
import { configured } from './configuration';
import { report } from './failures';
import { overview } from './help';
import { CommandAlgebra } from './linearAlgebra';
import { checkOutputs, withStandardOutput } from './outputs';
import { asksForJson, parseCommandLine } from './parse';
import { EXIT, type Terminal } from './terminal';

/**
 * Runs one command line and returns its exit code. `memory`: bytes that a fit may plan on now; `folder`: the folder of
 * the bundle.
 */
export async function runCommandLine(
  argv: readonly string[],
  outside: Terminal,
  memory: () => number,
  folder: string,
): Promise<number> {
  const commands: Commands = COMMANDS;
  if (argv.length === 0) {
    outside.err(overview(commands, outside.columns));
    return EXIT.usage;
  }
  let terminal = outside;
  let json = asksForJson(argv, commands);
  try {
    const parsed = parseCommandLine(argv, commands);
    const command = commands[parsed.command];
    const line = withStandardOutput(await configured(parsed, command, outside.environment ?? {}));
    json = line.options.json === '-';
    terminal = { ...outside, live: outside.live && line.options.quiet !== true };
    const out = (text: string) => {
      // Once something is written, a failure is no longer written as JSON in its place.
      json = false;
      outside.out(text);
    };
    await checkOutputs(line, command);
    const linearAlgebra = new CommandAlgebra(line, folder, terminal);
    const algebra = () => linearAlgebra.chooser();
    const engine = async () =>
      new Engine({
        memory,
        linearAlgebra: await algebra(),
        reproductions: () => import('../reproduce/run'),
        exports: () => import('../export/exportModel'),
      });
    await command.run(line, { terminal: { ...terminal, out }, commands, folder, engine, algebra });
    linearAlgebra.learn();
    return EXIT.done;
  } catch (error) {
    return report(error, terminal, json, argv);
  }
}
