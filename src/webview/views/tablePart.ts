import type { TableSpec } from '../../figures/tableSpec';
import type { RunView } from '../../figures/view/view';
import { lineOpener, type PageContext } from '../context';
import { el } from '../element';
import { type Part, renewed } from './part';
import { tableView } from './tableView';

/** A table under its small heading. Nothing when it has no rows. */
export function tablePart<V = RunView>(
  context: PageContext,
  tableOf: (view: V) => TableSpec,
  caption: 'shown' | 'spoken' = 'shown',
): Part<V> {
  return renewed<V>('facts', (view) => {
    const table = tableOf(view);
    const key = [table.title, ...table.rows.map((row) => row.cells.join('\t'))].join('\n');
    const content = () =>
      table.rows.length === 0 ? [] : [el('div', { class: 'scroll' }, tableView(table, lineOpener(context), caption))];
    return { key, content };
  });
}
