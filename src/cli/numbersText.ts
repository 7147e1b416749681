import { csvCell } from '../engine/contract/csvCell';
import type { Reproduction } from '../engine/contract/reproduction';
import { AGREEMENT, agreement, numbersTable } from '../figures/reproductionTables';

/** Published numbers beside ours in full precision, as CSV (RFC 4180); empty where there is none. */
export function numbersCsv({ numbers }: Reproduction): string {
  const rows = numbers.map((number) => {
    const { name, published, publishedError, ours, oursError } = number;
    const { publishedBy = published === undefined ? '' : 'paper' } = number;
    const same = agreement(number);
    return [name, published, publishedError, publishedBy, ours, oursError, same && AGREEMENT[same]];
  });
  return [['name', 'published', 'published error', 'by', 'ours', 'our error', 'agrees'], ...rows]
    .map((cells) => `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`)
    .join('');
}

/** The same as a table in Markdown, rounded as it is shown elsewhere. */
export function numbersMarkdown(reproduction: Reproduction): string {
  const { columns, rows } = numbersTable(reproduction);
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  const head = line(columns.map(({ title }) => title));
  const rule = line(columns.map(({ numeric }) => (numeric ? '---:' : '---')));
  return `${head}${rule}${rows.map(({ cells }) => line(cells)).join('')}`;
}
