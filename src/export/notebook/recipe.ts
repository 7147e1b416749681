import type { RecordedFit } from './fit';

/** How a method is fitted again in Python. */
export interface NotebookRecipe {
  /** The problem and its solver, with the paper's tag and equation: sentences without any name from the file. */
  readonly words: string;
  readonly code: readonly string[];
  /**
   * Largest difference that is expected, in standard deviations of the training rows' target, as Python, and the reason
   * for it.
   */
  readonly allowed: string;
  readonly why: string;
}

export type Cook = (fit: RecordedFit) => NotebookRecipe;
