import { characterCode } from '../engine/words/characterCode';

/** Rows as aligned text columns, two blanks between them; the last column is not padded. `right` names right-aligned columns. */
export function textTable(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = rows[0]?.map((_, j) => Math.max(...rows.map((row) => row[j].length))) ?? [];
  const line = (row: readonly string[]) =>
    row
      .map((cell, j) => (right.includes(j) ? cell.padStart(widths[j]) : cell.padEnd(widths[j])))
      .join('  ')
      .trimEnd();
  return rows.map((row) => `  ${line(row)}\n`).join('');
}

/** What a terminal must not obey and a person could not see: control, direction and zero-width characters become visible. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, characterCode);
}
