import { FileSystemError, Uri, workspace } from 'vscode';
import type { RunSummary } from './summary';

/** What became of the file that a run was fitted to. */
export type FileState = 'same' | 'changed' | 'missing';

/**
 * Looks at each file once: its size and time of last change are what a run knows of it. A file that cannot be asked, or whose run knows
 * nothing of it, counts as the same.
 */
export async function fileStates(runs: readonly RunSummary[]): Promise<(run: RunSummary) => FileState> {
  const origins = [...new Set(runs.map(({ origin }) => origin))];
  const looked = await Promise.all(origins.map(async (origin) => [origin, await lookAt(origin)] as const));
  const files = new Map(looked);
  return ({ origin, stamp }) => {
    const file = files.get(origin);
    if (file === 'missing') return 'missing';
    if (file === undefined || stamp === undefined) return 'same';
    // Systems keep times in whole milliseconds or in fractions of them.
    const same = file.size === stamp.bytes && Math.abs(file.mtime - stamp.modified) < 2;
    return same ? 'same' : 'changed';
  };
}

async function lookAt(
  origin: string,
): Promise<{ readonly size: number; readonly mtime: number } | 'missing' | undefined> {
  try {
    return await workspace.fs.stat(Uri.parse(origin));
  } catch (error) {
    return error instanceof FileSystemError && error.code === 'FileNotFound' ? 'missing' : undefined;
  }
}
