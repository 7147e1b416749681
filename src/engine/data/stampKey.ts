import type { FileSource } from '../contract/data';
import { stampOf } from './byteSource';

/** Path, size and time of last change, of each part of several: equal keys mean that what was read still stands. */
export async function stampKey(source: FileSource & { readonly kind: 'path' }): Promise<string> {
  return JSON.stringify(await stampOf(source).catch(() => source.path));
}
