import type { TableSpec } from '../../figures/tableSpec';
import { el, explains, lineLink } from '../element';

/** Rows of the file that can be chosen by a box in front of them. */
export interface PickRows {
  isChosen(row: number): boolean;
  toggled(row: number, chosen: boolean): void;
}

interface TableExtras {
  /** The contents of a row's first cell, in place of its text. */
  readonly head?: (row: number) => readonly (Node | string)[];
  readonly pick?: PickRows;
  /** True if the headings are columns of the file, which no glossary contains. */
  readonly ofFile?: boolean;
}

/**
 * A table of words and numbers. Numbers are right-aligned; a row that belongs to a line of the file opens it by its
 * first cell.
 */
export function tableView(
  table: TableSpec,
  openLine: (line: number) => void,
  caption: 'shown' | 'spoken' = 'spoken',
  { head, pick, ofFile = false }: TableExtras = {},
): HTMLTableElement {
  const side = (index: number) => (table.columns[index]?.numeric ? undefined : 'words');
  const rows = table.rows.map(({ cells, line, row: ofFile }, row) =>
    el(
      'tr',
      pick && ofFile !== undefined ? { 'data-row': ofFile } : {},
      pick && el('td.row-pick', ofFile !== undefined && pickBox(ofFile, pick)),
      ...cells.map((text, index) => {
        if (index > 0) return el('td', { class: side(index) }, text);
        return el(
          'th',
          { scope: 'row', class: side(index) },
          ...(head?.(row) ?? [line === undefined ? text : lineLink(text, line, openLine)]),
        );
      }),
    ),
  );
  const headed = table.columns.some((column) => column.title !== '');
  return el(
    'table',
    el('caption', { class: caption === 'spoken' ? 'unseen' : undefined }, table.title),
    headed &&
      el(
        'thead',
        el(
          'tr',
          pick && el('td.row-pick'),
          ...table.columns.map(({ title }, i) =>
            title === ''
              ? el('td', { class: side(i) })
              : el('th', { scope: 'col', class: side(i) }, ofFile ? title : word(title)),
          ),
        ),
      ),
    el('tbody', ...rows),
  );
}

const word = (title: string) => explains(el('span', title), title);

function pickBox(row: number, { isChosen, toggled }: PickRows): HTMLInputElement {
  const box = el('input', { type: 'checkbox', 'aria-label': `Row ${row} chosen` });
  box.checked = isChosen(row);
  box.addEventListener('change', () => toggled(row, box.checked));
  return box;
}
