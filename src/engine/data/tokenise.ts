// Splits text into records and cells: by lines and delimiters when nothing is quoted, else as `quotedText.ts` does.
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

/** Delimiter and quote are one character each. */
interface Marks {
  readonly delimiter: string;
  readonly quote: string;
  /** Blanks between a delimiter and a quote do not keep it from opening a cell. */
  readonly initialBlanks?: boolean;
}

/**
 * The text with every \" within a quoted cell as "", which is the form that the rest of the reader knows. An even run
 * of backslashes escapes only itself. Text that has already been converted stays as it is.
 */
function withDoubledQuotes(text: string, format: Marks): string {
  const { quote } = format;
  const pieces: string[] = [];
  let from = 0;
  let inside = false;
  for (let at = text.indexOf(quote); at >= 0; ) {
    let next = at + 1;
    if (!inside) inside = opens(text, at, from, format);
    else if (backslashes(text, at) % 2 === 1) {
      pieces.push(text.slice(from, at - 1), quote);
      from = at;
    } else if (text[next] === quote) next++;
    else inside = false;
    at = text.indexOf(quote, next);
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(from);
}

/** True when a quote stands where a cell begins. */
function opens(text: string, at: number, from: number, { delimiter, initialBlanks = false }: Marks): boolean {
  let before = at - 1;
  while (initialBlanks && before >= from && text[before] === ' ') before--;
  return (
    before < 0 || text[before] === '\n' || text[before] === delimiter || (delimiter === ' ' && text[before] === '\t')
  );
}

function backslashes(text: string, end: number): number {
  let count = 0;
  while (text[end - 1 - count] === '\\') count++;
  return count;
}

/**
 * Runs of blanks and tabs between cells become one blank, those at either end of a line are removed; quoted text stays
 * as it is. The result can be split at single blanks.
 */
export function collapseBlanks(text: string, quote: string): string {
  // Runs first: an expression that looks for a line end behind a run would read a run of n blanks n²/2 times.
  const bare = (s: string) =>
    s
      .replace(/[ \t]+/g, ' ')
      .replaceAll(' \n', '\n')
      .replaceAll('\n ', '\n');
  if (quote === '' || !text.includes(quote)) return bare(text).replace(/^ | $/g, '');
  // A quote opens a cell only after a blank or a line end; elsewhere it is an ordinary character.
  const cells = new RegExp(
    `(^|[ \\t\\n])(${quote}[^${quote}]*(?:${quote}${quote}[^${quote}]*)*${quote})(?=[ \\t\\n]|$)`,
    'g',
  );
  const pieces: string[] = [];
  let from = 0;
  for (const match of text.matchAll(cells)) {
    const start = match.index + match[1].length;
    pieces.push(bare(text.slice(from, start)), match[2]);
    from = match.index + match[0].length;
  }
  pieces.push(bare(text.slice(from)));
  return pieces.join('').replace(/^ | $/g, '');
}
