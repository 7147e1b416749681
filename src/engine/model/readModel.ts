import { nodeAlone } from '../../platform/platform';
import { KernelscopeError } from '../contract/failure';
import type { Model } from '../contract/model';
import { beginsPacked } from '../contract/pack';
import { unpackModel } from './save';

const UNREAD: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
};

/** The model in a file, which sentences call `name`. Throws `model/unreadable`. */
export async function readModel(path: string, name = path): Promise<Model> {
  const bytes = await nodeAlone()
    .files.readFile(path)
    .catch((error: NodeJS.ErrnoException) => {
      throw noModel(name, UNREAD[error.code ?? ''] ?? `the system refuses it (${error.code})`);
    });
  return modelIn(bytes, name);
}

/** The model in the bytes of a file or a pipe of this name. Throws `model/unreadable`. */
export function modelIn(bytes: Uint8Array, name: string): Model {
  try {
    return unpackModel(bytes);
  } catch (error) {
    if (!(error instanceof KernelscopeError)) throw noModel(name, String(error));
    const { code, message, data } = error.failure;
    if (data?.newer) throw new KernelscopeError(code, `${name}: ${message}`, { ...data, path: name });
    throw noModel(name, message.replace(/^[^:]*: |\.[^.]*\.?$/g, ''));
  }
}

/**
 * Throws `model/unreadable` if no model begins with these bytes, so that a pipe of something else is not read to its
 * end.
 */
export function checkModelStart(start: Uint8Array, name: string): void {
  if (!beginsPacked(start)) throw noModel(name, 'it does not begin as one');
}

const noModel = (name: string, why: string): KernelscopeError =>
  new KernelscopeError(
    'model/unreadable',
    `${name} cannot be read as a model: ${why}. Give a file that 'fit --save' wrote, or model.ksmodel of 'fit --out'.`,
    { path: name },
  );
