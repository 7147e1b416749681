import { type Uri, workspace } from 'vscode';
import { KernelscopeError } from '../../engine/contract/failure';
import { atomicWrite } from '../../engine/machine/atomicWrite';

/** Writes a file whole or not at all. Throws `file/not-written`. */
export async function writeFile(uri: Uri, content: Uint8Array): Promise<void> {
  if (uri.scheme === 'file') return atomicWrite(uri.fsPath, content);
  try {
    // Behind another scheme stands a provider whose single write is all there is.
    await workspace.fs.writeFile(uri, content);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new KernelscopeError('file/not-written', `${uri.path} was not written: ${why}. Choose another place.`);
  }
}
