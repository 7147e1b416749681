import type { OptionSpec } from '../src/choices/optionSpec';
import type { Command, Commands } from '../src/cli/commands/command';
import { COMMANDS } from '../src/cli/commands/table';
import { optionOf, optionsOfCommand, optionWords, synopsis } from '../src/cli/commands/words';
import { EXIT_CODES } from '../src/cli/help';
import { ALWAYS } from '../src/cli/options/general';
import { GROUPS, namesOf, OPTIONS, type OptionName, READING_OPTIONS, variableOf } from '../src/cli/options/table';
import { wrapLines } from '../src/cli/text/wrap';

const commands: readonly (readonly [string, Command])[] = Object.entries(COMMANDS as Commands);

/** The parts of docs/cli.md between its markers, by the name behind "written: ". */
export function referenceParts(): Readonly<Record<string, string>> {
  const parts: Record<string, string> = {
    commands: ['```', ...commands.map(([name, command]) => synopsis(name, command)), '```'].join('\n'),
    'options of reading': optionTable(namesOf(READING_OPTIONS), (name) => OPTIONS[name]),
    'options of every command': optionTable(namesOf(ALWAYS), (name) => OPTIONS[name]),
  };
  for (const [name, command] of commands)
    parts[`options of ${name}`] = optionTable(ownOptions(command), specIn(command));
  for (const name of ['recommend', 'compare'] as const) parts[`${name} beside fit`] = besideFit(name);
  return parts;
}

const specIn = (command: Command) => (name: OptionName) => optionOf(command, name);

/** Options of a command that have no table for all commands. */
const ownOptions = ({ options }: Command): readonly OptionName[] =>
  options.filter((name) => !(name in READING_OPTIONS));

/** The options of fit that a command takes, and those that it takes in another way. */
function besideFit(name: keyof typeof COMMANDS): string {
  const [{ options: all }, command]: Command[] = [COMMANDS.fit, COMMANDS[name]];
  const without = all.filter((option) => !command.options.includes(option)).map((option) => `\`--${option}\``);
  const differing = Object.entries(command.differs ?? {}).map(
    ([option, { sentence = '' }]) =>
      ` \`--${optionWords(option as OptionName, optionOf(command, option as OptionName)).slice(2)}\`: ${sentence}.`,
  );
  const list = without.join(', ').replace(/, ([^,]*)$/, ' and $1');
  return `Its options are those of \`fit\`, without ${list}.${differing.join('')}`;
}

