import type { Sentence } from '../../engine/contract/figure';
import type { Overview } from '../../figures/fit/overview';
import type { NextStep } from '../../figures/next/nextSteps';
import type { OverviewFigures } from '../../figures/overviewFigures';
import type { PageContext } from '../context';
import { el, say } from '../element';
import type { Tab } from '../protocol';
import { callouts } from './callouts';
import { FigureGrid } from './figureGrid';
import { KeyNumberView } from './keyNumberView';
import { LanesGroup } from './lanesGroup';
import { nextStepsPart } from './nextStepsPart';
import { folded } from './parameterTable';
import { type Part, renewed } from './part';

/** What was found, compared with what, how sure, the fit itself; then the parameters, folded, and why. */
export function overviewTab<V>(
  context: PageContext,
  overviewOf: (view: V) => Overview,
  figuresOf: (view: V) => OverviewFigures,
  stepsOf: (view: V) => readonly NextStep[],
): Part<V> {
  const lead = el('p', { class: 'lead' });
  const than = el('p', { class: 'than' });
  const numbers = el('dl', { class: 'stats' });
  const stats: KeyNumberView[] = [];
  // Derived once for each view: the intervals in it are a small bootstrap.
  let overview: Overview;
  const opened = { now: false, defaults: { now: false } };
  const parameters = renewed<V>('parameters', () => folded(overview.parameters, opened, numbers));
  // What there is to decide stands before the figures, the rest behind.
  const warnings = callouts<V>(() => overview.notes.filter(({ severity }) => severity === 'warning'));
  const notes = callouts<V>(() => overview.notes.filter(({ severity }) => severity !== 'warning'));
  const summary = el('section', { class: 'summary', 'aria-label': 'Summary' }, lead, than);
  const lanes = new LanesGroup(context);
  const next = nextStepsPart(context, stepsOf);
  const left = el('div', { class: 'left stack' }, lanes.element);
  const right = el('div', { class: 'right stack' });
  const why = el('div', { class: 'why' });
  const element = el(
    'div',
    { class: 'overview' },
    summary,
    next.element,
    warnings.element,
    el('div', { class: 'grid screen' }, left, right, parameters.element, why),
    notes.element,
  );
  const beside = new FigureGrid(left, context, () => 'half', { after: lanes.element });
  const main = new FigureGrid(right, context, () => 'half');
  const tabs = new Map<string, Tab>();
  const open = ({ id }: { readonly id: string }) => context.openTab?.(tabs.get(id) ?? 'overview');
  const reasons = new FigureGrid(why, context, () => 'small', context.openTab && { open });
  return {
    element,
    update(view) {
      overview = overviewOf(view);
      const figures = figuresOf(view);
      sayLarge(lead, overview.lead);
      say(than, overview.than ?? []);
      than.hidden = overview.than === undefined;
      while (stats.length < overview.numbers.length) {
        const stat = new KeyNumberView();
        stats.push(stat);
        numbers.append(stat.element);
      }
      overview.numbers.forEach((value, i) => {
        stats[i].update(value);
      });
      const first = figures.why.length > 0;
      element.classList.toggle('first-screen', first);
      // Of runs whose figures all stand on the first screen the numbers do too.
      if (!first && numbers.parentElement !== summary) summary.append(numbers);
      parameters.update(view);
      next.update(view);
      for (const part of [warnings, notes]) {
        part.update(view);
        part.element.hidden = part.element.childElementCount === 0;
      }
      lanes.update(figures.lanes);
      beside.update(figures.beside);
      main.update(figures.main);
      for (const { tab, figure } of figures.why) tabs.set(figure.id, tab);
      reasons.update(figures.why.map(({ figure }) => figure));
      left.hidden = figures.lanes.length + figures.beside.length === 0;
      why.hidden = !first;
    },
    destroy() {
      for (const part of [lanes, beside, main, reasons]) part.destroy();
    },
  };
}

/** Numbers of the finding stand large; a finding in words is strong alone. */
function sayLarge(element: Element, sentence: Sentence): void {
  say(element, sentence);
  for (const part of element.querySelectorAll('strong')) part.classList.toggle('large', /\d/.test(part.textContent));
}
