import { delimiter } from 'node:path';
import { type Disposable, type ExtensionContext, l10n, Uri, workspace } from 'vscode';
import { SETTING } from './ids';

/** The program with which bin/kernelscope runs the command line: that of this very process. */
const NODE = 'KERNELSCOPE_NODE';

/**
 * Adds the folder of `kernelscope` at the end of the PATH of the editor's terminals while the setting
 * `kernelscope.terminal.command` is on. The editor remembers this with the workspace, for terminals that open before
 * the extension is active.
 */
export function offerInTerminals({ environmentVariableCollection, extensionUri }: ExtensionContext): Disposable {
  const folder = Uri.joinPath(extensionUri, 'bin').fsPath;
  const follow = () => {
    const wanted = workspace.getConfiguration().get<boolean>(SETTING.terminalCommand, true);
    environmentVariableCollection.persistent = wanted;
    environmentVariableCollection.clear();
    if (!wanted) return;
    environmentVariableCollection.description = l10n.t('Adds the command `kernelscope`.');
    // A shell's start-up files may reset the PATH: its integration adds the folder again.
    const always = { applyAtProcessCreation: true, applyAtShellIntegration: true };
    environmentVariableCollection.append('PATH', `${delimiter}${folder}`, always);
    environmentVariableCollection.replace(NODE, process.execPath);
  };
  follow();
  return workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(SETTING.terminalCommand)) follow();
  });
}
