import { join } from 'node:path';
import { tryApart, tryDetached } from '../client/nativeProcess';
import { type Chooser, embeddedAlone, onOneThread } from '../engine/machine/backEnd';
import type { LibraryMemory } from '../engine/machine/libraryMemory';
import { type CommandLine, choiceOf } from './arguments';
import type { Terminal } from './terminal';
import { printed } from './text/parts';
import { UsageError } from './usage';

/** Processes that try libraries one after another, where each is ended by one. */
const ATTEMPTS = 10;

/** For the command line's own process: nothing is said there but what it computes by. */
const QUIET = { info: () => {}, error: () => {} };

/** Commands that fit here. The others give the same bits on every machine, unless a library is asked for. */
const FITTING: ReadonlySet<string> = new Set(['fit', 'recommend', 'compare']);

async function memoryOf({ environment = {} }: Terminal): Promise<LibraryMemory | undefined> {
  const memory = await import('../engine/machine/libraryMemory');
  const path = memory.libraryMemoryPath(environment);
  return path === undefined ? undefined : new memory.LibraryMemory(path);
}

/** What computes for one command, and what is learnt of libraries once it is done. */
export class CommandAlgebra {
  /** Where what is found of libraries that are not known would be kept. */
  private untried: string | undefined;

  /** `folder` holds the bundles. */
  constructor(
    private readonly line: CommandLine,
    private readonly folder: string,
    private readonly terminal: Terminal,
  ) {}

  /**
   * What --linear-algebra asks for. Libraries are loaded into this very process: it is nobody else's, ends with the command, and Ctrl+C
   * ends it also inside a library.
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

  /** Has libraries that the command met and that are not known tried by a process of their own, where a person is there to fit again. */
  learn(): void {
    if (this.untried === undefined || !this.terminal.live) return;
    tryDetached(join(this.folder, 'engine.js'), { task: 'prove', memory: this.untried });
  }
}

const nativeBackEnd = () => import('../engine/machine/nativeBackEnd');

/** Tries every library of this machine now, and says what fits will use. */
export async function linearAlgebraCommand(terminal: Terminal, folder: string): Promise<void> {
  const memory = await memoryOf(terminal);
  if (memory === undefined)
    throw new UsageError('what is found cannot be kept: the environment names no home folder. Set HOME.');
  const task = { task: 'prove', memory: memory.path, every: true } as const;
  let found: string[] = [];
  const log = { info: (line: string) => void found.push(line), error: QUIET.error };
  // Distrusted ones too, but one that ends the process again is left alone in the end.
  await memory.forget();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    found = [];
    if (await tryApart(join(folder, 'engine.js'), task, log)) break;
  }
  terminal.out(printed([found.map((line) => ({ line }))], terminal.columns));
}
