import { displayWidth, graphemes } from './displayWidth';

/** Lines of at most `width` cells, broken at blanks, and within a word where it alone is wider. `first`: cells of the first line. */
export function wrapLines(text: string, width: number, first = width): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((word) => pieces(word, Math.min(width, first)))) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > (lines.length === 0 ? first : width)) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A word in parts of at most `width` cells. */
function pieces(word: string, width: number): string[] {
  if (displayWidth(word) <= width) return [word];
  const parts = [''];
  for (const grapheme of graphemes(word)) {
    const last = parts[parts.length - 1];
    if (last !== '' && displayWidth(last + grapheme) > width) parts.push(grapheme);
    else parts[parts.length - 1] = last + grapheme;
  }
  return parts;
}

/** The same as one text, the first line behind `indent` and those after it behind `hanging`. */
export function wrapped(text: string, width: number, indent = '', hanging = indent): string {
  const [first, ...others] = wrapLines(text, width - displayWidth(hanging), width - displayWidth(indent));
  return [`${indent}${first}\n`, ...others.map((line) => `${hanging}${line}\n`)].join('');
}
