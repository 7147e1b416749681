/** Delimiter and quote are one character each. */
interface Marks {
  readonly delimiter: string;
  readonly quote: string;
  /** Blanks between a delimiter and a quote do not keep it from opening a cell. */
  readonly initialBlanks?: boolean;
}

/**
 * The text with every \" within a quoted cell as "", which is how the rest of the reader knows it. An even run of backslashes escapes
 * only itself. Text that has been through here comes out again as it is.
 */
export function withDoubledQuotes(text: string, format: Marks): string {
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

/** Whether a quote stands where a cell begins. */
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
