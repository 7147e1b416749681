import type { DesignOptions } from '../../engine/contract/data';
import { countLeftOut } from '../../engine/words/rowRanges';
import { counted, told } from '../../engine/words/sentence';
import type { PageContext } from '../context';
import { actionButton } from '../controls';
import { el, say } from '../element';

/** The way back from a fit without some rows, where there is no error to set beside that of the fit before. */
export function undoPart(context: PageContext, { without }: Pick<DesignOptions, 'without'>): HTMLElement {
  const words = el('p', { class: 'say' });
  say(words, told`Fitted without **${counted(countLeftOut(without), 'row')}**.`);
  const undo = actionButton('Undo', 'secondary', 'Show the previous run; this one stays in the history', () =>
    context.post({ type: 'showBefore' }),
  );
  return el('section', { class: 'undo', 'aria-label': 'Rows left out' }, words, undo.element);
}
