import type { OptionSpec } from '../choices/optionSpec';
import { version } from '../engine/machine/version';
import type { Commands } from './commands/command';
import { commandNamed, optionGroups, optionOf, optionWords, synopsis } from './commands/words';
import { type OptionName, variableOf } from './options/table';
import { type Definition, definitions, PAGE_WIDTH, wrapped } from './text/wrap';

/** Every command in one line. */
export function overview(commands: Commands, width = PAGE_WIDTH): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
  const codes = Object.entries(EXIT_CODES).map(([code, meaning]) => [code, meaning] as const);
  return [
    wrapped(`kernelscope ${version}: kernel methods for tables`, width),
    `Usage: kernelscope COMMAND [options]\n\n${definitions(lines, width)}`,
    wrapped("'kernelscope help COMMAND' shows its options, with examples. Begin with:", width),
    `  kernelscope inspect FILE\n  kernelscope fit FILE --target COL\n`,
    `Exit codes\n${definitions(codes, width)}`,
  ].join('\n');
}

/** The meanings of the exit codes of the process. */
export const EXIT_CODES: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'the file, the data or the fit failed: standard error says what to do',
  2: 'the command line is wrong',
  130: 'interrupted',
  141: 'the reader of standard output left early',
};

/** The page of a command. Throws `UsageError` if there is no command with this name. */
export function page(commands: Commands, name: string, width = PAGE_WIDTH): string {
  const command = commandNamed(commands, name);
  const { summary, about, operands, examples } = command;
  const groups = optionGroups(command).map(
    ([title, options]) =>
      `${wrapped(title, width)}${definitions(
        options.map((option) => optionRow(option, optionOf(command, option))),
        width,
      )}`,
  );
  const shown = examples.map(([line, sentence]) => `${wrapped(sentence, width, '  # ')}  ${line}\n`).join('');
  return [
    `${wrapped(synopsis(name, command), width, '', '  ')}${wrapped(summary, width, '  ')}${about ? wrapped(about, width, '  ') : ''}`,
    definitions(
      operands.map((operand) => [operand.name, operand.sentence]),
      width,
    ),
    ...groups,
    shown === '' ? '' : `Examples\n${shown}`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function optionRow(name: OptionName, spec: OptionSpec): Definition {
  const short = spec.short === undefined ? '' : `-${spec.short}, `;
  const around = [
    ...(spec.default === undefined ? [] : [`default ${spec.default}`]),
    ...(spec.environment ? [`environment ${variableOf(name)}`] : []),
  ];
  return [
    `${short}${optionWords(name, spec)}`,
    `${spec.sentence}${around.length === 0 ? '' : ` (${around.join('; ')})`}`,
  ];
}
