import { type Overview, overviewOf } from '../../engine/figures/overview';
import type { PageContext } from '../context';
import { el, say } from '../element';
import { callouts } from './callouts';
import { FigureGrid, figuresFor } from './figureGrid';
import { KeyNumberView } from './keyNumberView';
import { type Part, renewed } from './part';

/** What was found, how sure, with which parameters, and the four figures that say why. */
export function overviewTab(context: PageContext): Part {
  const lead = el('p', { class: 'lead' });
  const numbers = el('dl', { class: 'stats' });
  const views: KeyNumberView[] = [];
  // Derived once for each view: the intervals in it are a small bootstrap.
  let overview: Overview;
  const parameters = renewed('parameters', () => parameterTable(overview));
  const notes = callouts(() => overview.notes);
  const summary = el('section', { class: 'summary', 'aria-label': 'Summary' }, lead, numbers);
  const first = el('div', { class: 'first' }, summary, parameters.element, notes.element);
  const element = el('div', { class: 'grid overview' }, first);
  const figures = new FigureGrid(element, context, () => 'half');
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
      figures.update(figuresFor('overview', view));
      // Read in this order: the findings come before the figures.
      if (element.firstElementChild !== first) element.prepend(first);
    },
    destroy: () => figures.destroy(),
  };
}

function parameterTable({ parameters: rows }: Overview) {
  const content = () => [
    el(
      'table',
      {},
      el('caption', { class: 'unseen' }, 'Parameters'),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          el('th', { scope: 'col', class: 'words' }, 'Parameter'),
          el('th', { scope: 'col' }, 'Value'),
          el('th', { scope: 'col', class: 'words' }, 'Chosen by'),
        ),
      ),
      el(
        'tbody',
        {},
        ...rows.map(({ name, value, rule }) =>
          el(
            'tr',
            {},
            el('th', { scope: 'row', class: 'words' }, name),
            el('td', {}, value),
            el('td', { class: 'words muted rule', title: rule }, rule),
          ),
        ),
      ),
    ),
  ];
  return { key: rows.map((row) => Object.values(row).join('\t')).join('\n'), content };
}
