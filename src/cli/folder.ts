import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { madeFolder, writeTogether, writeUnfollowed } from '../engine/machine/writeUnfollowed';
import { counted } from '../engine/words/sentence';
import { identities, identityOf } from './outputs';
import { printed } from './text/parts';
import { UsageError } from './usage';

/** A file that a command writes into a folder; its name may contain slashes, for folders within. */
export interface FolderFile {
  readonly name: string;
  /** The content, made when it is written. */
  readonly content: () => string | Uint8Array;
}

export interface WrittenFile {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Writes files into a folder, which is made if it does not exist. Each file is written completely or left as it was,
 * and if one fails, or the process ends, no new one remains. A person names the folder and not its contents, so links within are not
 * followed: they may have been prepared by the folder's creator. `inputs`: the files that the command reads, the first
 * with the rows: people who may not read that file get no access to the new ones. Throws `UsageError` before anything
 * is written if an input would be overwritten, and `file/not-written`.
 */
export async function writeFolder(
  folder: string,
  files: readonly FolderFile[],
  inputs: readonly string[],
): Promise<readonly WrittenFile[]> {
  const read = await identities(inputs);
  const paths = files.map(({ name }) => join(folder, ...name.split('/')));
  for (const path of paths) {
    const input = read.get((await identityOf(path, true)) ?? '');
    if (input !== undefined)
      throw new UsageError(`--out ${folder} would overwrite the input ${input} by ${path}. Give another folder.`);
  }
  const [rowsOf] = inputs;
  return writeTogether(async (made) => {
    const { root, isNew } = await madeFolder(folder);
    const inner = new Set([root, ...files.flatMap(({ name }) => foldersOf(root, join(root, ...name.split('/'))))]);
    for (const each of inner) if (each === root ? isNew : !existsSync(each)) made(each);
    const written: WrittenFile[] = [];
    for (const [i, path] of paths.entries()) {
      const content = files[i].content();
      const place = join(root, ...files[i].name.split('/'));
      const below = { there: 'replaced', below: root, rowsOf, made } as const;
      await writeUnfollowed(place, content, below);
      written.push({ path, bytes: Buffer.byteLength(content) });
    }
    return written;
  });
}

/** The folders below `root` that hold `path`, the outermost first. */
function foldersOf(root: string, path: string): string[] {
  const folder = dirname(path);
  return folder === root ? [] : [...foldersOf(root, folder), folder];
}

/** "results: report.html, result.json, 20 files in figures", after an empty line. */
export function writtenText(folder: string, files: readonly FolderFile[], columns: number | undefined): string {
  const below = new Map<string, number>();
  const above: string[] = [];
  for (const { name } of files) {
    const [first] = name.split('/');
    if (first === name) above.push(name);
    else below.set(first, (below.get(first) ?? 0) + 1);
  }
  const all = [...above, ...[...below].map(([inner, count]) => `${counted(count, 'file')} in ${inner}`)].join(', ');
  return `\n${printed([[{ line: `${folder}: ${all}` }]], columns)}`;
}
