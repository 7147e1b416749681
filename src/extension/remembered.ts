import type { FitChoices } from '../choices/fitChoices';
import { MEMENTO } from './ids';

/** The part of vscode.Memento that is needed. */
export interface Keep {
  get<T>(key: string, otherwise: T): T;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** More files than this are forgotten, the longest unused first. */
const FILES = 200;

/** Choices by file, kept with the workspace. */
export class RememberedChoices {
  constructor(private readonly keep: Keep) {}

  get(file: string): FitChoices {
    return this.all().find(([key]) => key === file)?.[1] ?? {};
  }

  async set(file: string, choices: FitChoices): Promise<void> {
    const others = this.all().filter(([key]) => key !== file);
    await this.keep.update(MEMENTO.remembered, [[file, choices], ...others].slice(0, FILES));
  }

  /** From now on the file is read however large it unzips. */
  acceptExpansion(file: string): Promise<void> {
    const before = this.get(file);
    return this.set(file, { ...before, read: { ...before.read, acceptExpansion: true } });
  }

  private all(): readonly (readonly [string, FitChoices])[] {
    return this.keep.get<readonly (readonly [string, FitChoices])[]>(MEMENTO.remembered, []);
  }
}
