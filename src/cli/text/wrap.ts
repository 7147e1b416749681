import { displayWidth, graphemes } from './displayWidth';

/** Lines of at most `width` cells, broken at blanks, and within a word where it alone is wider. `first`: cells of the first line. */
export function wrapLines(text: string, width: number, first = width): string[] {
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(' ').flatMap((word) => pieces(word, Math.min(width, first)))) {
    if (line === undefined) line = word;
    else if (displayWidth(line) + 1 + displayWidth(word) <= (lines.length === 0 ? first : width)) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line ?? ''];
}

/** A text in parts of at most `width` cells, between whole characters. */
export function pieces(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text];
  const parts = [''];
  for (const grapheme of graphemes(text)) {
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
