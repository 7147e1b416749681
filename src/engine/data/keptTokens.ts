import type { ReadRules } from '../contract/data';

/**
 * Tokens for "missing" that are levels in columns of some kind, with the other levels by which such a column is
 * recognised, and the words for it. By the member of `ReadRules` that lists these columns.
 */
export const KEPT_TOKENS = {
  levels: { token: 'NA', shown: 'NA', kind: 'codes', fewest: 3, others: /^[A-Z]{2}$/ },
  signs: { token: '-', shown: '“-”', kind: 'signs', fewest: 1, others: /^(?:\+{1,4}|\(\+\)|\+\/[-\u2212]|±)$/ },
} as const;

export type KeptToken = (typeof KEPT_TOKENS)[keyof typeof KEPT_TOKENS];

/** The tokens that are levels of this column, in small letters, if an earlier pass over the file has shown any. */
export function keptTokens(column: string, read: ReadRules): readonly string[] | undefined {
  const lists = ['levels', 'signs'] as const;
  const found = lists
    .filter((list) => read[list]?.includes(column))
    .map((list) => KEPT_TOKENS[list].token.toLowerCase());
  return found.length > 0 ? found : undefined;
}
