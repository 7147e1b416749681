import { FileType, Uri, workspace } from 'vscode';
import { baseName } from '../../engine/words/fileName';
import type { Services } from '../services';

const DAY = 86_400_000;
/** Characters of a notebook's name that its copies keep. */
const LONGEST = 100;

const rootOf = ({ context }: Pick<Services, 'context'>) =>
  Uri.joinPath(context.storageUri ?? context.globalStorageUri, 'notebooks');

/** Where the tables of a notebook are copied to: a folder by its address, as notebooks in several folders may have one name. */
export function copiesOf(services: Pick<Services, 'context'>, notebook: Uri): Uri {
  const hash = Array.from(notebook.toString()).reduce(
    (sum, sign) => Math.imul(sum ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0,
    0x811c9dc5,
  );
  return Uri.joinPath(rootOf(services), hash.toString(36));
}

/** "df of analysis.ipynb": what panels, runs and exports call the table. */
export const copyName = (variable: string, notebook: Uri): string =>
  `${variable} of ${baseName(notebook.path).slice(0, LONGEST)}`.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-');

/** The variable whose copy a file is; undefined for any other file. */
export function variableOf(services: Pick<Services, 'context'>, file: Uri): string | undefined {
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
