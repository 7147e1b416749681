import { isAbsolute, relative, sep } from 'node:path';

/** True if a path lies in a folder, judged by their names alone; false for the folder itself. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
