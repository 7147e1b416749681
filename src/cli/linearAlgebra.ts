import { join } from 'node:path';
import { tryApart, tryDetached } from '../client/nativeProcess';
import { type Chooser, embeddedAlone, onOneThread } from '../engine/machine/backEnd';
import type { LibraryMemory } from '../engine/machine/libraryMemory';
import { type CommandLine, choiceOf } from './arguments';
import type { Terminal } from './terminal';
import { printed } from './text/parts';
import { UsageError } from './usage';

/** The most processes that try libraries, one after another, if each is ended by a library. */
const ATTEMPTS = 10;

/** A log that drops everything: the command line's own process only reports the linear algebra that it uses. */
const QUIET = { info: () => {}, error: () => {} };

/** Commands that fit here. The others give the same bits on every machine, unless a library is asked for. */
const FITTING: ReadonlySet<string> = new Set(['fit', 'recommend', 'compare']);

async function memoryOf({ environment = {} }: Terminal): Promise<LibraryMemory | undefined> {
  const memory = await import('../engine/machine/libraryMemory');
  const path = memory.libraryMemoryPath(environment);
  return path === undefined ? undefined : new memory.LibraryMemory(path);
}

/** The linear algebra for one command, and the trial of unknown libraries once it is done. */
export class CommandAlgebra {
  /** The file where findings about unknown libraries would be stored. */
  private untried: string | undefined;

  /** `folder` holds the bundles. */
  constructor(
    private readonly line: CommandLine,
    private readonly folder: string,
    private readonly terminal: Terminal,
  ) {}

  /**
   * The linear algebra that --linear-algebra asks for. Libraries are loaded into this very process: it belongs to
   * nobody else, ends with the command, and Ctrl+C ends it even inside a library.
   */
  async chooser(): Promise<Chooser> {
    const { command, options } = this.line;
    const asked = choiceOf('linear-algebra', options);
    const embedded = embeddedAlone();
    if (asked === 'native') {
      const { nativeWherePossible } = await nativeBackEnd();
      const log = (sentence: string) => this.terminal.live && this.terminal.err(`\r\u001b[K${sentence}\n`);
      return nativeWherePossible({ embedded, onOneThread, bundles: this.folder, log });
    }
    if (asked === 'embedded' || !FITTING.has(command) || options.on !== undefined) return embedded;
    const memory = await memoryOf(this.terminal);
    if (memory === undefined) return embedded;
    await memory.settleUses();
    const { provenWherePossible } = await nativeBackEnd();
    return provenWherePossible({
      embedded,
      bundles: this.folder,
      memory: memory.path,
      begun: (file) => memory.markUse(file),
      untried: () => {
        this.untried = memory.path;
      },
      log: QUIET.info,
    });
  }

  /** Has unknown libraries that the command met tried in a separate process, if a person is there who may fit again. */
  learn(): void {
    if (this.untried === undefined || !this.terminal.live) return;
    tryDetached(join(this.folder, 'engine.js'), { task: 'prove', memory: this.untried });
  }
}

const nativeBackEnd = () => import('../engine/machine/nativeBackEnd');

/** Tries every library of this machine now, and says which of them fits will use. */
export async function linearAlgebraCommand(terminal: Terminal, folder: string): Promise<void> {
  const memory = await memoryOf(terminal);
  if (memory === undefined)
    throw new UsageError('what is found cannot be kept: the environment names no home folder. Set HOME.');
  const task = { task: 'prove', memory: memory.path, every: true } as const;
  let found: string[] = [];
  const log = { info: (line: string) => void found.push(line), error: QUIET.error };
  // Distrusted libraries are tried too, but one that ends the process again remains distrusted.
  await memory.forget();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    found = [];
    if (await tryApart(join(folder, 'engine.js'), task, log)) break;
  }
  terminal.out(printed([found.map((line) => ({ line }))], terminal.columns));
}
