import type { TableSpec } from '../../figures/tableSpec';
import type { RunView } from '../../figures/view/view';
import { lineOpener, type PageContext } from '../context';
import { el } from '../element';
import { tableView } from './tableView';

/**
 * A piece of a tab. Built once for a run, then updated with every new view V of it; `destroy` is called when the tab
 * goes away.
 */
export interface Part<V = RunView> {
  readonly element: HTMLElement;
  update(view: V): void;
  /**
   * Draws parts that nobody reads while a slider moves and that take too long for one step: once it rests, and when the
   * tab opens.
   */
  rest?(view: V): void;
  destroy?(): void;
}

/** A part that is made anew only when its words change. */
export function renewed<V = RunView>(
  className: string,
  render: (view: V) => { readonly key: string; readonly content: () => Node[] },
): Part<V> {
  const element = document.createElement('div');
  element.className = className;
  let shown: string | undefined;
  return {
    element,
    update(view) {
      const { key, content } = render(view);
      if (key === shown) return;
      shown = key;
      element.replaceChildren(...content());
    },
  };
}

/** A table under its small heading. Empty if it has no rows. */
export function tablePart<V = RunView>(
  context: PageContext,
  tableOf: (view: V) => TableSpec,
  caption: 'shown' | 'spoken' = 'shown',
): Part<V> {
  return renewed<V>('facts', (view) => {
    const table = tableOf(view);
    const key = [table.title, ...table.rows.map((row) => row.cells.join('\t'))].join('\n');
    const content = () =>
      table.rows.length === 0 ? [] : [el('div.scroll', tableView(table, lineOpener(context), caption))];
    return { key, content };
  });
}
