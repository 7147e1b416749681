import { readFile } from 'node:fs/promises';
import { KernelscopeError } from '../contract/failure';
import type { Model } from '../contract/model';
import { unpackModel } from './save';

/** The model in a file. Throws `model/unreadable`. */
export async function readModel(path: string): Promise<Model> {
  const unreadable = (why: string) =>
    new KernelscopeError('model/unreadable', `${path} is not a model: ${why}. Give a file that 'fit --save' wrote.`, {
      path,
    });
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${error.code})`);
  });
  try {
    return unpackModel(bytes);
  } catch (error) {
    throw unreadable(error instanceof KernelscopeError ? error.message.replace(/\.[^.]*\.?$/, '') : String(error));
  }
}
