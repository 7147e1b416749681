import { constants } from 'node:fs';
import { copyFile, link, lstat, realpath, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { KernelscopeError } from '../contract/failure';
import { allOrNone } from './allOrNone';
import {
  type Content,
  inWords,
  madeFolders,
  newMode,
  orAbsent,
  renamed,
  type WriteOptions,
  writeNew,
} from './atomicWrite';
import { makeBelow, withFolder } from './heldFolder';
import { guardMade, settleMade, settleUnfinished, sweepUnfinished, unfinishedPath } from './unfinished';

export interface PreparedPlace extends Pick<WriteOptions, 'rowsOf'> {
  /** The fate of a file, a link or anything else that has the name, whenever it came there. */
  readonly there: 'replaced' | 'kept';
  /** An existing folder, with links followed: the folders between it and the path are made. */
  readonly below?: string;
  /** Called once the file is in its place, if nothing had the name. */
  readonly made?: (path: string) => void;
}

/**
 * `atomicWrite` for a place that a stranger may have prepared: no link is followed, neither on the way to the path nor
 * at it. Throws `file/not-written`; errors of `content` itself pass through.
 */
export const writeUnfollowed = (path: string, content: Content, place: PreparedPlace): Promise<void> =>
  inWords(path, async () => {
    if (place.below !== undefined) await makeBelow(place.below, dirname(path));
    return withFolder(dirname(path), (folder, still) =>
      write(join(folder, basename(path)), content, { ...place, made: () => place.made?.(path) }, still),
    );
  });

/**
 * Makes a folder that a person names, if it does not exist, and returns its path, with links followed, and whether it
 * is new. Throws `file/not-written`.
 */
export const madeFolder = (path: string): Promise<{ readonly root: string; readonly isNew: boolean }> =>
  inWords(path, async () => {
    const isNew = await madeFolders(path);
    return { root: await realpath(path), isNew };
  });

/**
 * Writes files that belong together: if one fails, or the process ends, those that were `made`, and folders that are
 * empty without them, are removed again.
 */
export async function writeTogether<T>(work: (made: (path: string) => void) => Promise<T>): Promise<T> {
  const guards: string[] = [];
  const remove = (path: string) =>
    withFolder(dirname(path), (folder) => {
      const own = join(folder, basename(path));
      return rm(own).catch(() => rmdir(own));
    });
  try {
    return await allOrNone<string, T>(remove, (made) =>
      work((path) => {
        guards.push(guardMade(path));
        made(path);
      }),
    );
  } finally {
    guards.forEach(settleMade);
  }
}

async function write(
  target: string,
  content: Content,
  place: PreparedPlace,
  still: () => Promise<void>,
): Promise<void> {
  const entry = await lstat(target).catch(orAbsent);
  if (entry && place.there === 'kept') throw taken(target);
  if (entry?.isDirectory()) throw Object.assign(new Error(target), { code: 'EISDIR' });
  const folder = dirname(target);
  await sweepUnfinished(folder);
  const temporary = unfinishedPath(folder);
  try {
    await writeNew(temporary, content, entry?.isFile() ? entry : undefined, await newMode(place));
    await still();
    if (place.there === 'kept') await placeNew(temporary, target);
    else await renamed(temporary, target);
    if (!entry) place.made?.(target);
  } finally {
    await settleUnfinished(temporary);
  }
}

/** Gives a finished file a name that nothing has, not even a link; on a disk without hard links by a copy. */
async function placeNew(from: string, to: string): Promise<void> {
  const refused = (error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? taken(to) : error;
  };
  await link(from, to).catch((error: NodeJS.ErrnoException) =>
    error.code === 'EEXIST' ? refused(error) : copyFile(from, to, constants.COPYFILE_EXCL).catch(refused),
  );
}

function taken(path: string): KernelscopeError {
  const name = basename(path);
  return new KernelscopeError('file/not-written', `${name} exists, and no file is replaced. Choose another name.`, {
    path: name,
  });
}
