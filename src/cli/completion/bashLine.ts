type Quote = '' | '"' | "'";

interface BashLine {
  /** The words that bash would pass on, the last up to the cursor; nothing is expanded. */
  readonly words: readonly string[];
  /**
   * The position in the last word of the part that bash replaces: after a sign that separates words for it, or after an
   * open quote.
   */
  readonly from: number;
  /** The quote that is open; '' for none. */
  readonly quote: Quote;
}

/**
 * Splits a line as bash does, up to the cursor. `breaks`: the signs that separate words for completion only
 * ($COMP_WORDBREAKS).
 */
export function bashLine(line: string, breaks: string): BashLine {
  const words: string[] = [];
  let word: string | undefined;
  let from = 0;
  let quote: Quote = '';
  let opened = 0;
  const add = (text: string) => {
    word = (word ?? '') + text;
  };
  for (let i = 0; i < line.length; i++) {
    const sign = line[i];
    const next = line[i + 1];
    if (quote !== '' && sign === quote) {
      quote = '';
    } else if (quote === "'") {
      add(sign);
    } else if (sign === '\\' && (quote === '' || (next !== undefined && '\\"$`\n'.includes(next)))) {
      add(next ?? '');
      i++;
    } else if (quote === '"') {
      add(sign);
    } else if (sign === '"' || sign === "'") {
      add('');
      quote = sign;
      opened = word?.length ?? 0;
    } else if (/\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      from = 0;
    } else {
      add(sign);
      if (breaks.includes(sign)) from = word?.length ?? 0;
    }
  }
  return { words: [...words, word ?? ''], from: quote === '' ? from : opened, quote };
}
