import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The owner and mode of a file, undefined if there is none; tests pass their own. */
export type StatOf = (
  path: string,
) => { readonly uid: number; readonly gid: number; readonly mode: number } | undefined;

const [GROUP_WRITES, OTHERS_WRITE, STICKY] = [0o020, 0o002, 0o1000];
/** Groups of administrators: root's; Debian's staff, which owns /usr/local; macOS' admin, which owns Homebrew. */
const ADMINISTRATORS = new Set([0, process.platform === 'darwin' ? 80 : 50]);

/**
 * True if nobody but this person and administrators can change the content of a file: neither the file nor any folder
 * above it, where its links lead, belongs to or can be written by anybody else. On Windows, whose modes say nothing,
 * true for any file.
 */
export function isGuarded(file: string, user = process.getuid?.(), statOf: StatOf = statFollowing): boolean {
  if (user === undefined) return true;
  const real = realOf(file);
  if (real === undefined) return false;
  for (let path = real; ; path = dirname(path)) {
    const stat = statOf(path);
    if (!stat || (stat.uid !== 0 && stat.uid !== user)) return false;
    // In a sticky folder only its owner may replace a file, and all of them are checked.
    const sticky = path !== real && (stat.mode & STICKY) !== 0;
    if ((stat.mode & OTHERS_WRITE) !== 0 && !sticky) return false;
    if ((stat.mode & GROUP_WRITES) !== 0 && !sticky && !ADMINISTRATORS.has(stat.gid)) return false;
    if (path === dirname(path)) return true;
  }
}

/** The path that the links of a path lead to; undefined if nothing is there. */
export function realOf(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

const statFollowing: StatOf = (path) => statSync(path, { throwIfNoEntry: false });
