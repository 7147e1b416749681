import { count } from '../../engine/words/numbers';
import type { RunView } from '../../figures/view/view';
import type { PageContext } from '../context';
import { actionButton } from '../controls';
import { el } from '../element';
import { NumberField } from '../live/numberField';
import type { Part } from './part';

/** Two typed numbers: the directions that decay and alignment are fitted on. Both figures mark them with rings. */
export function rangePart(context: PageContext, place: string): Part {
  let view: RunView | undefined;
  const change = (which: 0 | 1) => (value: number) => {
    if (view === undefined) return;
    const { from, to } = view.rates();
    const range: [number, number] = which === 0 ? [value, to] : [from, value];
    if (range[0] >= 1 && range[1] > range[0] && range[1] <= view.facts.rank) context.setOptions?.({ range });
  };
  const from = new NumberField(`from-${place}`, 'first direction of the fit', true, 1, change(0), () => {});
  const to = new NumberField(`to-${place}`, 'last direction of the fit', true, 1, change(1), () => {});
  const reset = actionButton('Default range', 'secondary', 'From 1.5 % to a third of the directions', () =>
    context.setOptions?.({ range: undefined }),
  );
  const of = el('span', { class: 'muted' });
  const element = el(
    'div',
    { class: 'range', role: 'group', 'aria-label': 'Directions that the exponents are fitted on' },
    el('label', { for: `from-${place}` }, 'Fit the dashed power laws and their exponents on directions'),
    from.element,
    el('label', { for: `to-${place}` }, 'to'),
    to.element,
    of,
    reset.element,
  );
  return {
    element,
    update(now) {
      view = now;
      const rates = now.rates();
      from.show(rates.from);
      to.show(rates.to);
      of.textContent = `of ${count(now.facts.rank)}`;
      reset.enable(now.options.range !== undefined);
    },
  };
}
