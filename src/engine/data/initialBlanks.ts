/** Each is one character; the quote may be empty. */
interface Marks {
  readonly delimiter: string;
  readonly quote: string;
}

interface QuotedCell {
  /** The delimiter or line end in front of it; a line end at the start of the text. */
  readonly before: string;
  /** The positions where the blanks in front of it begin, where it begins, and where the text behind it begins. */
  readonly blanks: number;
  readonly start: number;
  readonly end: number;
}

/** Cells in quotes, with blanks in front of them or without. One whose quote is still open ends with the text. */
function* quotedCells(text: string, { delimiter, quote }: Marks): Generator<QuotedCell, void, undefined> {
  for (let start = text.indexOf(quote), end = 0; start >= 0; start = text.indexOf(quote, end)) {
    let blanks = start;
    while (blanks > end && text[blanks - 1] === ' ') blanks--;
    const before = blanks === 0 ? '\n' : text[blanks - 1];
    end = start + 1;
    if (before !== delimiter && before !== '\n') continue;
    let close = text.indexOf(quote, end);
    while (close >= 0 && text[close + 1] === quote) close = text.indexOf(quote, close + 2);
    end = close < 0 ? text.length : close + 1;
    let next = end;
    while (text[next] === ' ') next++;
    if (next === text.length || text[next] === delimiter || text[next] === '\n') yield { before, blanks, start, end };
  }
}

/** True when every quoted cell of the sample but the first of a line has blanks before its quote: a, "b, c", d. */
export function detectInitialBlanks(sample: string, format: Marks): boolean {
  const { delimiter, quote } = format;
  if (quote === '' || delimiter === ' ' || !sample.includes(` ${quote}`)) return false;
  let found = false;
  for (const { before, blanks, start } of quotedCells(sample, format)) {
    if (before !== delimiter) continue;
    if (blanks === start) return false;
    found = true;
  }
  return found;
}

/** Removes the blanks between a delimiter and a cell; those in quoted cells stay. */
export function withoutInitialBlanks(text: string, format: Marks): string {
  const bare = (s: string) => s.replace(/ +/g, (run, at: number) => (s[at - 1] === format.delimiter ? '' : run));
  const pieces: string[] = [];
  let from = 0;
  for (const { blanks, start, end } of quotedCells(text, format)) {
    pieces.push(bare(text.slice(from, blanks)), text.slice(start, end));
    from = end;
  }
  pieces.push(bare(text.slice(from)));
  return pieces.join('');
}
