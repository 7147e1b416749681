import type { OptionSpec } from '../../choices/optionSpec';
import type { Command, Commands, Operand } from '../commands/command';
import { operandAt, optionOf, optionsOfCommand } from '../commands/words';
import { OPTIONS, type OptionName, type Options } from '../options/table';
import { isOption, type LineToken, lineTokens } from '../parse';

/** The kind of the word at the cursor, and the line before it. */
export type CompletionPlace =
  | { readonly kind: 'command' }
  | { readonly kind: 'option'; readonly line: Before }
  /** `before`: the part of the word before the value: "--set=". */
  | { readonly kind: 'value'; readonly of: OptionSpec; readonly before: string; readonly line: Before }
  | { readonly kind: 'operand'; readonly of: Operand; readonly line: Before };

/** A command line up to the cursor. */
export interface Before {
  readonly command: Command;
  readonly operands: readonly string[];
  readonly options: Options;
}

/**
 * `words`: those after the program's name and before the cursor; `current`: the one at the cursor, up to there.
 * Undefined if it cannot be completed.
 */
export function completionPlace(
  words: readonly string[],
  current: string,
  commands: Commands,
): CompletionPlace | undefined {
  const tokens = lineTokens([...words, current], commands);
  const [name, ...operands] = before(tokens, words.length);
  const here = tokens.filter(({ index }) => index === words.length).at(-1);
  if (name === undefined) return here?.kind === 'positional' || here === undefined ? { kind: 'command' } : undefined;
  if (!Object.hasOwn(commands, name)) return undefined;
  const command = commands[name];
  const line = { command, operands, options: given(tokens, words.length) };
  const dashed = current.startsWith('-');
  if (here === undefined) {
    // The parser would take it as the value of the option before it.
    const of = specOf(
      tokens.findLast(({ index }) => index === words.length - 1),
      command,
    );
    if (of === undefined || dashed) return dashed ? { kind: 'option', line } : undefined;
    return { kind: 'value', of, before: '', line };
  }
  if (here.kind === 'option' && here.value !== undefined && here.inlineValue) {
    const of = specOf(here, command);
    return of && { kind: 'value', of, before: current.slice(0, current.length - here.value.length), line };
  }
  const ended = tokens.some(({ kind, index }) => kind === 'option-terminator' && index < words.length);
  if (dashed && !ended) return { kind: 'option', line };
  const of = operandAt(command, operands.length);
  return of && { kind: 'operand', of, line };
}

const before = (tokens: readonly LineToken[], end: number): string[] =>
  tokens.flatMap((token) => (token.kind === 'positional' && token.index < end ? [token.value] : []));

/** The options of the words before the cursor; of repeated options, the last one. */
function given(tokens: readonly LineToken[], end: number): Options {
  const options: { [name: string]: string | boolean | readonly string[] } = {};
  for (const token of tokens) {
    if (token.kind !== 'option' || token.index >= end || !isOption(token.name)) continue;
    const { type, multiple }: OptionSpec = OPTIONS[token.name];
    const { name, value } = token;
    if (type === 'boolean') options[name] = true;
    else if (value !== undefined && (token.inlineValue || token.index + 1 < end))
      options[name] = multiple ? [...((options[name] as readonly string[]) ?? []), value] : value;
  }
  return options;
}

function specOf(token: LineToken | undefined, command: Command): OptionSpec | undefined {
  if (token?.kind !== 'option' || !isOption(token.name)) return undefined;
  const taken: readonly OptionName[] = optionsOfCommand(command);
  const spec = taken.includes(token.name) ? optionOf(command, token.name) : undefined;
  return spec?.type === 'boolean' ? undefined : spec;
}
