import { displayWidth, graphemes } from './displayWidth';

/** Lines of at most `width` cells, broken at blanks, and within a word where it alone is wider. */
export function wrapLines(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((word) => pieces(word, width))) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

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

/** The same as one text, each line behind `indent` and those after the first behind `hanging`. */
export function wrapped(text: string, width: number, indent = '', hanging = indent): string {
  const [first, ...others] = wrapLines(text, width - displayWidth(hanging));
  return [`${indent}${first}\n`, ...others.map((line) => `${hanging}${line}\n`)].join('');
}
