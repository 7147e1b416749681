import type { OptionSpec } from '../../choices/optionSpec';
import { didYouMean } from '../../engine/contract/closest';
import { ALWAYS } from '../options/general';
import { GROUPS, namesOf, OPTIONS, type OptionName } from '../options/table';
import { UsageError } from '../usage';
import type { Command, Commands, Operand } from './command';

/** The command with this name. Throws `UsageError`, with the closest name. */
export function commandNamed(commands: Commands, name: string): Command {
  if (Object.hasOwn(commands, name)) return commands[name];
  const names = Object.keys(commands);
  const advice = didYouMean(name, names) ?? `There are ${names.join(', ')}.`;
  throw new UsageError(`unknown command '${name}'. ${advice}`);
}

/** The operand at a place, counted from 0. */
export function operandAt({ operands }: Command, at: number): Operand | undefined {
  const last = operands.at(-1);
  return operands[at] ?? (last?.repeated ? last : undefined);
}

/** The options that a command takes. */
export const optionsOfCommand = ({ options }: Command): readonly OptionName[] => [...options, ...namesOf(ALWAYS)];

/** The same options, in the groups of a command's page. */
export function optionGroups(command: Command): readonly (readonly [title: string, names: OptionName[]])[] {
  const taken = optionsOfCommand(command);
  const groups = GROUPS.map(([title, group]) => [title, taken.filter((name) => name in group)] as const);
  return groups.filter(([, names]) => names.length > 0);
}

/** An option as a command takes it. */
export const optionOf = ({ differs }: Command, name: OptionName): OptionSpec => ({
  ...OPTIONS[name],
  ...differs?.[name],
});

/** "kernelscope fit FILE --target COL [options]" */
export function synopsis(name: string, command: Command): string {
  const { operands, options, shows = [] } = command;
  const words = [
    ...operands.map(({ name: operand, optional, repeated }) => {
      const word = repeated ? `${operand}…` : operand;
      return optional ? `[${word}]` : word;
    }),
    ...shows.map((option) => optionWords(option, optionOf(command, option))),
    ...(options.length > shows.length ? ['[options]'] : []),
  ];
  return ['kernelscope', name, ...words].join(' ');
}

/** "--target COL" */
export function optionWords(name: OptionName, { choices, value = choices?.join('|') }: OptionSpec): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
