import type { ColumnSummary, Dialect, Inspection } from '../engine/contract/data';
import { count, date, plain } from '../engine/figures/numbers';
import { printable, textTable } from './textTable';

const DELIMITERS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
  ' ': 'runs of blanks',
};

/** "UTF-8, separated by semicolons, with a header, decimal comma" */
export function dialectText(dialect: Dialect): string {
  const parts = [
    dialect.compression === 'gzip' ? 'gzip' : '',
    `${dialect.encoding.toUpperCase()}${dialect.byteOrderMark ? ' with a byte-order mark' : ''}`,
    `separated by ${DELIMITERS[dialect.delimiter] ?? `'${dialect.delimiter}'`}`,
    dialect.quote === '' ? 'no quotes' : dialect.quote === '"' ? 'double quotes' : 'single quotes',
    `lines end in ${dialect.lineEnd.toUpperCase().replace(/CR(?=CR|LF)/g, 'CR ')}`,
    dialect.header ? 'with a header' : 'without a header',
    dialect.decimal === ',' ? 'decimal comma' : '',
    dialect.thousands === '' ? '' : `thousands separated by '${dialect.thousands}'`,
  ];
  return parts.filter((p) => p !== '').join(', ');
}

function rangeText(column: ColumnSummary): string {
  const { numeric, levels, kind } = column;
  if (kind === 'date' && numeric) return `${date(numeric.min)} to ${date(numeric.max)}`;
  if (numeric) return `${plain(numeric.min, 4)} to ${plain(numeric.max, 4)}`;
  if (levels === undefined) return '';
  const shown = levels.slice(0, 3).map((l) => printable(l.label));
  return `${count(column.distinct)} levels: ${shown.join(', ')}${column.distinct > shown.length ? ', …' : ''}`;
}

/** What `inspect` prints: the file, how it is written, one line a column, and the findings in words. */
export function inspectionText(inspection: Inspection): string {
  const { file, rows, columns, notes } = inspection;
  const body = columns.map((c) => [
    String(c.index + 1),
    printable(c.name),
    c.kind,
    count(c.missing),
    rangeText(c),
    c.usable ? (c.index === inspection.defaultTarget ? 'proposed as target' : '') : c.reason,
  ]);
  const table = textTable([['#', 'column', 'kind', 'missing', 'values', ''], ...body], [0, 3]);
  const said = notes.map((n) => `${n.severity === 'warning' ? '!' : '·'} ${printable(n.text)}\n`).join('');
  return `${printable(file.name)}: ${count(rows)} rows, ${count(columns.length)} columns\n${dialectText(inspection.dialect)}\n\n${table}${said === '' ? '' : `\n${said}`}`;
}
