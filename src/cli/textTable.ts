import { cut } from '../engine/contract/cut';
import { characterCode } from '../engine/words/inertText';
import { displayWidth, padEnd, padStart, wrapLines } from './text/wrap';

const INDENT = '  ';
const GAP = '  ';
/** A column that is not right-aligned is not made narrower than this. */
const NARROWEST = 12;
/** The most characters of a cell: longer texts are names or cells of a file. */
const LONGEST = 400;

/**
 * Rows as aligned text columns, two blanks between them; the last column is not padded. `right` names right-aligned
 * columns. In a terminal of `columns` cells the widest columns are wrapped; if that is not enough, the table continues
 * below, with its first column again.
 */
export function textTable(
  rows: readonly (readonly string[])[],
  right: readonly number[] = [],
  columns = Number.POSITIVE_INFINITY,
): string {
  const cells = rows.map((row) => row.map((cell) => printable(cut(cell, LONGEST).replaceAll('\u202f', ' '))));
  const natural = cells[0]?.map((_, j) => Math.max(...cells.map((row) => displayWidth(row[j])))) ?? [];
  const widths = narrowed(cells, natural, right, columns);
  return blocks(widths, columns)
    .map((block) => cells.map((row) => rowLines(row, block, widths, right)).join(''))
    .join('\n');
}

/**
 * The widths reduced, the widest first, until a line fits or none can be reduced further. Numbers are not broken, their
 * headings are.
 */
function narrowed(
  cells: readonly (readonly string[])[],
  natural: readonly number[],
  right: readonly number[],
  columns: number,
): number[] {
  const widths = [...natural];
  if (lineWidth(widths) <= columns) return widths;
  const floors = widths.map((_, j) =>
    right.includes(j) ? Math.max(...cells.flatMap((row) => row[j].split(' ').map(displayWidth))) : NARROWEST,
  );
  while (lineWidth(widths) > columns) {
    const wide = widths.flatMap((width, j) => (width > floors[j] ? [j] : []));
    if (wide.length === 0) break;
    widths[wide.reduce((widest, j) => (widths[j] > widths[widest] ? j : widest))]--;
  }
  return widths;
}

const lineWidth = (widths: readonly number[]): number =>
  INDENT.length + widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);

/** Groups of columns that stand side by side; every group begins with the first column. */
function blocks(widths: readonly number[], columns: number): number[][] {
  const made: number[][] = [];
  for (let j = 1; j < widths.length; j++) {
    const last = made[made.length - 1];
    if (last && lineWidth([...last, j].map((i) => widths[i])) <= columns) last.push(j);
    else made.push([0, j]);
  }
  return made.length === 0 && widths.length > 0 ? [[0]] : made;
}

function rowLines(
  row: readonly string[],
  block: readonly number[],
  widths: readonly number[],
  right: readonly number[],
): string {
  const wrapped = block.map((j) => wrapLines(row[j], Math.max(1, widths[j])));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  const lines = Array.from({ length: height }, (_, k) =>
    block
      .map((j, i) => (right.includes(j) ? padStart : padEnd)(wrapped[i][k] ?? '', widths[j]))
      .join(GAP)
      .trimEnd(),
  );
  return lines.map((line) => `${INDENT}${line}\n`).join('');
}

/**
 * Replaces characters that a terminal must not obey and a person could not see: control, direction and zero-width
 * characters become visible.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, characterCode);
}
