/** A character by its code, "\\u202e", for one that a terminal or a message would obey and a person could not see. */
export const characterCode = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
