import { type Overview, overviewOf, type ParameterRow } from '../../engine/figures/overview';
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
  const opened = { now: false };
  const parameters = renewed('parameters', () => parameterTable(overview.parameters, opened));

  const notes = callouts(() => overview.notes);
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
      figures.update(figuresFor('overview', view));
    },
    destroy: () => figures.destroy(),
  };
}

/** What was chosen or set, in a table; what stands at its default, folded away below it. */
function parameterTable(all: readonly ParameterRow[], opened: { now: boolean }) {
  const content = () => {
    const defaults = all.filter(({ rule }) => rule === 'default');
    const chosen = all.filter(({ rule }) => rule !== 'default');
    const summary =
      defaults.length === 1 ? '1 parameter at its default' : `${defaults.length} parameters at their defaults`;
    const folded = el('details', { open: opened.now }, el('summary', {}, summary), rowsTable(defaults, summary, false));
    folded.addEventListener('toggle', () => {
      opened.now = folded.open;
    });
    return [rowsTable(chosen, 'Parameters', true), ...(defaults.length > 0 ? [folded] : [])];
  };
  return { key: all.map((row) => Object.values(row).join('\t')).join('\n'), content };
}

function rowsTable(rows: readonly ParameterRow[], caption: string, ruled: boolean): HTMLTableElement {
  const heading = (text: string, words: boolean) =>
    el('th', { scope: 'col', class: words ? 'words' : undefined }, text);
  return el(
    'table',
    {},
    el('caption', { class: 'unseen' }, caption),
    ruled &&
      el('thead', {}, el('tr', {}, heading('Parameter', true), heading('Value', false), heading('Chosen by', true))),
    el(
      'tbody',
      {},
      ...rows.map(({ name, value, rule }) =>
        el(
          'tr',
          {},
          el('th', { scope: 'row', class: 'words' }, name),
          el('td', {}, value),
          ruled && el('td', { class: 'words muted rule', title: rule }, rule),
        ),
      ),
    ),
  );
}
