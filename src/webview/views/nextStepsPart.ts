import type { NextStep } from '../../figures/next/nextSteps';
import type { PageContext } from '../context';
import { actionButton } from '../controls';
import { el } from '../element';
import { type Part, renewed } from './part';

/** What to do next, as quiet buttons: the best next step is the reader's. While candidates race, how far they are. */
export function nextStepsPart<V>(context: PageContext, stepsOf: (view: V) => readonly NextStep[]): Part<V> {
  return renewed<V>('next', (view) => {
    const steps = stepsOf(view);
    const content = () =>
      steps.length === 0
        ? [context.racing ?? el('span')]
        : [el('span', { class: 'muted' }, 'Next'), ...steps.map((step) => button(context, step))];
    return { key: steps.map(({ kind, label, why }) => [kind, label, why].join()).join('\n'), content };
  });
}

function button(context: PageContext, { label, why, act }: NextStep): HTMLElement {
  const press = () => {
    if ('change' in act) context.change?.(act.change);
    else if ('tab' in act) context.openTab?.(act.tab);
    else context.post({ type: 'command', command: act.command });
  };
  return actionButton(label, 'secondary', why, press).element;
}
