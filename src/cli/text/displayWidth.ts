import { eastAsianWidth } from 'get-east-asian-width';

const segmenter = new Intl.Segmenter();
const ASCII = /^[\x20-\x7e]*$/;
/** Marks and format characters by themselves take no cell. */
const WITHOUT_CELL = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;

/** The characters of a text, as a reader sees them. */
export const graphemes = (text: string): string[] =>
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
