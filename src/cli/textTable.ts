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

/** What a terminal must not obey: control characters of a cell or a column name become visible. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
