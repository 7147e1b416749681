import { commands, Uri, workspace } from 'vscode';
import { reportFailure } from '../failures';
import { isDataFile } from '../fileName';
import { pickOne } from '../plainWindow';
import type { Services } from '../services';

/** "Open a Sample…": one of the small data sets that come along, in an editor. */
export async function openSampleCommand(services: Services, argument: unknown): Promise<Uri | undefined> {
  const folder = Uri.joinPath(services.context.extensionUri, 'samples');
  try {
    const names = (await workspace.fs.readDirectory(folder)).map(([name]) => name).filter((name) => isDataFile(name));
    const name =
      names.find((sample) => sample === argument) ??
      (
        await pickOne(
          names.map((label) => ({ label })),
          { title: 'Open a Sample', placeHolder: 'Which data set?' },
        )
      )?.label;
    if (name === undefined) return undefined;
    const uri = Uri.joinPath(folder, name);
    await commands.executeCommand('vscode.open', uri);
    return uri;
  } catch (error) {
    reportFailure(services, error, { doing: 'open sample' });
    return undefined;
  }
}
