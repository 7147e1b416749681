import { withoutRows } from '../../figures/components/before';
import type { ComponentsView } from '../../figures/components/view';
import type { PageContext } from '../context';
import { actionButton } from '../controls';
import { el, say } from '../element';
import type { Part } from '../views/part';

/** Components without some rows beside those of the fit before, and the way back. */
export function undoPart(context: PageContext): Part<ComponentsView> {
  const words = el('p', { class: 'say' });
  const undo = actionButton('Undo', 'secondary', 'Show the previous run; this one stays in the history', () =>
    context.post({ type: 'showBefore' }),
  );
  return {
    element: el('section', { class: 'undo', 'aria-label': 'Before and after' }, words, undo.element),
    update: (view) => say(words, withoutRows(view)),
  };
}
