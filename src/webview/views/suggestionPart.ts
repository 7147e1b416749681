import type { Axis } from '../../engine/contract/filter';
import { settingText } from '../../figures/words/filterWords';
import type { PageContext } from '../context';
import { actionButton } from '../controls';
import { el } from '../element';
import { type Part, renewed } from './part';

/** The λ and r that the rates of TKRR Theorem 2 suggest, each with a button that moves its slider. */
export function suggestionPart(context: PageContext): Part {
  return renewed('suggestion', (view) => {
    const { suggested } = view.rates();
    if (suggested === undefined) return { key: '', content: () => [] };
    const { lambda, r } = suggested;
    const values: readonly (readonly [Axis, number])[] = [
      ['lambda', lambda],
      ['r', Math.min(r, view.facts.rank)],
    ];
    const content = () => [
      el('h2', {}, 'Suggested by the rates'),
      el(
        'p',
        { class: 'say' },
        'Theorem 2 gives how λ and r should change with the number of rows, up to constants, taken as 1 here: a starting point, not a choice by error.',
      ),
      ...values.map(([axis, value]) => {
        const text = settingText(axis, value);
        const movable = context.set !== undefined && view.run.axes.includes(axis);
        const button = actionButton(
          `Move the slider to ${text}`,
          'secondary',
          `Shows every figure at ${text}; the fit stays`,
          () => context.set?.({ [axis]: value }),
        );
        return el('p', { class: 'setting' }, movable ? button.element : el('span', {}, text));
      }),
    ];
    return { key: `${lambda} ${r} ${view.run.axes.join()}`, content };
  });
}
