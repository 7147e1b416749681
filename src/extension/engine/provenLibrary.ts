import type { EngineLog } from '../../client/engineProcess';
import { tryApart } from '../../client/nativeProcess';
import { isProven, LibraryMemory } from '../../engine/machine/libraryMemory';

/** The places where the search may look, and where its findings are stored. */
interface Where {
  /** The file with the libraries tried; undefined if this machine has no folder for it. */
  readonly memory: string | undefined;
  /** Folders whose files do not count as libraries: those of the workspace. */
  readonly outside: () => readonly string[];
}

/** The libraries that have proven themselves on this machine, as an editor asks for them. */
export class ProvenLibrary {
  private readonly memory: LibraryMemory | undefined;
  private learning: Promise<unknown> | undefined;

  constructor(
    readonly where: Where,
    private readonly enginePath: string,
    private readonly log: EngineLog,
    /** Factor by which a library must beat the embedded core; for tests, which must not depend on how busy the machine is. */
    private readonly worthwhile?: number,
  ) {
    this.memory = where.memory === undefined ? undefined : new LibraryMemory(where.memory);
  }

  /** True if there is one. */
  async recall(): Promise<boolean> {
    return (await this.memory?.tried())?.some(isProven) ?? false;
  }

  /** Tries unknown libraries in a process that does nothing else, once per session; never throws. */
  async learn(): Promise<void> {
    const { memory, outside } = this.where;
    if (memory === undefined) return;
    const { enginePath, log, worthwhile } = this;
    this.learning ??= tryApart(enginePath, { task: 'prove', memory, outside: outside(), worthwhile }, log);
    await this.learning;
  }

  /** Excludes the library from now on, as its process ended unexpectedly. Never throws. */
  async distrust(file: string): Promise<void> {
    const { log } = this;
    log.info(`${file} is no longer used: its process ended unexpectedly.`);
    await this.memory?.distrust(file).catch((error: unknown) => log.error(`not remembered: ${String(error)}`));
  }
}
