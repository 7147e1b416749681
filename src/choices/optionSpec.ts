/** What the value of an option, or an operand, is a name of. */
export type Names =
  | 'data'
  | 'model'
  | 'configuration'
  | 'file'
  | 'folder'
  | 'step'
  | 'command'
  | 'method'
  | 'setting'
  | 'column'
  | 'reproduction'
  | 'choice'
  | 'shell';

/** An option as parser, help, completion and documents take it. */
export interface OptionSpec {
  /** A switch; every other option takes a value. */
  readonly type?: 'boolean';
  readonly multiple?: true;
  readonly short?: string;
  /** How help calls its value: "COL". Options with `choices` need none. */
  readonly value?: string;
  /** The values there are. */
  readonly choices?: readonly string[];
  /** Values that it may have beside others, or that others begin with. */
  readonly suggests?: readonly string[];
  /** Where its value is more than one word: NAME=VALUE, or names with commas between them. */
  readonly holds?: 'pair' | 'list';
  /** What its value names. */
  readonly names?: Names;
  /** A file that the command writes; "-" is standard output. */
  readonly writes?: true;
  /** What is taken where it is left out. */
  readonly default?: string;
  /** The value where none follows: `--json` alone. */
  readonly bare?: string;
  /** Read from the environment too, as KERNELSCOPE_ and its name. */
  readonly environment?: true;
  /** A value follows only after "=": the word behind it is an operand. */
  readonly attached?: true;
  /** What it does, without a full stop. */
  readonly sentence: string;
  /** Further sentences, for the documents. Markdown. */
  readonly more?: string;
}
