import { Engine } from '../engine/engine';
import { version } from '../engine/machine/version';
import { parseCommandLine } from './arguments';
import { compareCommand } from './compare';
import { exportCommand } from './export';
import { fitCommand } from './fit';
import { inspectCommand } from './inspect';
import { chosenAlgebra } from './linearAlgebra';
import { methodsCommand } from './methods';
import { checkOutputs, withStandardOutput } from './outputs';
import { predictCommand } from './predict';
import { recommendCommand } from './recommend';
import { reproduceCommand } from './reproduce';
import { EXIT, report, type Terminal } from './terminal';
import { HELP } from './usage';

/** Runs one command line and returns its exit code. `memory`: bytes a fit may plan on now; `folder`: where the bundle lies. */
export async function runCommandLine(
  argv: readonly string[],
  terminal: Terminal,
  memory: () => number,
  folder: string,
): Promise<number> {
  try {
    const line = withStandardOutput(parseCommandLine(argv));
    await checkOutputs(line);
    const engine = new Engine({
      memory,
      linearAlgebra: await chosenAlgebra(line.options, folder, terminal),
      reproductions: () => import('../reproduce/run'),
      exports: () => import('../export/exportModel'),
    });
    if (line.options.version) terminal.out(`kernelscope ${version}\n`);
    else if (line.options.help) terminal.out(HELP);
    else if (line.command === 'fit') await fitCommand(line, engine, terminal);
    else if (line.command === 'predict') await predictCommand(line, engine, terminal);
    else if (line.command === 'export') await exportCommand(line, engine, terminal);
    else if (line.command === 'recommend') await recommendCommand(line, engine, terminal);
    else if (line.command === 'compare') await compareCommand(line, engine, terminal);
    else if (line.command === 'inspect') await inspectCommand(line, terminal);
    else if (line.command === 'reproduce') await reproduceCommand(line, engine, terminal);
    else await methodsCommand(line, terminal);
    return EXIT.done;
  } catch (error) {
    return report(error, terminal);
  }
}
