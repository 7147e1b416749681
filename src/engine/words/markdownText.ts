import { WORD_JOINER } from './inertText';

/** What breaks a line, controls a terminal or turns the direction of what follows. */
const UNSEEN = /[\s\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
/** Where many readers of Markdown make a link of an address that stands in plain text. */
const ADDRESS = /(?<=\/)(?=\/)|(?=@)|(?<=www)(?=\.)/gi;

/** Text on one line of which no character means anything to Markdown, and no address is a link. */
export const markdownText = (text: string): string =>
  text
    .replace(UNSEEN, ' ')
    .replace(/[\\`*_{}[\]()#+!|<>~&$]/g, '\\$&')
    .replace(ADDRESS, WORD_JOINER);
