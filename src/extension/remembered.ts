import type { DesignOptions, ReadOptions } from '../engine/contract/data';
import type { Parameters } from '../engine/contract/method';
import { MEMENTO } from './ids';

/** `auto` is a choice too: against a setting that says otherwise, the column's kind decides what is done with it. */
export type DesignChoices = Partial<Omit<DesignOptions, 'target' | 'moreTargets' | 'features' | 'task'>> & {
  readonly task?: NonNullable<DesignOptions['task']> | 'auto';
};

/** What a person chose for a file. What is left out follows the settings, and then the method's rules. */
export interface FitChoices {
  readonly method?: string;
  readonly target?: string;
  readonly moreTargets?: readonly string[];
  /** Left out: all usable columns that are neither targets nor weights. */
  readonly features?: readonly string[];
  /** What was chosen for principal components: their columns as features, and their parameters. */
  readonly components?: Pick<FitChoices, 'features' | 'parameters'>;
  readonly parameters?: Parameters;
  readonly design?: DesignChoices;
  readonly read?: ReadOptions;
}

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
