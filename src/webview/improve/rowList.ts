import type { TableSpec } from '../../figures/tableSpec';
import { lineOpener, type PageContext } from '../context';
import { el } from '../element';
import { type PickRows, tableView } from '../views/tableView';

/**
 * A table of rows of the file, some of which are chosen: arrows move through them, Space chooses or drops one, Enter
 * opens its line.
 */
export interface RowList {
  readonly element: HTMLElement;
  show(table: TableSpec, chosen: Set<number>): void;
}

/** `changed` is called when a row was chosen or dropped. */
export function rowList(
  context: PageContext,
  changed: (chosen: readonly number[]) => void,
  pointed: (row: number) => void = () => {},
): RowList {
  const element = el('div.scroll.row-list');
  let key = '';
  let ticked = new Set<number>();
  const pick: PickRows = {
    isChosen: (row) => ticked.has(row),
    toggled(row, on) {
      if (on) ticked.add(row);
      else ticked.delete(row);
      changed([...ticked]);
    },
  };
  // Remembered, because asking the element for it triggers a layout of the page.
  let scrolled = 0;
  element.addEventListener('scroll', () => {
    scrolled = element.scrollTop;
  });
  const rowOf = (target: EventTarget | null) => (target as Element | null)?.closest<HTMLElement>('tr[data-row]');
  element.addEventListener('focusin', ({ target }) => {
    const row = rowOf(target)?.dataset.row;
    if (row !== undefined) pointed(Number(row));
  });
  element.addEventListener('click', ({ target }) => {
    const row = rowOf(target);
    if (row && !(target as Element).closest('button, input')) row.querySelector('input')?.focus();
  });
  element.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const row = rowOf(event.target);
    if (!row) return;
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      row.querySelector<HTMLElement>('button.link')?.click();
      return event.preventDefault();
    }
    if (step === 0) return;
    const all = [...element.querySelectorAll<HTMLElement>('tr[data-row]')];
    all[all.indexOf(row) + step]?.querySelector('input')?.focus();
    event.preventDefault();
  });
  return {
    element,
    show(table, chosen) {
      ticked = chosen;
      const words = [table.title, ...table.rows.map((row) => row.cells.join('\t'))].join('\n');
      if (words !== key) {
        key = words;
        element.replaceChildren(
          ...(table.rows.length > 0 ? [tableView(table, lineOpener(context), 'spoken', { pick })] : []),
        );
        if (scrolled > 0) element.scrollTop = scrolled;
        return;
      }
      for (const row of element.querySelectorAll<HTMLElement>('tr[data-row]')) {
        const box = row.querySelector('input');
        if (box) box.checked = chosen.has(Number(row.dataset.row));
      }
    },
  };
}
