import { displayWidth, graphemes } from './displayWidth';

/**
 * Lines of at most `width` cells, broken at blanks, and within a word that is wider by itself. `first`: cells of the
 * first line.
 */
export function wrapLines(text: string, width: number, first = width): string[] {
  const lines: string[] = [];
  let line: string | undefined;
  let taken = 0;
  for (const word of text.split(' ').flatMap((word) => pieces(word, Math.min(width, first)))) {
    const cells = displayWidth(word);
    if (line !== undefined && taken + 1 + cells <= (lines.length === 0 ? first : width)) {
      line += ` ${word}`;
      taken += 1 + cells;
    } else {
      if (line !== undefined) lines.push(line);
      line = word;
      taken = cells;
    }
  }
  return [...lines, line ?? ''];
}

/** A text in parts of at most `width` cells, between whole characters. */
export function pieces(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text];
  const parts: string[] = [];
  let taken = Number.POSITIVE_INFINITY;
  for (const grapheme of graphemes(text)) {
    const cells = displayWidth(grapheme);
    if (taken + cells > width) {
      parts.push(grapheme);
      taken = cells;
    } else {
      parts[parts.length - 1] += grapheme;
      taken += cells;
    }
  }
  return parts;
}

/** The same as one text, with `indent` before the first line and `hanging` before those after it. */
export function wrapped(text: string, width: number, indent = '', hanging = indent): string {
  const [first, ...others] = wrapLines(text, width - displayWidth(hanging), width - displayWidth(indent));
  return [`${indent}${first}\n`, ...others.map((line) => `${hanging}${line}\n`)].join('');
}