function optionTable(names: readonly OptionName[], specOf: (name: OptionName) => OptionSpec): string {
  const rows = names.map((name) => {
    const spec = specOf(name);
    const short = spec.short === undefined ? '' : `\`-${spec.short}\`, `;
    return [`${short}\`${optionWords(name, spec)}\``, meaningOf(name, spec)];
  });
  return table(['option', 'meaning'], rows);
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

/** Sentences, with the default and the variable of the environment. Markdown. */
function meaningOf(name: OptionName, spec: OptionSpec): string {
  const { sentence, more, default: usual, environment, choices = [], suggests = [] } = spec;
  // A value is written as it is typed.
  const [first] = /^[\w-]*/.exec(sentence) ?? [''];
  const begun = [...choices, ...suggests].includes(first)
    ? sentence
    : `${sentence[0].toUpperCase()}${sentence.slice(1)}`;
  const others = [
    ...(more === undefined ? [] : [more]),
    ...(usual === undefined ? [] : [`Default: \`${usual}\`.`]),
    ...(environment ? [`Also the variable \`${variableOf(name)}\`.`] : []),
  ];
  return [`${begun}.`, ...others].join(' ');
}

/** Characters of a line in the source of the man page. */
const SOURCE_WIDTH = 80;
const TITLE = 'kernel methods for tables';
const ABOUT = [
  'Reads a table from delimited text, JSON Lines or Parquet, fits it by a kernel method and reports how well rows that were held out are predicted; predicts other tables with a saved model, exports models, compares kernels and computes published figures again.',
  'Delimiter, encoding, header, decimal sign and the kind of each column are detected; the options below set them. - in place of a file is standard input, and of an output standard output. Files are written whole or not at all.',
  "'kernelscope help COMMAND' shows the options of one command.",
];

/** man/kernelscope.1, in the macros of man(7). */
export function manPage(version: string, homepage: string): string {
  const lines = [
    '.\\" Written by scripts/contributions.mjs from the tables of commands and options in src/cli.',
    `.TH KERNELSCOPE 1 "" "kernelscope ${version}" "User Commands"`,
    '.SH NAME',
    `kernelscope \\- ${TITLE}`,
    '.SH SYNOPSIS',
    ...commands.flatMap(([name, command], i) => [...(i > 0 ? ['.br'] : []), usage(synopsis(name, command))]),
    '.SH DESCRIPTION',
    ...paragraphs(ABOUT),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH OPTIONS',
    ...GROUPS.flatMap(([title, group]) => [
      `.SS "${roff(title)}"`,
      ...namesOf(group).flatMap((name) => optionLines(name as OptionName)),
    ]),
    '.SH ENVIRONMENT',
    ...namesOf(OPTIONS)
      .filter((name) => (OPTIONS[name] as OptionSpec).environment)
      .flatMap((name) => [
        '.TP',
        `.B ${variableOf(name)}`,
        `\\fB\\-\\-${roff(name)}\\fR, where neither the command line nor its configuration has it.`,
      ]),
    '.TP',
    '.B TMPDIR',
    'Folder for rows and predictions that are kept on disk while predict runs.',
    '.SH "EXIT STATUS"',
    ...Object.entries(EXIT_CODES).flatMap(([code, meaning]) => ['.TP', `.B ${code}`, text(`${meaning}.`)]),
    '.SH EXAMPLES',
    ...commands.flatMap(([, { examples }]) => examples).flatMap(exampleLines),
    '.SH "SEE ALSO"',
    `.UR ${homepage.replace(/#.*/, '')}`,
    'Documentation',
    '.UE',
  ];
  return `${lines.join('\n')}\n`;
}

const paragraphs = (sentences: readonly string[]): string[] =>
  sentences.flatMap((sentence, i) => (i > 0 ? ['.PP', text(sentence)] : [text(sentence)]));

const exampleLines = ([line, sentence]: readonly [string, string], i: number): string[] => [
  ...(i > 0 ? ['.PP'] : []),
  text(`${sentence[0].toUpperCase()}${sentence.slice(1)}:`),
  '.PP',
  '.RS 4',
  '.nf',
  roff(line),
  '.fi',
  '.RE',
];

function commandLines([name, command]: readonly [string, Command]): string[] {
  const { summary, about, operands, options } = command;
  const differing = options.filter((option) => command.differs?.[option]?.sentence !== undefined);
  return [
    `.SS "${roff(synopsis(name, command))}"`,
    text(`${summary[0].toUpperCase()}${summary.slice(1)}.`),
    ...(about === undefined ? [] : ['.PP', text(about)]),
    ...operands.flatMap(({ name: operand, sentence }) => ['.TP', `.I ${roff(operand)}`, text(`${sentence}.`)]),
    ...differing.flatMap((option) => {
      const spec = optionOf(command, option);
      return ['.TP', term(option, spec), text(`${spec.sentence}.`)];
    }),
    ...(options.length === 0
      ? []
      : ['.PP', `Options: ${options.map((option) => `\\fB\\-\\-${roff(option)}\\fR`).join(', ')}.`]),
  ];
}

/** An option with everything known about it, and the commands that take it where others do not. */
function optionLines(name: OptionName): string[] {
  const spec: OptionSpec = OPTIONS[name];
  const takers = commands.filter(([, command]) => optionsOfCommand(command).includes(name)).map(([command]) => command);
  const whose = takers.length === commands.length ? '' : ` Of ${takers.join(', ')}.`;
  return ['.TP', term(name, spec), text(`${meaningOf(name, spec)}${whose}`)];
}

/** "-t, --target COL", dashes and names bold, placeholders of values in italics. */
function term(name: OptionName, spec: OptionSpec): string {
  const [option, ...value] = optionWords(name, spec).split(' ');
  const short = spec.short === undefined ? '' : `\\fB\\-${spec.short}\\fR, `;
  const words = value.length === 0 ? '' : ` \\fI${roff(value.join(' '))}\\fR`;
  return `${short}\\fB${roff(option)}\\fR${words}`;
}

/** A line of the synopsis: words to type bold, placeholders in italics. */
const usage = (line: string): string =>
  line
    .split(' ')
    .map((word) =>
      /^[a-z-]/.test(word) ? `\\fB${roff(word)}\\fR` : /[A-Z]/.test(word) ? `\\fI${roff(word)}\\fR` : roff(word),
    )
    .join(' ');

/** Markdown as a line of roff: code bold, links as their words. */
function text(markdown: string): string {
  const plain = markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  const parts = plain.split('`').map((part, i) => (i % 2 === 1 ? `\\fB${roff(part)}\\fR` : roff(part)));
  return wrapLines(parts.join(''), SOURCE_WIDTH)
    .map((line) => (/^[.']/.test(line) ? `\\&${line}` : line))
    .join('\n');
}

/** Text that roff sets as it is: a quote stays straight, a dash one that can be copied. */
const roff = (words: string): string =>
  words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('"', '\\(dq')
    .replace(/[\u0080-\u{10ffff}]/gu, (character) => `\\[u${hex(character)}]`);

const hex = (character: string): string => (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
