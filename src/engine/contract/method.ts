import type { MethodId } from './methodIds';

/** A parameter's schema: forms, command-line flags, settings and documentation all derive from it. */
export interface ParameterSchema {
  /** One vocabulary over all methods: lambda, lengthScale, folds, seed, … */
  readonly name: string;
  readonly title: string;
  /** One sentence with units and range. */
  readonly description: string;
  /** numbers: one number, or a list of them separated by blanks or commas. text: checked by the method, which names what is wrong. */
  readonly type: 'number' | 'integer' | 'boolean' | 'choice' | 'numbers' | 'text';
  readonly choices?: readonly string[];
  /** text only: values offered in forms, each valid as it stands. */
  readonly suggestions?: readonly string[];
  /** Of suggestions: how a person calls each, and a sentence on when to take it. */
  readonly suggestionWords?: Readonly<Record<string, readonly [title: string, words: string]>>;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  /** A fixed default; or left out when the method chooses, by `rule`. */
  readonly default?: number | boolean | string;
  /** How the value is chosen when the person leaves it out: "lowest leave-one-out error". */
  readonly rule?: string;
}

export type ParameterValue = number | boolean | string;
export type Parameters = Readonly<Record<string, ParameterValue>>;

/** A method without its code: what the command palette, the CLI and the documentation need to know. */
export interface MethodSpec {
  /** "krr": a contract, never renamed. */
  readonly id: MethodId;
  /** "Kernel ridge regression" */
  readonly title: string;
  /** One or two sentences: what it does and when to use it. */
  readonly summary: string;
  /** What it is for, after "for": "files of up to millions of rows". */
  readonly purpose: string;
  /** Paper tag and equation or section. */
  readonly source: string;
  /**
   * Which methods it stands with in menus and lists: filters of the squared loss; paths of another loss or penalty; ridge regression on
   * random features or landmarks, for large files; principal components, which take no target.
   */
  readonly family: 'spectral' | 'robust' | 'features' | 'components';
  readonly parameters: readonly ParameterSchema[];
}
