import type { FigureSpec, Sentence } from '../../engine/contract/figure';
import { scaleOf } from '../../figures/layout/scale';
import type { OverviewFigures } from '../../figures/tabs';
import type { PageContext } from '../context';
import { el, say, svg } from '../element';
import { FigureGrid } from './figureGrid';
import type { Part } from './part';
import type { Tab } from './runTabs';

type Reasons = ReturnType<OverviewFigures['why']>;

/**
 * Spectrum, alignment and excess risk: a line with three small curves, which unfolds to the same three figures, each a
 * link to its tab.
 */
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
  // A closed fold has no size at which to draw.
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

const WIDTH = 74;
const HEIGHT = 26;
/** Room for the width of the line. */
const EDGE = 1.5;

/** A figure's first curve without axes, and the slider's position on it. */
class Sparkline {
  private readonly line = svg('path.curve');
  private readonly at = svg('line.at', { y1: 0, y2: HEIGHT });
  readonly element = svg(
    'svg.spark',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    this.line,
    this.at,
  );

  update({ x, y, series, rules = [] }: FigureSpec): void {
    const across = scaleOf(x, EDGE, WIDTH - EDGE);
    const up = scaleOf(y, HEIGHT - EDGE, EDGE);
    const curve = series.find(({ kind, x: { length } }) => kind === 'line' && length > 2);
    const points = Array.from(curve?.x ?? [], (value, i) => [across.pixel(value), up.pixel(curve?.y[i] ?? Number.NaN)]);
    const inside = points
      .filter((point) => point.every(Number.isFinite))
      .map(([left, top]) => `${left.toFixed(1)} ${Math.min(HEIGHT, Math.max(0, top)).toFixed(1)}`);
    this.line.setAttribute('d', inside.length > 1 ? `M${inside.join('L')}` : '');
    const place = across.pixel(rules.find(({ axis, role }) => axis === 'x' && role === 'chosen')?.at ?? Number.NaN);
    this.at.toggleAttribute('hidden', !Number.isFinite(place));
    if (!Number.isFinite(place)) return;
    this.at.setAttribute('x1', place.toFixed(1));
    this.at.setAttribute('x2', place.toFixed(1));
  }
}
