/** Keeps a link or an icon from being read as one, and is not seen. */
export const WORD_JOINER = '\u2060';

/**
 * Text that may hold names and cells of files, for VS Code's messages, picks and status bar, which make a link of `[label](command:…)` and an
 * icon of `$(name)`: there it is then only text. Control and direction characters become visible.
 */
export function inertText(text: string): string {
  return text
    .replace(/[\r\n\t]+/g, ' ')
    .replace(/[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, characterCode)
    .replace(/\](?=\s*\()/g, `]${WORD_JOINER}`)
    .replaceAll('$(', `$${WORD_JOINER}(`);
}

/** A character by its code, "\\u202e", for one that a terminal or a message would obey and a person could not see. */
export const characterCode = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** Characters that break a line, control a terminal or change the direction of the following text. */
const UNSEEN = /[\s\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
/** Positions at which many readers of Markdown turn an address in plain text into a link. */
const ADDRESS = /(?<=\/)(?=\/)|(?=@)|(?<=www)(?=\.)/gi;

/** Text on one line in which no character has a meaning in Markdown, and no address is a link. */
export const markdownText = (text: string): string =>
  text
    .replace(UNSEEN, ' ')
    .replace(/[\\`*_{}[\]()#+!|<>~&$]/g, '\\$&')
    .replace(ADDRESS, WORD_JOINER);
