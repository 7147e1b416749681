import { runsTable } from '../../figures/compare/tables';
import { comparisonBasis, comparisonLead } from '../../figures/compare/words';
import { beforeAfter } from '../../figures/improve/beforeAfter';
import type { RunView } from '../../figures/view/view';
import type { PageContext } from '../context';
import { actionButton } from '../controls';
import { el, say } from '../element';
import type { Part } from '../views/part';
import { tableView } from '../views/tableView';

/** The run beside the one that it was fitted from, with the way back. Hidden if there is none. */
export function beforePart(context: PageContext): Part {
  const lead = el('p.say');
  const basis = el('p.note');
  const table = el('div.scroll');
  const element = el(
    'section.before',
    { 'aria-label': 'Before and after', hidden: true },
    el('div.head', el('h2', 'Before and after'), undoButton(context)),
    lead,
    table,
    basis,
  );
  let shown: unknown;
  return {
    element,
    update({ run }: RunView) {
      const before = context.beside?.before;
      element.hidden = before === undefined;
      if (before === undefined || shown === before) return;
      shown = before;
      const comparison = beforeAfter(before, run);
      say(lead, comparisonLead(comparison));
      say(basis, comparisonBasis(comparison));
      table.replaceChildren(tableView(runsTable(comparison), () => {}));
    },
  };
}

/** The way back to the run before. */
export const undoButton = ({ post }: PageContext): HTMLElement =>
  actionButton('Undo', 'secondary', 'Show the previous run; this one stays in the history', () =>
    post({ type: 'showBefore' }),
  ).element;
