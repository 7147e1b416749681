import { randomBytes } from 'node:crypto';
import { realpathSync, rmdirSync, rmSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { KernelscopeError } from '../contract/failure';

/** The name says nothing of the target's, so that a target whose name is as long as names may be can be written. */
const PATTERN = /^\.kernelscope\.[0-9a-f]{12}\.tmp$/;
/** The milliseconds after which a temporary file is taken to be that of a process that died. */
const FORSAKEN = 3_600_000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** True for a path that `guardMade` guards. */
const open = new Map<string, boolean>();
const swept = new Set<string>();
/** Listens for signals and stops again, in a process that removes its files when it ends. */
let guard: { begin(): void; end(): void } | undefined;

/**
 * A path in `folder` for a file that is not complete yet. Whoever takes it passes it to `finished`, whatever happens.
 */
export function unfinishedPath(folder: string): string {
  return guardedPath(join(folder, `.kernelscope.${randomBytes(6).toString('hex')}.tmp`));
}

function guardedPath(path: string, isMade = false): string {
  if (open.size === 0) guard?.begin();
  open.set(path, isMade);
  return path;
}

/**
 * Guards a complete file, or a folder, that a person wants only together with others: if the process ends before
 * `settleMade`, the file is removed, and the folder if it is empty. No link on the way is followed.
 */
export const guardMade = (path: string): string => guardedPath(path, true);

export function settleMade(path: string): void {
  open.delete(path);
  if (open.size === 0) guard?.end();
}

function removeOne(path: string): void {
  try {
    if (realpathSync(dirname(path)) !== dirname(path)) return;
    try {
      rmSync(path);
    } catch {
      rmdirSync(path);
    }
  } catch {
    // It is gone, or holds files of others.
  }
}

/**
 * A path for a file, or a folder, of data that a process sets aside while it lives; passed to `finished` as well. No
 * other process sweeps it, however old it is.
 */
export function asidePath(): string {
  return guardedPath(join(tmpdir(), `.kernelscope-${randomBytes(6).toString('hex')}.tmp`));
}

/** Throws `file/not-written` for data that cannot be set aside on disk. */
export function notSetAside({ code }: NodeJS.ErrnoException): never {
  throw new KernelscopeError(
    'file/not-written',
    `What the fit sets aside cannot be written (${code}). Free some space in the folder for temporary files.`,
  );
}

/** Removes the file, unless it has been renamed, or the folder. */
export async function settleUnfinished(path: string): Promise<void> {
  await rm(path, { force: true, recursive: true }).catch(() => {});
  settleMade(path);
}

/**
 * From here on a process that ends, or is interrupted, while it writes removes its unfinished files, and then ends as
 * it would have. It listens for signals only while it writes: a listener would be heard only when a computation is
 * over, and without one a signal ends the process at once.
 */
export function guardUnfinished(): void {
  guard = {
    begin: () => {
      for (const signal of SIGNALS) process.on(signal, end);
    },
    end: release,
  };
  process.on('exit', removeUnfinished);
}

function release(): void {
  for (const signal of SIGNALS) process.off(signal, end);
}

function end(signal: NodeJS.Signals): void {
  removeUnfinished();
  release();
  // Windows knows no signals that a process could send.
  if (process.platform === 'win32') process.exit(128 + constants.signals[signal]);
  process.kill(process.pid, signal);
}

/** Removes the files that this process has not finished, the last first. */
export function removeUnfinished(): void {
  for (const [path, isMade] of [...open].reverse()) {
    if (isMade) removeOne(path);
    else rmSync(path, { force: true, recursive: true });
  }
  open.clear();
}

/** Removes the files that killed processes left in `folder`, once for each folder; never fails. */
export async function sweepUnfinished(folder: string): Promise<void> {
  if (swept.has(folder)) return;
  swept.add(folder);
  const names = await readdir(folder).catch(() => [] as string[]);
  for (const name of names.filter((each) => PATTERN.test(each))) {
    const path = join(folder, name);
    const written = await stat(path).catch(() => undefined);
    if (written && !open.has(path) && Date.now() - written.mtimeMs > FORSAKEN)
      await rm(path, { force: true }).catch(() => {});
  }
}
