/**
 * Runs of blanks and tabs between cells become one blank, those at either end of a line go; quoted text stays as it is.
 * The result can be split at single blanks.
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
