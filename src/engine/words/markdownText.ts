import { WORD_JOINER } from './inertText';

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
