import { FileType, Uri, workspace } from 'vscode';
import { KernelscopeError } from '../../engine/contract/failure';
import { patternOf } from '../../engine/machine/pattern';

/**
 * The explorer passes the file that was clicked and all that are selected: several are one table, and their common
 * address takes the place of the first. Throws `file/is-directory` for a folder among several, and `file/unreadable`
 * for files that are not on disk.
 */
export async function withSelection(given: readonly unknown[]): Promise<readonly unknown[]> {
  const [first, all] = given;
  if (!(first instanceof Uri) || !isSelection(all) || !all.some((uri) => String(uri) === String(first))) return given;
  if (all.some(({ scheme }) => scheme !== 'file'))
    throw new KernelscopeError('file/unreadable', 'Several files are one table only on disk. Choose one of them.');
  for (const uri of all)
    if ((await workspace.fs.stat(uri)).type === FileType.Directory)
      throw new KernelscopeError(
        'file/is-directory',
        'A folder is a table by itself. Choose it alone, or files alone.',
      );
  return [Uri.file(patternOf(all.map(({ path }) => path).sort()))];
}

const isSelection = (value: unknown): value is readonly Uri[] =>
  Array.isArray(value) && value.length > 1 && value.every((uri) => uri instanceof Uri);
