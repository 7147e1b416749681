import type { FileSource } from '../contract/data';
import { stampOf } from './byteSource';

/**
 * The path, size and time of last change, of each part if there are several: equal keys mean that the data read are
 * still valid.
 */
export async function stampKey(source: FileSource & { readonly kind: 'path' }): Promise<string> {
  return JSON.stringify(await stampOf(source).catch(() => source.path));
}
