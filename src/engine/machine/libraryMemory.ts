import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { availableParallelism, cpus, hostname, release } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { atomicWrite } from './atomicWrite';
import { version } from './version';

type Environment = Readonly<Record<string, string | undefined>>;

/** The most libraries that are remembered, and the most bytes of the file that holds them. */
const LIBRARIES = 64;
const BYTES = 65_536;
/** The number of processes that may end while a library is tried or used before it is left alone. */
const ENDS = 2;

/** The result of the trial of a library. */
interface Verdict {
  /** Right and worthwhile, or not; `open` while it is tried. */
  readonly verdict: 'proven' | 'unfit' | 'open';
  /** The speed of a product relative to the embedded core's; 0 if it was not timed. */
  readonly ratio: number;
  /** True once the gain has been reported. */
  readonly told: boolean;
  /** The number of processes that ended unexpectedly while the library was tried or used. */
  readonly ends: number;
}

/** The facts that tell a file from one that has taken its place; all 0 if only the loader knows the file. */
interface Identity {
  readonly size: number;
  readonly inode: number;
  /** Milliseconds since 1970. */
  readonly written: number;
  readonly changed: number;
}

/** A library that was tried. */
export interface TriedLibrary extends Verdict, Identity {
  readonly file: string;
}

const UNTRIED: Verdict = { verdict: 'open', ratio: 0, told: false, ends: 0 };

/** True if too many processes ended while the library was tried or used. */
export const isDistrusted = ({ ends }: Verdict = UNTRIED): boolean => ends >= ENDS;
/** True if fits may use the library. */
export const isProven = (of: Verdict): boolean => of.verdict === 'proven' && !isDistrusted(of);
/** True if a trial may reveal more than is known. */
export const isOpen = (of: Verdict = UNTRIED): boolean => of.verdict === 'open' && !isDistrusted(of);

/** The file of libraries tried on this machine, in the folder of caches; undefined if the environment names none. */
export function libraryMemoryPath(environment: Environment, platform = process.platform): string | undefined {
  const { HOME, XDG_CACHE_HOME, LOCALAPPDATA } = environment;
  const home = (...folders: readonly string[]) => HOME && join(HOME, ...folders);
  const caches: Partial<Record<NodeJS.Platform, string>> = {
    win32: LOCALAPPDATA,
    darwin: home('Library', 'Caches'),
  };
  const folder = platform in caches ? caches[platform] : XDG_CACHE_HOME || home('.cache');
  if (!folder || !isAbsolute(folder)) return undefined;
  // Machines may share a home.
  const name = createHash('sha256').update(machineName()).digest('hex').slice(0, 16);
  return join(folder, 'kernelscope', `linear-algebra-${name}.json`);
}

/**
 * The results of trials of libraries on this machine with this version of Kernelscope, in a file that the editor and
 * the command line share. Its content decides which of the libraries that the search finds is loaded, and never adds
 * one.
 */
export class LibraryMemory {
  constructor(
    readonly path: string,
    /** For tests only. */
    private readonly machine = machineName(),
    private readonly of = version,
  ) {}

  /**
   * The libraries whose file is still the one that was tried; none if the file of this memory is missing or invalid.
   */
  async tried(): Promise<readonly TriedLibrary[]> {
    const text = await readFile(this.path, 'utf8').catch(() => '');
    return this.librariesIn(text).filter((library) => isSame(library, identityOf(library.file)));
  }

  /** Adds to the facts known about a library. Throws `file/not-written`. */
  async note(file: string, verdict: Partial<Verdict>): Promise<void> {
    const others = await this.tried();
    const before = others.find((library) => library.file === file) ?? UNTRIED;
    const library: TriedLibrary = { ...before, ...verdict, file, ...identityOf(file) };
    const libraries = [library, ...others.filter((other) => other.file !== file)].slice(0, LIBRARIES);
    const text = JSON.stringify({ machine: this.machine, version: this.of, libraries });
    await atomicWrite(this.path, `${text}\n`, { makeFolder: true, private: true });
  }

