import type { FigureSpec } from '../../engine/contract/figure';
import type { Overview } from '../../figures/spectral/overview';
import type { PageContext } from '../context';
import { el, say } from '../element';
import { callouts } from './callouts';
import { FigureGrid } from './figureGrid';
import { KeyNumberView } from './keyNumberView';
import { parameterTable } from './parameterTable';
import { type Part, renewed } from './part';

/** What was found, how sure, with which parameters, and the four figures that say why. */
export function overviewTab<V>(
  context: PageContext,
  overviewOf: (view: V) => Overview,
  figuresOf: (view: V) => readonly FigureSpec[],
): Part<V> {
  const lead = el('p', { class: 'lead' });
  const numbers = el('dl', { class: 'stats' });
  const views: KeyNumberView[] = [];
  // Derived once for each view: the intervals in it are a small bootstrap.
  let overview: Overview;
  const opened = { now: false };
  const parameters = renewed<V>('parameters', () => parameterTable(overview.parameters, opened));

  const notes = callouts<V>(() => overview.notes);
  const summary = el('section', { class: 'summary', 'aria-label': 'Summary' }, lead, numbers);
  const first = el('div', { class: 'first' }, summary, parameters.element, notes.element);
  const element = el('div', { class: 'grid overview' }, first);
  const figures = new FigureGrid(element, context, () => 'half', first);
  return {
    element,
    update(view) {
      overview = overviewOf(view);
      const { lead: finding, numbers: values } = overview;
      say(lead, finding);
      while (views.length < values.length) {
        const stat = new KeyNumberView();
        views.push(stat);
        numbers.append(stat.element);
      }
      values.forEach((value, i) => {
        views[i].update(value);
      });
      parameters.update(view);
      notes.update(view);
      figures.update(figuresOf(view));
    },
    destroy: () => figures.destroy(),
  };
}
