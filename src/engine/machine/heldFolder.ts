import { constants, existsSync } from 'node:fs';
import { lstat, mkdir, open, readlink, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';

const DESCRIPTORS = '/proc/self/fd';

/** The system's own code for this would be ELOOP, which also says that links lead in a circle. */
const linked = (path: string) => Object.assign(new Error(path), { code: 'ELINKED' });

/**
 * Works in a folder whose path leads through no link: `work` gets a path to it. On Linux that is the folder's
 * descriptor, so that a link put in place of the folder meanwhile leads nothing elsewhere. Other systems have no such
 * path, and `work` must call `still` before it puts anything there.
 */
export async function withFolder<T>(
  path: string,
  work: (held: string, still: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const check = async (real: Promise<string>) => {
    if ((await real) !== path) throw linked(path);
  };
  if (!existsSync(DESCRIPTORS)) {
    const still = () => check(realpath(path));
    await still();
    return work(path, still);
  }
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    const held = `${DESCRIPTORS}/${folder.fd}`;
    await check(readlink(held));
    return await work(held, async () => {});
  } finally {
    await folder.close();
  }
}

/** Makes a folder and those above it up to one that is there, `root`; none of them may be a link. */
export async function makeBelow(root: string, path: string): Promise<void> {
  if (path === root) return;
  await makeBelow(root, dirname(path));
  await mkdir(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    if ((await lstat(path)).isSymbolicLink()) throw linked(path);
  });
}
