import { cutSentence } from '../../engine/contract/cut';
import { printable, textTable } from '../textTable';
import { wrapped } from './wrap';

/** A part of the output of a command; the lengths of its lines are decided when the terminal is known. */
export type TextPart =
  /** Sentences, in lines of a comfortable length. `mark`: the text before them. */
  | { readonly prose: string; readonly mark?: string; readonly indent?: string }
  /** One line if nobody looks. */
  | { readonly line: string; readonly indent?: string }
  /** `right`: right-aligned columns. */
  | { readonly rows: readonly (readonly string[])[]; readonly right?: readonly number[] };

/** The longest line of sentences, in cells. */
const PROSE = 100;

/**
 * Groups of parts with an empty line between them, in lines of at most `columns` cells. A terminal obeys no part of the
 * text.
 */
export function printed(groups: readonly (readonly TextPart[])[], columns = Number.POSITIVE_INFINITY): string {
  const texts = groups.map((parts) => parts.map((part) => laidOut(part, columns)).join(''));
  return texts.filter((text) => text !== '').join('\n');
}

function laidOut(part: TextPart, columns: number): string {
  if ('rows' in part) return textTable(part.rows, part.right, columns);
  const { indent = '' } = part;
  if ('line' in part) return wrapped(plain(part.line), columns, indent, `${indent}  `);
  const { prose, mark = '' } = part;
  const hanging = `${indent}${' '.repeat(Math.min(2, mark.length))}`;
  return wrapped(plain(`${mark}${prose}`), Math.min(PROSE, columns), indent, hanging);
}

/** Names and cells of a file may have any length. */
const plain = (text: string): string => printable(cutSentence(text).replaceAll('\u202f', ' '));
