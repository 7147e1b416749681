import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path lies in a folder, by their names alone; the folder itself does not. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
