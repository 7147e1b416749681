import { displayWidth, padEnd } from './displayWidth';
import { wrapLines } from './wrap';

/** Cells of a page of help if the width of the terminal is not known. */
export const PAGE_WIDTH = 80;

export type Definition = readonly [term: string, meaning: string];

/** The greatest width of a term with its meaning beside it. */
const WIDEST_TERM = 20;

/** Terms and their meanings, side by side; a term that is too wide for that has its own line. */
export function definitions(rows: readonly Definition[], width: number): string {
  const indent = 4 + Math.min(WIDEST_TERM, Math.max(0, ...rows.map(([term]) => displayWidth(term))));
  const hanging = ' '.repeat(indent);
  const lines = rows.map(([term, meaning]) => {
    const [first, ...others] = wrapLines(meaning, width - indent);
    const opening = displayWidth(term) <= indent - 4 ? padEnd(`  ${term}`, indent) : `  ${term}\n${hanging}`;
    return [`${opening}${first}`, ...others.map((line) => `${hanging}${line}`)].join('\n');
  });
  return lines.map((line) => `${line}\n`).join('');
}
