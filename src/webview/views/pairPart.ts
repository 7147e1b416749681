import type { Axis } from '../../engine/contract/filter';
import { mapPair, mapPairs } from '../../figures/spectral/riskMap';
import { signOf } from '../../figures/words/filterWords';
import type { PageContext } from '../context';
import { el } from '../element';
import { type Part, renewed } from './part';

/** Which two axes the maps are over, when the filter has three. */
export function pairPart(context: PageContext): Part {
  return renewed('range figures-above', (view) => {
    const pairs = mapPairs(view);
    const chosen = mapPair(view);
    if (pairs.length < 2 || chosen === undefined) return { key: '', content: () => [] };
    const name = ([x, y]: readonly [Axis, Axis]) => `${signOf(x)} and ${signOf(y)}`;
    const content = () => {
      const select = el(
        'select',
        { id: 'map-axes' },
        ...pairs.map((pair) => el('option', { selected: pair === chosen }, name(pair))),
      );
      select.addEventListener('change', () => context.setOptions?.({ pair: pairs[select.selectedIndex] }));
      return [el('label', { for: 'map-axes', class: 'muted' }, 'Maps over'), select];
    };
    return { key: name(chosen), content };
  });
}
