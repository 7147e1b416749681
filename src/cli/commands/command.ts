import type { Names, OptionSpec } from '../../choices/optionSpec';
import type { Engine } from '../../engine/engine';
import type { Chooser } from '../../engine/machine/backEnd';
import type { CommandLine } from '../arguments';
import type { OptionName } from '../options/table';
import type { Terminal } from '../terminal';

/** The services that a command runs with. */
export interface CommandSession {
  readonly terminal: Terminal;
  readonly commands: Commands;
  /** The folder of this bundle and of the others. */
  readonly folder: string;
  /** The engine, made when it is first asked for. */
  readonly engine: () => Promise<Engine>;
  /** The linear algebra, chosen by the number of rows. */
  readonly algebra: () => Promise<Chooser>;
}

export interface Operand {
  /** "FILE" */
  readonly name: string;
  readonly names: Names;
  readonly sentence: string;
  readonly optional?: true;
  /** True if it may be given several times; only for the last operand. */
  readonly repeated?: true;
}

/** A command in the form for parser, help, completion and documents. */
export interface Command {
  /** Its line in the overview, without a full stop. */
  readonly summary: string;
  /** Further sentences of its page. */
  readonly about?: string;
  readonly operands: readonly Operand[];
  readonly options: readonly OptionName[];
  /** Those of these options that its first line shows because they are hardly ever omitted. */
  readonly shows?: readonly OptionName[];
  /** The specifications of options that differ here from the table of options. */
  readonly differs?: Readonly<Partial<Record<OptionName, Partial<OptionSpec>>>>;
  /** Command lines, each with a sentence on its effect. */
  readonly examples: readonly (readonly [line: string, sentence: string])[];
  run(line: CommandLine, session: CommandSession): Promise<void>;
}

/** The action of a command that computes, with the engine that it is given. */
export type WithEngine = (line: CommandLine, engine: Engine, terminal: Terminal) => Promise<void>;

export type Commands = Readonly<Record<string, Command>>;
