import { stat } from 'node:fs/promises';

/** Path, size and time of last change: equal keys mean that what was read of the file still stands. */
export async function stampKey(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  return stats ? `${path} ${stats.size} ${stats.mtimeMs}` : path;
}
