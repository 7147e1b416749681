import { csvCell } from '../engine/contract/csvCell';
import { NARROW } from '../engine/words/numbers';
import type { TableSpec } from './tableSpec';

/** What the columns of a table without headings hold. */
const UNHEADED = ['name', 'value', 'note'];

/** A table as CSV (RFC 4180), as it is shown; a cell of a numeric column that is a number is written as one. */
export function tableCsv({ columns, rows }: TableSpec): string {
  const headed = columns.some(({ title }) => title !== '');
  const head = columns.map(({ title }, j) => (headed ? title : (UNHEADED[j] ?? '')));
  const body = rows.map(({ cells }) => cells.map((cell, j) => (columns[j].numeric ? numberIn(cell) : cell)));
  return [head, ...body].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

const POWER = /^(.*)×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)$/;
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** "−1,234.5" as −1234.5, "4.0 × 10⁻⁶" as 0.000004; other text as it is. */
function numberIn(text: string): string | number {
  const plain = text
    .replaceAll(NARROW, '')
    .replaceAll(',', '')
    .replace('\u2212', '-')
    .replace(POWER, (_, mantissa: string, raised: string) => `${mantissa}e${exponentOf(raised)}`);
  const number = Number(plain);
  return plain.trim() !== '' && Number.isFinite(number) ? number : text;
}

const exponentOf = (raised: string): string =>
  Array.from(raised, (sign) => (sign === '⁻' ? '-' : RAISED.indexOf(sign))).join('');
