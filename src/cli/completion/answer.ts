import { shellWord, typedOn } from '../../engine/words/shellWord';
import { COMMANDS } from '../commands/table';
import { bashLine } from './bashLine';
import { type Completion, complete } from './complete';
import { type CompletedShell, SHELLS } from './shells';
import type { CompletionWord } from './values';

type Answer = (given: readonly string[]) => Promise<string>;

/**
 * Answers the script of a shell, given its name and the script's arguments. Errors are not reported while a person
 * types.
 */
export async function answer(
  [shell, ...given]: readonly string[],
  out: { write(text: string): unknown },
): Promise<void> {
  if (!Object.hasOwn(SHELLS, shell)) return;
  out.write(await ANSWERS[shell as CompletedShell](given).catch(() => ''));
}

const ANSWERS: Readonly<Record<CompletedShell, Answer>> = {
  bash: bashAnswer,
  zsh: described,
  fish: described,
  powershell: powershellAnswer,
};

/**
 * $COMP_WORDBREAKS and the line up to the cursor → the action, then the replacements for the part at the cursor, as
 * they are typed.
 */
async function bashAnswer([breaks = '', line = '']: readonly string[]): Promise<string> {
  const { words, from, quote } = bashLine(line, breaks);
  const current = words.at(-1) ?? '';
  const completion = await complete(words.slice(1, -1), current, COMMANDS);
  const typed = completion.candidates.map(({ value }) => typedOn(value.slice(from), quote));
  return lines([order(completion), ...typed]);
}

/**
 * Words up to the cursor → the action, then on each line a word, a tab, its meaning, and a further tab if the word
 * continues.
 */
async function described(words: readonly string[]): Promise<string> {
  const completion = await complete(words.slice(0, -1), words.at(-1) ?? '', COMMANDS);
  const each = completion.candidates.map(
    ({ value, sentence = '', open }) => `${value}\t${sentence}${open ? '\t' : ''}`,
  );
  return lines([order(completion), ...each]);
}

/**
 * Words up to the cursor as JSON in base64, as arguments lose their quotes on the way → a list of JSON in ASCII,
 * whatever the code page is.
 */
async function powershellAnswer([encoded = '']: readonly string[]): Promise<string> {
  const words: readonly unknown[] = JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'));
  const [current = '', ...reversed] = words.map(String).reverse();
  const { candidates } = await complete(reversed.reverse(), current, COMMANDS);
  const results = candidates.map(({ value, sentence = value }) => ({
    text: shellWord(value, 'powershell'),
    shown: value,
    sentence,
  }));
  return lines([JSON.stringify(results).replace(/[\u0080-\uffff]/g, escaped)]);
}

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * "files", "folders" or "words"; after a tab, the length of the word's part before a path; after another, "open" if no
 * blank follows.
 */
function order({ candidates, paths, before }: Completion): string {
  const open = candidates.length > 0 && candidates.every(({ open: goesOn }: CompletionWord) => goesOn);
  return `${(candidates.length === 0 && paths) || 'words'}\t${before.length}\t${open ? 'open' : ''}`;
}

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');
