import type { Names, OptionSpec } from '../../choices/optionSpec';
import type { Engine } from '../../engine/engine';
import type { Chooser } from '../../engine/machine/backEnd';
import type { CommandLine } from '../arguments';
import type { OptionName } from '../options/table';
import type { Terminal } from '../terminal';

/** What a command runs with. */
export interface Session {
  readonly terminal: Terminal;
  readonly commands: Commands;
  /** Where the bundle lies, and the others beside it. */
  readonly folder: string;
  /** Made when it is first asked for. */
  readonly engine: () => Promise<Engine>;
  /** What computes, by the number of rows. */
  readonly algebra: () => Promise<Chooser>;
}

export interface Operand {
  /** "FILE" */
  readonly name: string;
  readonly names: Names;
  readonly sentence: string;
  readonly optional?: true;
  /** As many as are given; the last operand alone. */
  readonly repeated?: true;
}

/** A command as parser, help, completion and documents take it. */
export interface Command {
  /** Its line in the overview, without a full stop. */
  readonly summary: string;
  /** Further sentences of its page. */
  readonly about?: string;
  readonly operands: readonly Operand[];
  readonly options: readonly OptionName[];
  /** Of these, those that its first line shows because they are hardly ever left out. */
  readonly shows?: readonly OptionName[];
  /** What an option is here, where that differs from the table of options. */
  readonly differs?: Readonly<Partial<Record<OptionName, Partial<OptionSpec>>>>;
  /** Command lines, each with what it does. */
  readonly examples: readonly (readonly [line: string, sentence: string])[];
  run(line: CommandLine, session: Session): Promise<void>;
}

/** What a command does that computes, with the engine that it is given. */
export type WithEngine = (line: CommandLine, engine: Engine, terminal: Terminal) => Promise<void>;

export type Commands = Readonly<Record<string, Command>>;
