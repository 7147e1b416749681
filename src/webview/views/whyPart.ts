import type { Sentence } from '../../engine/contract/figure';
import type { OverviewFigures } from '../../figures/tabs';
import type { PageContext } from '../context';
import { el, say } from '../element';
import type { Tab } from '../protocol';
import { FigureGrid } from './figureGrid';
import type { Part } from './part';
import { Sparkline } from './sparkline';

type Reasons = ReturnType<OverviewFigures['why']>;

/** Spectrum, alignment and excess risk: a line with three small curves, which unfolds to the same three figures, each a way to its tab. */
export function whyPart(context: PageContext): Part<Reasons> {
  const words = el('span.muted');
  const sparks = el('span.sparks');
  const curves = new Map<Tab, Sparkline>();
  const figures = el('div.reasons');
  const element = el('details.why', el('summary', el('b', 'Why'), words, sparks), figures);
  const tabs = new Map<string, Tab>();
  const open = ({ id }: { readonly id: string }) => context.openTab?.(tabs.get(id) ?? 'overview');
  const grid = new FigureGrid(figures, context, () => 'small', context.openTab && { open });
  let shown: Reasons = [];
  // A closed fold has no size to draw in.
  const draw = () => element.open && grid.update(shown.map(({ figure }) => figure));
  element.addEventListener('toggle', draw);
  return {
    element,
    update(why) {
      shown = why;
      element.hidden = why.length === 0;
      say(words, begun(why.find(({ tab }) => tab === 'alignment')?.figure.sentence ?? []));
      for (const { tab, title, figure } of why) {
        tabs.set(figure.id, tab);
        const known = curves.get(tab);
        const curve = known ?? new Sparkline();
        if (!known) {
          curves.set(tab, curve);
          sparks.append(el('span', title, curve.element));
        }
        curve.update(figure);
      }
      draw();
    },
    destroy: () => grid.destroy(),
  };
}

/** A sentence up to its first pause. */
function begun(sentence: Sentence): Sentence {
  const end = sentence.findIndex(({ text }) => /[;.]/.test(text));
  if (end < 0) return sentence;
  return [...sentence.slice(0, end), { ...sentence[end], text: sentence[end].text.replace(/[;.].*/, '') }];
}
