import type { TableSpec } from '../../figures/tableSpec';
import { el } from '../element';

/** A table of words and numbers. Numbers stand right; a row that belongs to a line of the file opens it by its first cell. */
export function tableView(
  table: TableSpec,
  openLine: (line: number) => void,
  caption: 'shown' | 'spoken' = 'spoken',
  /** What stands in a row's first cell in place of its text. */
  head?: (row: number) => readonly (Node | string)[],
): HTMLTableElement {
  const side = (index: number) => (table.columns[index]?.numeric ? undefined : 'words');
  const rows = table.rows.map(({ cells, line }, row) =>
    el(
      'tr',
      {},
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
    {},
    el('caption', { class: caption === 'spoken' ? 'unseen' : undefined }, table.title),
    headed &&
      el(
        'thead',
        {},
        el('tr', {}, ...table.columns.map((c, i) => el('th', { scope: 'col', class: side(i) }, c.title))),
      ),
    el('tbody', {}, ...rows),
  );
}

function lineLink(text: string, line: number, openLine: (line: number) => void): HTMLButtonElement {
  const link = el('button', { class: 'link', type: 'button', title: `Open line ${line} of the file` }, text);
  link.addEventListener('click', () => openLine(line));
  return link;
}
