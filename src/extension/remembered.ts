import type { FitChoices } from '../choices/fitChoices';
import type { ReadOptions } from '../engine/contract/data';
import { MEMENTO } from './ids';

/** The part of vscode.Memento that is needed. */
export interface Keep {
  get<T>(key: string, otherwise: T): T;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** The most files that are remembered; the longest unused are forgotten first. */
const FILES = 200;

/** Choices by file, stored with the workspace. */
export class RememberedChoices {
  private changed: () => void = () => {};

  constructor(private readonly keep: Keep) {}

  /** Calls a listener after every change; only the last listener given is called. */
  watch(listener: () => void): void {
    this.changed = listener;
  }

  /** The reading options by file, for files with options that the person has set. */
  readings(): Readonly<Record<string, ReadOptions>> {
    return Object.fromEntries(this.all().flatMap(([file, { read }]) => (read ? [[file, read]] : [])));
  }

  /** The addresses of the files, the one used last first. */
  files(): readonly string[] {
    return this.all().map(([file]) => file);
  }

  get(file: string): FitChoices {
    return this.all().find(([key]) => key === file)?.[1] ?? {};
  }

  async set(file: string, choices: FitChoices): Promise<void> {
    const others = this.all().filter(([key]) => key !== file);
    await this.keep.update(MEMENTO.remembered, [[file, choices], ...others].slice(0, FILES));
    this.changed();
  }

  /** Remembers that the file is read however large it unzips. */
  acceptExpansion(file: string): Promise<void> {
    const before = this.get(file);
    return this.set(file, { ...before, read: { ...before.read, acceptExpansion: true } });
  }

  private all(): readonly (readonly [string, FitChoices])[] {
    return this.keep.get<readonly (readonly [string, FitChoices])[]>(MEMENTO.remembered, []);
  }
}
