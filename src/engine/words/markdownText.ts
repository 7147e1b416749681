/** What breaks a line, controls a terminal or turns the direction of what follows. */
const UNSEEN = /[\s\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/** Text on one line of which no character means anything to Markdown. */
export const markdownText = (text: string): string =>
  text.replace(UNSEEN, ' ').replace(/[\\`*_{}[\]()#+!|<>~&$]/g, '\\$&');
