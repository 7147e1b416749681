import type { RecordedFit } from './fit';

/** How a method is fitted again in Python. */
export interface NotebookRecipe {
  /** What is solved and by what, with the paper's tag and equation: sentences without a name of the file's. */
  readonly words: string;
  readonly code: readonly string[];
  /** Largest difference that is expected, in standard deviations of the training rows' target, as Python, and where it comes from. */
  readonly allowed: string;
  readonly why: string;
}

export type Cook = (fit: RecordedFit) => NotebookRecipe;
