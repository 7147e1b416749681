import { nodeAlone } from '../../../platform/platform';
import type { FileStamp, PartStamp } from '../../contract/data';
import { KernelscopeError } from '../../contract/failure';
import { filesIn, filesMatching, type ListedFile } from '../../machine/listFiles';
import { baseName, tablesAmong } from '../../words/fileName';
import { count } from '../../words/numbers';
import { counted } from '../../words/sentence';
import { openFailure } from '../openFailure';

/** The most files that are read as one table. */
const MOST = 10_000;

/** The files that a folder or a pattern names, as one stamp. Throws `file/…` when there are none, or too many. */
export async function partsStamp(path: string): Promise<FileStamp & { readonly parts: readonly PartStamp[] }> {
  const folder = await nodeAlone()
    .files.stat(path)
    .then(
      (stats) => stats.isDirectory(),
      () => false,
    );
  const { name, files } = folder ? await ofFolder(path) : await ofPattern(path);
  if (files.length > MOST)
    throw new KernelscopeError(
      'file/unreadable',
      `${name} has ${count(files.length)} files, more than the ${count(MOST)} that can be read as one table. Choose fewer, or join them.`,
      { name },
    );
  return {
    name: `${name} (${counted(files.length, 'file')})`,
    path,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    modified: files.reduce((latest, { modified }) => Math.max(latest, modified), 0),
    parts: files.map(({ mode: _, ...part }) => part),
  };
}

interface Listed {
  readonly name: string;
  readonly files: readonly ListedFile[];
}

async function ofFolder(path: string): Promise<Listed> {
  const name = baseName(path);
  const files = await filesIn(path, tablesAmong).catch((error) => {
    throw openFailure(name, error);
  });
  if (files.length > 0) return { name, files };
  throw new KernelscopeError(
    'file/is-directory',
    `${name} is a folder without a table: no file in it ends in .csv, .parquet or the like. Choose another folder, or a file.`,
    { name },
  );
}

async function ofPattern(pattern: string): Promise<Listed> {
  const { folder, files } = await filesMatching(pattern).catch((error) => {
    if (!(error instanceof RangeError)) throw error;
    throw new KernelscopeError('file/unreadable', `${baseName(pattern)} reaches too many files. Name fewer of them.`);
  });
  const rest = pattern.slice(folder.length).replace(/^[\\/]/, '');
  const list = rest.startsWith('{') && files.length > 0;
  const written = baseName(folder) === '' ? rest : `${baseName(folder)}/${rest}`;
  const name = list ? listName(files) : written;
  if (files.length > 0) return { name, files };
  throw new KernelscopeError('file/not-found', `No file matches ${written}. Check the pattern and the folder.`, {
    name,
  });
}

function listName(files: readonly ListedFile[]): string {
  const [first, second] = files;
  return files.length === 1
    ? first.name
    : `${first.name}${files.length === 2 ? ', ' : ' … '}${(files.at(-1) ?? second).name}`;
}
