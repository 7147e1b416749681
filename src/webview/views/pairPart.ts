import type { Axis } from '../../engine/contract/filter';
import { mapPair, mapPairs } from '../../figures/spectral/riskMap';
import { signOf } from '../../figures/words/filterWords';
import type { PageContext } from '../context';
import { el } from '../element';
import { type Part, renewed } from './part';
import { nameList } from './picker';

/** Which two axes the maps are over, when the filter has three. */
export function pairPart(context: PageContext): Part {
  return renewed('range figures-above', (view) => {
    const pairs = mapPairs(view);
    const chosen = mapPair(view);
    if (pairs.length < 2 || chosen === undefined) return { key: '', content: () => [] };
    const name = ([x, y]: readonly [Axis, Axis]) => `${signOf(x)} and ${signOf(y)}`;
    const content = () => [
      el('label', { for: 'map-axes', class: 'muted' }, 'Maps over'),
      nameList('map-axes', pairs.map(name), pairs.indexOf(chosen), (i) => context.setOptions?.({ pair: pairs[i] })),
    ];
    return { key: name(chosen), content };
  });
}
