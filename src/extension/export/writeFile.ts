import { FileSystemError, l10n, type Uri, workspace } from 'vscode';
import { cancelledError } from '../../engine/contract/context';
import { KernelscopeError } from '../../engine/contract/failure';
import { atomicWrite } from '../../engine/machine/atomicWrite';
import { baseName } from '../../engine/words/fileName';
import { showWarning } from '../plainWindow';

/** Writes a file completely or not at all; `rowsOf` is the file whose rows it has. Throws `file/not-written`. */
export async function writeFile(uri: Uri, content: Uint8Array, rowsOf?: Uri): Promise<void> {
  if (uri.scheme === 'file')
    return atomicWrite(uri.fsPath, content, rowsOf?.scheme === 'file' ? { rowsOf: rowsOf.fsPath } : {});
  try {
    // Other schemes have a provider with a single write, and nothing else.
    await workspace.fs.writeFile(uri, content);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new KernelscopeError('file/not-written', `${uri.path} was not written: ${why}. Choose another place.`);
  }
}

/**
 * `writeFile` for a place that a command's arguments name. Links can pass arguments, so that the caller may be a
 * stranger: an existing file is replaced only after the person has agreed. Throws `run/cancelled` otherwise, and
 * `file/not-written`.
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

/**
 * True if there may be something at an address: the person is not asked only if it is certain that there is nothing.
 */
async function stands(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch (error) {
    return !(error instanceof FileSystemError && error.code === 'FileNotFound');
  }
}