  /** Takes back the note that a process may end by the library that it tries. Throws `file/not-written`. */
  async forgive(): Promise<void> {
    const trying = (await this.tried()).find(({ verdict, ends }) => verdict === 'open' && ends > 0);
    if (trying) await this.note(trying.file, { ends: trying.ends - 1 });
  }

  /** Forgets all. */
  async forget(): Promise<void> {
    await rm(this.path, { force: true });
  }

  /** Stops using the library until its file changes: a process has ended unexpectedly while it computed. */
  distrust(file: string): Promise<void> {
    return this.note(file, { ends: ENDS });
  }

  /**
   * Notes on disk that this process computes by a library until it ends by itself. After two that did not, in a row, the library is
   * distrusted: a crash cannot be told from an interruption by the person, who may end one fit but hardly two. Never throws.
   */
  markUse(file: string): void {
    const mark = `${this.path}.${process.pid}`;
    try {
      writeFileSync(mark, file, { mode: 0o600 });
    } catch {
      return;
    }
    process.once('exit', () => {
      for (const path of [
        mark,
        ...this.endedUses()
          .filter((use) => use.file === file)
          .map((use) => use.mark),
      ])
        rmSync(path, { force: true });
    });
  }

  /** Distrusts the libraries that `markUse` points to; never throws. */
  async settleUses(): Promise<void> {
    const ended = this.endedUses();
    for (const file of new Set(ended.map((use) => use.file))) {
      const marks = ended.filter((use) => use.file === file).map((use) => use.mark);
      if (marks.length < ENDS) continue;
      await this.distrust(file).catch(() => {});
      for (const mark of marks) rmSync(mark, { force: true });
    }
  }

  /** The marks of processes that no longer run. */
  private endedUses(): { readonly mark: string; readonly file: string }[] {
    const [folder, start] = [dirname(this.path), `${basename(this.path)}.`];
    try {
      return readdirSync(folder)
        .filter((name) => name.startsWith(start) && /^\d{1,10}$/.test(name.slice(start.length)))
        .filter((name) => !isAlive(Number(name.slice(start.length))))
        .map((name) => ({ mark: join(folder, name), file: readFileSync(join(folder, name), 'utf8') }));
    } catch {
      return [];
    }
  }

  private librariesIn(text: string): readonly TriedLibrary[] {
    if (text.length > BYTES) return [];
    try {
      const { machine, version: of, libraries } = JSON.parse(text) as Record<string, unknown>;
      const known = machine === this.machine && of === this.of && Array.isArray(libraries);
      return known && libraries.length <= LIBRARIES && libraries.every(isTried) ? libraries : [];
    } catch {
      return [];
    }
  }
}

/** The check of each member of the file. */
const MEMBERS: Readonly<Record<keyof TriedLibrary, (value: unknown) => boolean>> = {
  file: (value) => typeof value === 'string' && isAbsolute(value),
  size: isNumber,
  inode: isNumber,
  written: isNumber,
  changed: isNumber,
  verdict: (value) => value === 'proven' || value === 'unfit' || value === 'open',
  ratio: isNumber,
  told: (value) => typeof value === 'boolean',
  ends: isNumber,
};

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

function isTried(value: unknown): value is TriedLibrary {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(MEMBERS).every(([name, is]) => is((value as Record<string, unknown>)[name]));
}

function identityOf(file: string): Identity {
  try {
    const { size, ino, mtimeMs, ctimeMs } = statSync(file);
    return { size, inode: ino, written: mtimeMs, changed: ctimeMs };
  } catch {
    return { size: 0, inode: 0, written: 0, changed: 0 };
  }
}

const isSame = (a: Identity, b: Identity): boolean =>
  a.size === b.size && a.inode === b.inode && a.written === b.written && a.changed === b.changed;

/** True if a process of this number runs, or may run: somebody else's process cannot be asked. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** The machine that a trial holds for: this computer, its system (which brings Accelerate along) and its processors. */
const machineName = (): string =>
  [hostname(), process.platform, release(), process.arch, cpus()[0]?.model, availableParallelism()].join(' ');
