import type { Commands } from '../commands/command';
import { optionOf, optionsOfCommand } from '../commands/words';
import { namesOf, OPTIONS, type OptionName } from '../options/table';
import { LIKE_AN_OPTION } from '../parse';
import { printable } from '../textTable';
import { type Before, type CompletionPlace, completionPlace } from './place';
import { type CompletionWord, type Offered, offered } from './values';

export interface Completion extends Offered {
  /** The part of the word before a path. */
  readonly before: string;
}

const NOTHING: Completion = { candidates: [], before: '' };

/**
 * The completions of the word at the cursor; each candidate is the complete word. Names from a file that contain
 * control or direction characters are left out, as they could not be typed.
 */
export async function complete(words: readonly string[], current: string, commands: Commands): Promise<Completion> {
  const place = completionPlace(words, current, commands);
  if (place === undefined) return NOTHING;
  const found = await foundAt(place, current, commands);
  const fits = ({ value }: CompletionWord) => value.startsWith(current) && printable(value) === value;
  return { ...found, candidates: found.candidates.filter(fits) };
}

async function foundAt(place: CompletionPlace, current: string, commands: Commands): Promise<Completion> {
  switch (place.kind) {
    case 'command':
      return { candidates: current.startsWith('-') ? alwaysWords() : commandWords(commands), before: '' };
    case 'option':
      return { candidates: optionWords(place.line), before: '' };
    case 'operand':
      return { ...(await offered(place.of, current, { ...place.line, commands })), before: '' };
    case 'value': {
      const { of, before, line } = place;
      const { candidates, paths } = await offered(of, current.slice(before.length), { ...line, commands });
      // Unless the word names its option, the parser takes one with a dash for an option.
      const taken = candidates.filter(({ value }) => before !== '' || !LIKE_AN_OPTION.test(value));
      const whole = taken.map((candidate) => ({ ...candidate, value: `${before}${candidate.value}` }));
      return { candidates: whole, ...(paths && { paths }), before };
    }
  }
}

const commandWords = (commands: Commands): CompletionWord[] =>
  Object.entries(commands).map(([value, { summary }]) => ({ value, sentence: summary }));

const alwaysWords = (): CompletionWord[] =>
  (['help', 'version'] as const).map((name) => ({ value: `--${name}`, sentence: OPTIONS[name].sentence }));

/** The options that are not given yet, and those that may be repeated. */
function optionWords({ command, options }: Before): CompletionWord[] {
  const given: readonly OptionName[] = namesOf(options);
  return optionsOfCommand(command)
    .map((name) => [name, optionOf(command, name)] as const)
    .filter(([name, { multiple }]) => multiple || !given.includes(name))
    .map(([name, { sentence }]) => ({ value: `--${name}`, sentence }));
}
