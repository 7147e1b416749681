import { count, percent } from '../../engine/words/numbers';
import { type ComponentsView, ERROR_AXIS } from '../../figures/components/view';
import type { PageContext } from '../context';
import { labelled } from '../controls';
import { el } from '../element';
import type { Part } from './part';

interface Choice {
  readonly value: number;
  readonly text: string;
}

/** A select with its label, whose choices may change. */
class Picker {
  readonly element: HTMLElement;
  private readonly select: HTMLSelectElement;
  private choices: readonly Choice[] = [];

  constructor(id: string, label: string, changed: (value: number) => void) {
    this.select = el('select', { id });
    this.select.addEventListener('change', () => changed(this.choices[this.select.selectedIndex].value));
    this.element = labelled(label, this.select);
  }

  show(choices: readonly Choice[], value: number): void {
    if (choices.length !== this.choices.length || choices.some((c, i) => c.text !== this.choices[i].text))
      this.select.replaceChildren(...choices.map(({ text }) => el('option', text)));
    this.choices = choices;
    this.select.selectedIndex = choices.findIndex((choice) => choice.value === value);
  }
}

/** Which components the score plot is over, and which column colours it. */
export function scorePickers(context: PageContext): Part<ComponentsView> {
  let view: ComponentsView | undefined;
  const setOptions = context.setComponentsOptions ?? (() => {});
  // The same component on both axes would be a line: the other axis takes the one that it left.
  const across = new Picker('scores-x', 'Across', (x) => {
    const [, y] = view?.pair ?? [1, 2];
    setOptions({ pair: x === y ? [x, view?.pair[0] ?? 1] : [x, y] });
  });
  const up = new Picker('scores-y', 'Up', (y) => {
    const [x] = view?.pair ?? [1, 2];
    setOptions({ pair: x === y ? [view?.pair[1] || otherThan(y), y] : [x, y] });
  });
  const colour = new Picker('scores-colour', 'Colour', (index) => setOptions({ colour: index }));
  const element = el('div.range.pickers.figures-above', across.element, up.element, colour.element);
  return {
    element,
    update(now) {
      view = now;
      const { share, l } = now.facts;
      const components = Array.from({ length: l }, (_, i) => ({
        value: i + 1,
        text: `component ${i + 1} (${percent(share[i])})`,
      }));
      across.show(components, now.pair[0]);
      up.show([...components, { value: ERROR_AXIS, text: 'reconstruction error' }], now.pair[1]);
      const columns = now.run.components.colours.map(({ column }, value) => ({ value, text: column }));
      colour.show([{ value: -1, text: 'nothing' }, ...columns], now.colour);
    },
  };
}

const otherThan = (component: number): number => (component === 1 ? 2 : 1);

/** At how many components forms are compared by their cost. */
export function comparisonPicker(context: PageContext): Part<ComponentsView> {
  const at = new Picker('compared-at', 'Forms compared at', (value) => context.setComponentsOptions?.({ at: value }));
  const element = el('div.range.pickers.figures-above', at.element);
  return {
    element,
    update({ counts, at: shown, run }) {
      element.hidden = counts.length < 2 || run.components.reconstruction.length < 2;
      at.show(
        counts.map((value) => ({ value, text: `${count(value)} component${value === 1 ? '' : 's'}` })),
        shown,
      );
    },
  };
}
