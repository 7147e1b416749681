import { realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { FileSystemError, Uri, workspace } from 'vscode';
import { closest } from '../../engine/contract/closest';
import { type FailureCode, KernelscopeError } from '../../engine/contract/failure';
import { isBelow } from '../../engine/machine/isBelow';
import { baseName, dataGlob } from '../../engine/words/fileName';
import { moreEndings } from '../fit/userSettings';

/** Names that a misspelt one is compared with. */
const FILES = 500;

/**
 * The file that a language model names, by its path in a workspace folder, its whole path or its address. It lies in a workspace folder, links
 * followed. Throws `file/…` with a sentence on what to do.
 */
export async function workspaceFile(named: string): Promise<Uri> {
  const places = placesOf(named);
  const inside = places.filter((uri) => folders().some(({ uri: folder }) => liesIn(uri, folder)));
  if (inside.length === 0) throw outside(named);
  for (const uri of inside) {
    if (!(await isThere(uri))) continue;
    await requireInside(uri);
    return uri;
  }
  throw refused('file/not-found', `There is no file ${named} in the workspace. ${await advice(named)}`, named);
}

/** Throws where a file, links followed, lies in no workspace folder. */
export async function requireInside(uri: Uri): Promise<void> {
  const around = folders().filter(({ uri: folder }) => folder.scheme === uri.scheme);
  if (uri.scheme !== 'file') {
    if (around.some(({ uri: folder }) => liesIn(uri, folder))) return;
    throw outside(baseName(uri.path));
  }
  const real = await realpath(uri.fsPath).catch(() => undefined);
  if (real === undefined)
    throw refused('file/not-found', `${baseName(uri.path)} no longer exists. Choose another file.`, uri.path);
  if ((await stat(real)).isDirectory())
    throw refused(
      'file/is-directory',
      `${baseName(uri.path)} is a folder, and tools read single files. Name a file with a table.`,
      uri.path,
    );
  const roots = await Promise.all(around.map(({ uri: folder }) => realpath(folder.fsPath).catch(() => undefined)));
  if (roots.some((root) => root !== undefined && isBelow(root, real))) return;
  if (!around.some(({ uri: folder }) => liesIn(uri, folder))) throw outside(baseName(uri.path));
  throw refused(
    'file/no-permission',
    `${baseName(uri.path)} is a link to a place outside the workspace folders, where tools may not read. Copy the file into the workspace.`,
    uri.path,
  );
}

function folders() {
  const all = workspace.workspaceFolders ?? [];
  if (all.length > 0) return all;
  throw refused(
    'file/no-permission',
    'No folder is open, so tools may read no file. Open the folder with the file.',
    '',
  );
}

/** Where such a name may lie: an address or a whole path is one place, a path is one in every folder, with or without the folder's own name. */
function placesOf(named: string): readonly Uri[] {
  if (/^[a-z][a-z\d+.-]+:/i.test(named) && !isAbsolute(named)) return [Uri.parse(named)];
  if (isAbsolute(named)) return [Uri.file(named)];
  return folders().flatMap(({ uri, name }) => {
    const below = named.startsWith(`${name}/`) ? [Uri.joinPath(uri, named.slice(name.length + 1))] : [];
    return [Uri.joinPath(uri, named), ...below];
  });
}

/** By its address alone: `..` is resolved in it, links are not. */
const liesIn = (uri: Uri, folder: Uri): boolean =>
  uri.scheme === folder.scheme &&
  uri.authority === folder.authority &&
  (uri.scheme === 'file'
    ? isBelow(folder.fsPath, uri.fsPath)
    : uri.path.startsWith(`${folder.path.replace(/\/$/, '')}/`) && !uri.path.split('/').includes('..'));

async function isThere(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return false;
    throw error;
  }
}

/** What may have been meant: a file of this name in another folder, or one with nearly this name. */
async function advice(named: string): Promise<string> {
  const found = await workspace.findFiles(dataGlob(moreEndings()), '**/{node_modules,.git}/**', FILES);
  const paths = found.map((uri) => workspace.asRelativePath(uri));
  const name = baseName(named);
  const same = paths.filter((path) => baseName(path) === name);
  const near = same[0] ?? closest(named, paths);
  if (near !== undefined) return `Did you mean ${near}?`;
  return paths.length === 0 ? 'It holds no data file.' : `It holds ${paths.slice(0, 5).join(', ')}.`;
}

const outside = (named: string) =>
  refused(
    'file/no-permission',
    `${baseName(named)} is outside the workspace folders, where tools may not read. Open its folder, or copy the file into one that is open.`,
    named,
  );

const refused = (code: FailureCode, message: string, name: string) => new KernelscopeError(code, message, { name });
