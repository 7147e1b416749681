import { env } from 'vscode';
import { shellOf } from '../../engine/words/shellWord';
import { reportFailure } from '../failures';
import { showInformation } from '../plainWindow';
import { chooseRun } from '../runs/chooseRun';
import type { Services } from '../services';

/** "Copy Command Line": what repeats a run's fit in the person's own shell. Resolves to the line. */
export async function copyCommandLineCommand(services: Services, argument: unknown): Promise<string | undefined> {
  const id = await chooseRun(services, argument, 'Copy the Command Line of a Run');
  if (id === undefined) return undefined;
  try {
    const { fitCommandLine } = await import('../../figures/report/commandLine');
    const asked = shellOf(env.shell);
    const { line, shell } = fitCommandLine(await services.store.load(id), asked);
    await env.clipboard.writeText(line);
    const other =
      'The command line is on the clipboard, for PowerShell: a name in it has a line break or a control character, which cmd cannot take.';
    void showInformation(shell === asked ? 'The command line is on the clipboard.' : other);
    return line;
  } catch (error) {
    reportFailure(services, error, { doing: 'copy command line' });
    return undefined;
  }
}
