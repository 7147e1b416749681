/** The words for 0 and for 1 in a column of booleans. */
export type TruthWords = readonly [no: string, yes: string];

/**
 * Pairs of words for no and yes in languages of files and spreadsheets; a column of one pair, in small or capital
 * letters, is a boolean.
 */
export const TRUTH: readonly TruthWords[] = [
  ['false', 'true'],
  ['no', 'yes'],
  ['f', 't'],
  ['n', 'y'],
  ['off', 'on'],
  ['nein', 'ja'],
  ['n', 'j'],
  ['falsch', 'wahr'],
  ['non', 'oui'],
  ['faux', 'vrai'],
  ['no', 's\u00ed'],
  ['no', 'si'],
  ['no', 's\u00ec'],
  ['falso', 'verdadero'],
  ['falso', 'vero'],
  ['falso', 'verdadeiro'],
  ['n\u00e3o', 'sim'],
  ['nee', 'ja'],
  ['nej', 'ja'],
  ['nie', 'tak'],
  ['hay\u0131r', 'evet'],
  ['\u043d\u0435\u0442', '\u0434\u0430'],
];

/** The ways in which a file may spell all words, from small letters. */
const SPELLINGS: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word[0].toUpperCase() + word.slice(1),
  (word) => word.toUpperCase(),
];

/**
 * The pair that all of these words belong to, as they spell it, or in small letters when spellings differ; undefined
 * when some word is of no pair or they are of several.
 */
export function truthWords(words: readonly string[]): TruthWords | undefined {
  const pair = truthPair(words) ?? mixedPair(words);
  const spelt = SPELLINGS.find((spelling) => words.every((word) => word === spelling(word.toLowerCase())));
  return pair && spelt ? [spelt(pair[0]), spelt(pair[1])] : pair;
}

/** The same pair in small letters. */
export function truthPair(words: readonly string[]): TruthWords | undefined {
  const lower = inSmall(words);
  return TRUTH.find((pair) => lower?.every((word) => pair.includes(word)));
}

/** A pair has only a few spellings; with more words than these the search would be long and in vain. */
const inSmall = (words: readonly string[]) => (words.length > 20 ? undefined : words.map((word) => word.toLowerCase()));

/** Words that lists of several hands have beside those of another pair: TRUE and yes, N and no, 1 and 0. */
const ANYWHERE = ['0', '1', ...TRUTH.slice(0, 4).flat()];

/** The pair in small letters of which both words are there, and beside which all others say yes or no as well. */
function mixedPair(words: readonly string[]): TruthWords | undefined {
  const lower = inSmall(words);
  return TRUTH.find(
    (pair) =>
      pair.every((word) => word.length > 1 && lower?.includes(word)) &&
      lower?.every((word) => pair.includes(word) || ANYWHERE.includes(word)),
  );
}

/** The meaning of a word, or a number, that can only be no (0) or yes (1); undefined for any other. */
export function truthOf(word: string): 0 | 1 | undefined {
  const lower = word.toLowerCase();
  if (Number(lower) === 0 && lower !== '') return 0;
  if (Number(lower) === 1) return 1;
  for (const pair of TRUTH) {
    const at = pair.indexOf(lower);
    if (at >= 0) return at === 0 ? 0 : 1;
  }
  return undefined;
}

/**
 * The index of a word of a boolean column among levels, −1 when there is none. A file with only one pair of words is
 * read as boolean, even when the levels, learnt from another file, are spelt differently.
 */
export function levelOfWord(levels: readonly string[], word: string): number {
  const exact = levels.indexOf(word);
  return exact >= 0 ? exact : levels.findIndex((level) => level.toLowerCase() === word.toLowerCase());
}
