import { FileSystemError, l10n, type Uri, workspace } from 'vscode';
import { cancelledError } from '../../engine/contract/context';
import { KernelscopeError } from '../../engine/contract/failure';
import { atomicWrite } from '../../engine/machine/atomicWrite';
import { baseName } from '../../engine/words/fileName';
import { showWarning } from '../plainWindow';

/** Writes a file whole or not at all; `rowsOf` is the one whose rows are in it. Throws `file/not-written`. */
export async function writeFile(uri: Uri, content: Uint8Array, rowsOf?: Uri): Promise<void> {
  if (uri.scheme === 'file')
    return atomicWrite(uri.fsPath, content, rowsOf?.scheme === 'file' ? { rowsOf: rowsOf.fsPath } : {});
  try {
    // Behind another scheme stands a provider whose single write is all there is.
    await workspace.fs.writeFile(uri, content);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new KernelscopeError('file/not-written', `${uri.path} was not written: ${why}. Choose another place.`);
  }
}

/**
 * `writeFile` for a place that a command's arguments name. Links can hold arguments, so that whoever calls may be a stranger: what stands there is
 * replaced only after the person in front has agreed. Throws `run/cancelled` where that is not so, and `file/not-written`.
 */
export async function writeIfAgreed(uri: Uri, content: Uint8Array): Promise<void> {
  if (await stands(uri)) {
    const replace = l10n.t('Replace');
    const path = uri.scheme === 'file' ? uri.fsPath : uri.toString();
    const detail = l10n.t('{0} exists. Its content will be lost.', path);
    if ((await showWarning(l10n.t('Replace {0}?', baseName(uri.path)), { modal: true, detail }, replace)) !== replace)
      throw cancelledError();
  }
  await writeFile(uri, content);
}

/** Whether there may be something at an address: only where it is certain that there is not, nobody has to be asked. */
async function stands(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch (error) {
    return !(error instanceof FileSystemError && error.code === 'FileNotFound');
  }
}
