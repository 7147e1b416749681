import { version } from '../engine/machine/version';
import type { Commands } from './commands/command';
import { commandNamed, optionGroups, optionOf, optionWords, synopsis } from './commands/words';
import type { OptionSpec } from './options/optionSpec';
import type { OptionName } from './options/table';
import { displayWidth, padEnd } from './text/displayWidth';
import { wrapLines, wrapped } from './text/wrap';

/** Where the width of the terminal is not known. */
const WIDTH = 80;

/** Every command in a line. */
export function overview(commands: Commands, width = WIDTH): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
  const codes = Object.entries(EXIT_CODES).map(([code, meaning]) => [code, meaning] as const);
  return [
    wrapped(`kernelscope ${version}: kernel methods for tables`, width),
    `Usage: kernelscope COMMAND [options]\n\n${definitions(lines, width)}`,
    wrapped("'kernelscope help COMMAND' shows the options of a command, with examples. Begin with:", width),
    `  kernelscope inspect FILE\n  kernelscope fit FILE --target COL\n`,
    `Exit codes\n${definitions(codes, width)}`,
  ].join('\n');
}

/** What the process says when it ends. */
export const EXIT_CODES: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'the file, the data or the fit failed: a line on standard error says what to do',
  2: 'the command line is wrong',
  130: 'interrupted',
  141: 'the reader of standard output left before everything was written',
};

/** The page of a command. Throws `UsageError` where there is none of this name. */
export function page(commands: Commands, name: string, width = WIDTH): string {
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
  return [
    `${short}${optionWords(name, spec)}`,
    `${spec.sentence}${spec.default === undefined ? '' : ` (default ${spec.default})`}`,
  ];
}

type Definition = readonly [term: string, meaning: string];

/** The widest that terms may be for their meanings to stand beside them. */
const WIDEST_TERM = 20;

/** Terms and what they mean, side by side; a term that is too wide for that has a line to itself. */
function definitions(rows: readonly Definition[], width: number): string {
  const indent = 4 + Math.min(WIDEST_TERM, Math.max(0, ...rows.map(([term]) => displayWidth(term))));
  const hanging = ' '.repeat(indent);
  const lines = rows.map(([term, meaning]) => {
    const [first, ...others] = wrapLines(meaning, width - indent);
    const opening = displayWidth(term) <= indent - 4 ? padEnd(`  ${term}`, indent) : `  ${term}\n${hanging}`;
    return [`${opening}${first}`, ...others.map((line) => `${hanging}${line}`)].join('\n');
  });
  return lines.map((line) => `${line}\n`).join('');
}
