// Splits text into records and cells: where nothing is quoted by lines and delimiters, otherwise as `quotedText.ts` does.
import { withDoubledQuotes } from './backslashQuotes';
import { collapseBlanks } from './blankRuns';
import { withoutInitialBlanks } from './initialBlanks';
import { quotedTokens } from './quotedText';
import type { CellFormat, Tokens } from './tokens';

/** `text` has LF line ends. With `last` the final record ends where the text ends. */
export function tokenise(text: string, format: CellFormat, last: boolean, preview?: number): Tokens {
  const input = bareText(text, format);
  if (format.quote !== '' && input.includes(format.quote)) return quotedTokens(input, format, last, preview);
  const lines = input.split('\n');
  // An empty text has no line.
  const rest = last && input !== '' ? '' : (lines.pop() ?? '');
  return { records: lines.slice(0, preview).map((line) => line.split(format.delimiter)), rest, malformed: [] };
}

function bareText(raw: string, format: CellFormat): string {
  const text = format.backslashQuotes ? withDoubledQuotes(raw, format) : raw;
  if (format.delimiter === ' ') return collapseBlanks(text, format.quote);
  return format.initialBlanks ? withoutInitialBlanks(text, format) : text;
}
