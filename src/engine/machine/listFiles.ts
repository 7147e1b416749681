import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isPattern, matcherOf, withoutBraces } from './pattern';

/** A file that a folder or a pattern names. */
export interface ListedFile {
  /** The path below the folder in which the pattern begins, with slashes. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  readonly mode: number;
}

/** Entries of folders that are looked at for one pattern. */
const MOST = 200_000;

/**
 * The files at a path, which may be that of a file, a folder (all files unless `choose` chooses) or a pattern; none if
 * nothing is there.
 */
export async function filesNamed(path: string, choose: Choose = (names) => names): Promise<readonly ListedFile[]> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) return filesIn(path, choose).catch(() => []);
  if (stats) return stamped('', [[path]]);
  if (!isPattern(path)) return [];
  return filesMatching(path).then(
    ({ files }) => files,
    () => [],
  );
}

/** Sorts as a person counts: part2 before part10. */
const ORDER = new Intl.Collator('en', { numeric: true });

/** Chooses from the names in a folder those that count. */
type Choose = (names: readonly string[]) => readonly string[];

/** The chosen files directly in a folder; names that begin with a point or an underscore are no choice. Throws as `readdir`. */
export async function filesIn(folder: string, choose: Choose): Promise<ListedFile[]> {
  const names = choose((await readdir(folder)).filter((name) => !/^[._]/.test(name)));
  return stamped(
    folder,
    names.map((name) => [name]),
  );
}

/**
 * The files that match a pattern of slashes, `*`, `?`, `[abc]`, `{a,b}` and `**`, which means folders at any depth.
 * Names that begin with a point match only if the pattern has one there. Throws `RangeError` for patterns that reach
 * too far.
 */
export async function filesMatching(
  pattern: string,
): Promise<{ readonly folder: string; readonly files: ListedFile[] }> {
  const written = sep === '/' ? pattern : pattern.replaceAll(sep, '/');
  const folder = beginOf(written);
  const rest = written.slice(folder.length).replace(/^\//, '');
  const found = new Map<string, string[]>();
  let looks = 0;
  const list = async (path: readonly string[]) => {
    const entries = await readdir(join(`${folder}/`, ...path), { withFileTypes: true }).catch(() => []);
    looks += 1 + entries.length;
    if (looks > MOST) throw new RangeError('too many files to look at');
    return entries;
  };
  const walk = async (path: readonly string[], [segment, ...rest]: readonly string[]): Promise<void> => {
    if (segment === undefined) {
      found.set(path.join('/'), [...path]);
      return;
    }
    if (!isPattern(segment)) return walk([...path, segment], rest);
    const any = segment === '**';
    if (any) await walk(path, rest.length > 0 ? rest : ['*']);
    const takes = matcherOf(segment);
    for (const entry of await list(path)) {
      if (entry.name.startsWith('.') && !segment.startsWith('.')) continue;
      if (any && entry.isDirectory()) await walk([...path, entry.name], [segment, ...rest]);
      if (!any && takes(entry.name)) await walk([...path, entry.name], rest);
    }
  };
  for (const choice of withoutBraces(rest))
    await walk(
      [],
      choice.split('/').filter((segment) => segment !== ''),
    );
  return { folder, files: await stamped(`${folder}/`, [...found.values()]) };
}

/** The folders in front of the first part that is a pattern. */
function beginOf(pattern: string): string {
  const parts = pattern.split('/');
  // Commas and slashes may be within braces: the folder is everything before the first sign.
  return parts.slice(0, parts.findIndex(isPattern)).join('/');
}

/** Regular files among these, in order. */
async function stamped(folder: string, paths: readonly (readonly string[])[]): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  for (const parts of paths) {
    const path = join(folder, ...parts);
    const stats = await stat(path).catch(() => undefined);
    if (!stats?.isFile()) continue;
    files.push({ name: parts.join('/'), path, bytes: stats.size, modified: stats.mtimeMs, mode: stats.mode });
  }
  return files.sort((a, b) => ORDER.compare(a.name, b.name));
}
