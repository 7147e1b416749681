import { eastAsianWidth } from 'get-east-asian-width';

const segmenter = new Intl.Segmenter();
const ASCII = /^[\x20-\x7e]*$/;
/** Marks and format characters by themselves take no cell. */
const WITHOUT_CELL = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;

/** The characters of a text, as a reader sees them. */
const graphemes = (text: string): string[] =>
  ASCII.test(text) ? [...text] : Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Cells of a terminal that a text takes: two for a wide character or an emoji, none for a mark on another character. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  return graphemes(text).reduce((sum, grapheme) => sum + cells(grapheme), 0);
}

function cells(grapheme: string): number {
  if (WITHOUT_CELL.test(grapheme)) return 0;
  return EMOJI.test(grapheme) ? 2 : eastAsianWidth(grapheme.codePointAt(0) ?? 0);
}

export const padEnd = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)));

export const padStart = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - displayWidth(text))) + text;

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

/** Cells of a page of help if the width of the terminal is not known. */
export const PAGE_WIDTH = 80;

export type Definition = readonly [term: string, meaning: string];

/** The greatest width of a term with its meaning beside it. */
const WIDEST_TERM = 20;

/** Terms and their meanings, side by side; a term that is too wide for that has its own line. */
export function definitions(rows: readonly Definition[], width: number): string {
  const indent = 4 + Math.min(WIDEST_TERM, Math.max(0, ...rows.map(([term]) => displayWidth(term))));
  const hanging = ' '.repeat(indent);
  const lines = rows.map(([term, meaning]) => {
    const [first, ...others] = wrapLines(meaning, width - indent);
    const opening = displayWidth(term) <= indent - 4 ? padEnd(`  ${term}`, indent) : `  ${term}\n${hanging}`;
    return [`${opening}${first}`, ...others.map((line) => `${hanging}${line}`)].join('\n');
  });
  return lines.map((line) => `${line}\n`).join('');
}
