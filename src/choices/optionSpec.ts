/** The kind of thing that the value of an option, or an operand, names. */
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

/** An option for the parser, help, completion and documents. */
export interface OptionSpec {
  /** Present for a switch; every other option takes a value. */
  readonly type?: 'boolean';
  readonly multiple?: true;
  readonly short?: string;
  /** The name of its value in help: "COL". Options with `choices` need none. */
  readonly value?: string;
  /** The possible values. */
  readonly choices?: readonly string[];
  /** Values that completion suggests beside others, or that others begin with. */
  readonly suggests?: readonly string[];
  /** The form of a value that is more than one word: NAME=VALUE, or names with commas between them. */
  readonly holds?: 'pair' | 'list';
  /** The kind of thing that its value names. */
  readonly names?: Names;
  /** True if its value is a file that the command writes; "-" is standard output. */
  readonly writes?: true;
  /** The value if the option is omitted. */
  readonly default?: string;
  /** The value if none follows: `--json` alone. */
  readonly bare?: string;
  /** True if it is read from the environment too, as KERNELSCOPE_ and its name. */
  readonly environment?: true;
  /** True if a value follows only after "=": the word behind the option is an operand. */
  readonly attached?: true;
  /** The effect of the option, without a full stop. */
  readonly sentence: string;
  /** Further sentences, for the documents. Markdown. */
  readonly more?: string;
}
