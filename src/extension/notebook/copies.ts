import { FileType, Uri, workspace } from 'vscode';
import { baseName } from '../../engine/words/fileName';
import type { Services } from '../services';

const DAY = 86_400_000;
/** The most characters of a notebook's name that the names of its copies have. */
const LONGEST = 100;

const rootOf = ({ context }: Pick<Services, 'context'>) =>
  Uri.joinPath(context.storageUri ?? context.globalStorageUri, 'notebooks');

/**
 * The folder for copies of a notebook's tables, named by its address, as notebooks in several folders may have the same
 * name.
 */
export function copiesOf(services: Pick<Services, 'context'>, notebook: Uri): Uri {
  const hash = Array.from(notebook.toString()).reduce(
    (sum, sign) => Math.imul(sum ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0,
    0x811c9dc5,
  );
  return Uri.joinPath(rootOf(services), hash.toString(36));
}

/** "df of analysis.ipynb": the name of the table in panels, runs and exports. */
export const copyName = (variable: string, notebook: Uri): string =>
  `${variable} of ${baseName(notebook.path).slice(0, LONGEST)}`.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-');

/** The variable whose copy a file is; undefined for any other file. */
export function copiedVariable(services: Pick<Services, 'context'>, file: Uri): string | undefined {
  if (!file.path.startsWith(`${rootOf(services).path}/`)) return undefined;
  return /^(\S+) of .+\.(?:parquet|csv)$/su.exec(baseName(file.path))?.[1];
}

/** Deletes copies that no run of this workspace was fitted to, a day after they were made. */
export async function pruneCopies(services: Pick<Services, 'context' | 'store'>): Promise<void> {
  const used = new Set((await services.store.list()).map((run) => ('origin' in run ? run.origin : '')));
  const root = rootOf(services);
  for (const [folder, kind] of await workspace.fs.readDirectory(root)) {
    if (kind !== FileType.Directory) continue;
    for (const [name] of await workspace.fs.readDirectory(Uri.joinPath(root, folder))) {
      const file = Uri.joinPath(root, folder, name);
      const { mtime } = await workspace.fs.stat(file);
      if (!used.has(file.toString()) && mtime < Date.now() - DAY) await workspace.fs.delete(file);
    }
  }
}
