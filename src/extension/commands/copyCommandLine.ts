import { env } from 'vscode';
import { reportFailure } from '../failures';
import { showInformation } from '../plainWindow';
import { chooseRun } from '../runs/chooseRun';
import type { Services } from '../services';

/** "Copy Command Line": what repeats a run's fit in a terminal. Resolves to the line. */
export async function copyCommandLineCommand(services: Services, argument: unknown): Promise<string | undefined> {
  const id = await chooseRun(services, argument, 'Copy the Command Line of a Run');
  if (id === undefined) return undefined;
  try {
    const { fitCommandLine } = await import('../../figures/report/commandLine');
    const line = fitCommandLine(await services.store.load(id));
    await env.clipboard.writeText(line);
    void showInformation('The command line is on the clipboard.');
    return line;
  } catch (error) {
    reportFailure(services, error, { doing: 'copy command line' });
    return undefined;
  }
}
