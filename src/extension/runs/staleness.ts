import { FileSystemError, FileType, Uri, workspace } from 'vscode';
import type { StoredRunSummary } from '../../doors/runs/summary';
import { filesNamed } from '../../engine/machine/listFiles';
import { isPattern } from '../../engine/machine/pattern';
import { tablesAmong } from '../../engine/words/fileName';

/** The state of the file that a run was fitted to. */
export type FileState = 'same' | 'changed' | 'missing';

/**
 * Looks at each file once, and compares the size and time of last change that a run has stored. A file that cannot be
 * queried, or whose run stores neither, counts as the same.
 */
export async function fileStates(
  runs: readonly StoredRunSummary[],
  placeOf: (run: StoredRunSummary) => string,
): Promise<(run: StoredRunSummary) => FileState> {
  const origins = [...new Set(runs.map(placeOf))];
  const looked = await Promise.all(origins.map(async (origin) => [origin, await lookAt(origin)] as const));
  const files = new Map(looked);
  return (run) => {
    const { stamp } = run;
    const file = files.get(placeOf(run));
    if (file === 'missing') return 'missing';
    if (file === undefined || stamp === undefined) return 'same';
    // Systems store times in whole milliseconds or in fractions of them.
    const same = file.size === stamp.bytes && Math.abs(file.mtime - stamp.modified) < 2;
    return same ? 'same' : 'changed';
  };
}

interface Look {
  readonly size: number;
  readonly mtime: number;
}

/** True if nothing exists at the address; false if it cannot be queried. */
export const isMissing = async (uri: Uri): Promise<boolean> =>
  uri.scheme !== 'untitled' && (await lookAt(uri.toString())) === 'missing';

async function lookAt(origin: string): Promise<Look | 'missing' | undefined> {
  const uri = Uri.parse(origin);
  try {
    const stat = await workspace.fs.stat(uri);
    return stat.type === FileType.Directory ? lookAtParts(uri) : stat;
  } catch (error) {
    if (!(error instanceof FileSystemError) || error.code !== 'FileNotFound') return undefined;
    return isPattern(uri.path) ? lookAtParts(uri) : 'missing';
  }
}

/** All files that were one table: their total size and the latest change. */
async function lookAtParts({ scheme, fsPath }: Uri): Promise<Look | 'missing' | undefined> {
  if (scheme !== 'file') return undefined;
  const files = await filesNamed(fsPath, tablesAmong);
  if (files.length === 0) return 'missing';
  const size = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return { size, mtime: Math.max(...files.map(({ modified }) => modified)) };
}
