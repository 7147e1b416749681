import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Places } from '../doors/house';
import { isSaved } from '../doors/house';
import { closest } from '../engine/contract/closest';
import type { FileSource } from '../engine/contract/data';
import { type FailureCode, KernelscopeError } from '../engine/contract/failure';
import { isBelow } from '../engine/machine/isBelow';
import { isDataFile } from '../engine/words/fileName';
import { counted } from '../engine/words/sentence';

/** The most entries of folders that are searched for the file that a wrong name may have meant. */
const ENTRIES = 2000;
/** The most files that a sentence names. */
const NAMED = 5;

/** The only folders that tools read and write in. Paths are compared with them after links are followed. */
export class Folders implements Places {
  private constructor(readonly roots: readonly string[]) {}

  /** Throws `file/…` for a path that is not a folder. */
  static async of(paths: readonly string[]): Promise<Folders> {
    const roots = await Promise.all(
      paths.map(async (path) => {
        const root = await realpath(path).catch(() => undefined);
        if (root !== undefined && (await stat(root)).isDirectory()) return root;
        throw refused('file/not-found', `${path} is no folder. Give folders that tools may read in.`, path);
      }),
    );
    return new Folders([...new Set(roots)]);
  }

  /**
   * A file that exists, by its path in one of the folders or its complete path. Throws `file/…` with a sentence on what
   * to do.
   */
  async file(named: string): Promise<FileSource & { readonly kind: 'path' }> {
    const places = await this.placesOf(named);
    for (const { path } of places.filter(({ inside }) => inside)) {
      const stats = await stat(path).catch(() => undefined);
      if (stats?.isFile()) return { kind: 'path', path };
      if (stats)
        throw refused(
          'file/is-directory',
          `${named} is no file. Name a file with a table. ${await this.advice(named)}`,
          named,
        );
    }
    if (places.some(({ inside }) => !inside)) throw await this.outside(named);
    throw refused('file/not-found', `There is no file ${named} in ${this.words()}. ${await this.advice(named)}`, named);
  }

  /** The path of a new file: in a folder that exists, under a name that is not taken. Throws `file/…`. */
  async newFile(named: string, ending: string): Promise<string> {
    if (named.toLowerCase().endsWith(ending)) return this.newPath(named);
    throw refused('file/not-written', `${named} has to end in ${ending}.`, named);
  }

  /**
   * The path of a new folder, and of the folder in which it is made. Names that begin with a point are refused, as no
   * tool reads such folders.
   */
  async newFolder(named: string): Promise<{ readonly path: string; readonly below: string }> {
    const path = await this.newPath(named);
    if (!basename(path).startsWith('.')) return { path, below: dirname(path) };
    throw refused('file/not-written', `${named} begins with a point. Choose another name.`, named);
  }

  private async newPath(named: string): Promise<string> {
    const [{ path, inside }] = await this.placesOf(named);
    if (!inside)
      throw refused(
        'file/no-permission',
        `${lastOf(named) || named} ${this.isOutside()}, and tools write nothing there. Name a path in that folder.`,
        named,
      );
    const there = await stat(dirname(path)).catch(() => undefined);
    if (!there?.isDirectory())
      throw refused('file/not-written', `The folder of ${named} is not there. Choose one that is.`, named);
    if (await lstat(path).catch(() => undefined))
      throw refused('file/not-written', `${named} exists, and no file is replaced. Choose another name.`, named);
    return path;
  }

  /** "in data and notes" */
  words(): string {
    return this.roots.map((root) => basename(root) || root).join(' or ');
  }

  /** A path relative to its folder, as a model names it. */
  shown(path: string): string {
    const root = this.roots.find((folder) => isBelow(folder, path));
    return root === undefined ? basename(path) : relative(root, path);
  }

  /** The paths that such a name may mean, with links followed: one in each folder, or the complete path. */
  private async placesOf(named: string): Promise<readonly { readonly path: string; readonly inside: boolean }[]> {
    if (named.includes('\0')) throw refused('file/not-found', 'A path holds no character of code 0.', '');
    const meant = isAbsolute(named) ? [named] : this.roots.map((root) => resolve(root, named));
    const real = await Promise.all(meant.map(realOf));
    return real.map((path) => ({ path, inside: this.roots.some((root) => root === path || isBelow(root, path)) }));
  }

  private isOutside(): string {
    return `is outside ${this.words()}, or a link that leads out`;
  }

  private async outside(named: string): Promise<KernelscopeError> {
    const [same] = (await this.tables()).filter((path) => lastOf(path) === lastOf(named));
    const cure = same === undefined ? 'Copy the file into that folder.' : `Did you mean ${same}?`;
    return refused(
      'file/no-permission',
      `${lastOf(named) || named} ${this.isOutside()}, and tools read nothing there. ${cure}`,
      named,
    );
  }

  private async tables(): Promise<readonly string[]> {
    return (await Promise.all(this.roots.map(dataFilesIn))).flat();
  }

  /** A sentence on the file that may have been meant. */
  private async advice(named: string): Promise<string> {
    if (isSaved(named)) return 'Name one that fit or export saved, or the id of a model that is kept.';
    const paths = await this.tables();
    const same = paths.find((path) => lastOf(path) === lastOf(named));
    const near = same ?? closest(named, paths);
    if (near !== undefined) return `Did you mean ${near}?`;
    return paths.length === 0
      ? 'No table was found there.'
      : `There are ${paths.slice(0, NAMED).join(', ')}${paths.length > NAMED ? ` and ${counted(paths.length - NAMED, 'more table')}` : ''}.`;
  }
}

/** The name of a file in its folder, also for a path of another system. */
const lastOf = (path: string): string => path.split(/[\\/]/).at(-1)?.trim() ?? '';

/** A path with the links in it followed, as far as it exists. */
async function realOf(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(await realOf(dirname(path)), basename(path));
}

/** Paths in a folder of files that may hold a table, the nearest first. */
async function dataFilesIn(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [root];
  let left = ENTRIES;
  for (let folder = folders.shift(); folder !== undefined && left > 0; folder = folders.shift()) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (left-- <= 0) break;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name)) folders.push(path);
      else if (entry.isFile() && isDataFile(entry.name)) found.push(relative(root, path).split(sep).join('/'));
    }
  }
  return found;
}

const refused = (code: FailureCode, message: string, path: string) => new KernelscopeError(code, message, { path });
