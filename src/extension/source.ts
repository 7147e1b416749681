import { FileSystemError, type TextDocument, type Uri, workspace } from 'vscode';
import type { FileSource } from '../engine/contract/data';
import { KernelscopeError } from '../engine/contract/failure';
import { baseName } from '../engine/words/fileName';

/**
 * The source from which the engine reads the file: a path on this machine (only the path is sent, however large the
 * file), or the bytes, if only the editor can read them. Throws `file/…`.
 */
export async function sourceOf(uri: Uri): Promise<FileSource> {
  if (uri.scheme === 'file') return { kind: 'path', path: uri.fsPath };
  const name = baseName(uri.path);
  if (uri.scheme === 'untitled') {
    const text = openDocument(uri)?.getText() ?? '';
    return { kind: 'bytes', name, bytes: new TextEncoder().encode(text) };
  }
  try {
    return { kind: 'bytes', name, bytes: await workspace.fs.readFile(uri) };
  } catch (error) {
    throw asFailure(error, name);
  }
}

export const openDocument = (uri: Uri): TextDocument | undefined =>
  workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());

function asFailure(error: unknown, name: string): KernelscopeError {
  const code = error instanceof FileSystemError ? error.code : '';
  if (code === 'FileNotFound') {
    return new KernelscopeError('file/not-found', `${name} no longer exists. Choose another file.`, { name });
  }
  if (code === 'FileIsADirectory') {
    return new KernelscopeError('file/is-directory', `${name} is a directory. Choose a file inside it.`, { name });
  }
  if (code === 'NoPermissions') {
    return new KernelscopeError('file/no-permission', `You may not read ${name}. Change its permissions.`, { name });
  }
  const why = error instanceof Error ? error.message : String(error);
  return new KernelscopeError('file/unreadable', `${name} could not be read: ${why}. Try a copy on this machine.`, {
    name,
  });
}
