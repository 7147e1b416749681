import type { ColumnSummary, Inspection } from '../../engine/contract/data';
import { count, short } from '../../engine/words/numbers';
import { fileSize } from '../../engine/words/quantities';
import { counted } from '../../engine/words/sentence';
import { dialectWords } from '../forms/readFields';
import { describeColumn } from '../picks/columnText';

const WIDEST_NAME = 40;
const WIDEST_CELL = 24;
const LEVELS = 6;

/** The data report as text with aligned columns: what the file is, what each column holds, what a fit would leave out. */
export function inspectionText(inspection: Inspection): string {
  const { file, rows, columns, dialect, notes, defaultTarget } = inspection;
  const target = defaultTarget === undefined ? undefined : columns[defaultTarget].name;
  const parts = [
    file.name,
    '='.repeat([...file.name].length),
    `${counted(rows, 'row')}, ${counted(columns.length, 'column')}, ${fileSize(file.bytes)}`,
    `Read with ${dialectWords(dialect).join(', ')}.`,
    target === undefined
      ? 'No column can be a target as it stands.'
      : `A fit predicts ${target} unless you choose another.`,
    '',
    ...notes.map(({ severity, text }) => `${severity === 'warning' ? '!' : '·'} ${text}`),
    ...(notes.length > 0 ? [''] : []),
    'Columns',
    '-------',
    ...table(
      ['', 'name', 'kind', 'values', 'missing', 'distinct', 'least', 'mean', 'greatest', 'remarks'],
      columns.map((column) => columnRow(column, target)),
      new Set([0, 3, 4, 5, 6, 7, 8]),
    ),
    '',
    ...previewLines(inspection),
    'Something read wrongly? Run "Kernelscope/Data: Change How the Data Are Read…".',
  ];
  return `${parts.join('\n')}\n`;
}

function previewLines({ columns, preview }: Inspection): string[] {
  if (preview.length === 0) return [];
  const title = `First ${counted(preview.length, 'row')}`;
  const lines = table(
    columns.map(({ name }) => clip(name, WIDEST_CELL)),
    preview.map((cells) => columns.map((_, i) => clip(cells[i] ?? '', WIDEST_CELL))),
    new Set(columns.flatMap(({ kind }, i) => (kind === 'number' ? [i] : []))),
  );
  return [title, '-'.repeat(title.length), ...lines, ''];
}

function columnRow(column: ColumnSummary, target: string | undefined): string[] {
  const { numeric, kind } = column;
  const stat = (x: number | undefined) => (x === undefined || kind === 'date' || kind === 'boolean' ? '' : short(x));
  return [
    String(column.index + 1),
    clip(column.name, WIDEST_NAME),
    kind,
    count(column.count),
    column.missing === 0 ? '' : count(column.missing),
    `${column.distinctCapped ? '≥ ' : ''}${count(column.distinct)}`,
    stat(numeric?.min),
    stat(numeric?.mean),
    stat(numeric?.max),
    remarks(column, target),
  ];
}

function remarks(column: ColumnSummary, target: string | undefined): string {
  const { kind, levels = [], missingTokens, usable, reason } = column;
  const parts = [
    column.name === target ? 'proposed target' : usable ? '' : `left out: ${reason}`,
    kind === 'date' ? describeColumn(column).split(' · ')[1] : '',
    levels
      .slice(0, LEVELS)
      .map(({ label, count: n }) => `${clip(label, WIDEST_CELL)} (${count(n)})`)
      .join(', ') + (levels.length > LEVELS ? ', …' : ''),
    missingTokens.length === 0
      ? ''
      : `missing: ${missingTokens.map(({ token, count: n }) => `${token === '' ? 'empty' : token} (${count(n)})`).join(', ')}`,
  ];
  return parts.filter(Boolean).join('; ');
}

/** Cells padded to common widths; `right` names the columns that stand flush right. */
function table(head: readonly string[], rows: readonly (readonly string[])[], right: ReadonlySet<number>): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, i) => all.reduce((widest, row) => Math.max(widest, width(row[i])), 0));
  return all.map((row) =>
    row
      .map((cell, i) => {
        const blanks = ' '.repeat(widths[i] - width(cell));
        return right.has(i) ? blanks + cell : cell + blanks;
      })
      .join('  ')
      .trimEnd(),
  );
}

const width = (text: string): number => [...text].length;

function clip(text: string, widest: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return width(line) <= widest ? line : `${[...line].slice(0, widest - 1).join('')}…`;
}
