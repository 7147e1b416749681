/**
 * One cell as CSV. Text that a spreadsheet would run as a formula gets a leading apostrophe, as column names come from files of unknown origin.
 * Numbers are written in full precision and stay numbers; a number that is not finite is an empty cell.
 */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
