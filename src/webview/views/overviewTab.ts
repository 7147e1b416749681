import type { Sentence } from '../../engine/contract/figure';
import type { Overview } from '../../figures/fit/overview';
import type { Lanes } from '../../figures/lanes/lanes';
import type { NextStep } from '../../figures/next/nextSteps';
import { changeOfLane } from '../../figures/next/runChange';
import type { OverviewFigures } from '../../figures/tabs';
import type { KeyNumber, OverviewStrip } from '../../figures/view/overviewTypes';
import { stripEnds } from '../../figures/view/overviewTypes';
import type { PageContext } from '../context';
import { actionButton } from '../controls';
import { el, say, setText, svg } from '../element';
import { explains } from '../glossary/explains';
import type { Tab } from '../protocol';
import { callouts } from './callouts';
import { FigureGrid } from './figureGrid';
import { type LaneChoice, LanesView } from './lanesView';
import { folded } from './parameterTable';
import { type Part, renewed } from './part';

/** What was found, compared with what, how sure, the fit itself; then the parameters, folded, and why. */
export function overviewTab<V>(
  context: PageContext,
  overviewOf: (view: V) => Overview,
  figuresOf: (view: V) => OverviewFigures,
  stepsOf: (view: V) => readonly NextStep[],
): Part<V> {
  const lead = el('p.lead');
  const than = el('p.than');
  const numbers = el('dl.stats');
  const stats: KeyNumberView[] = [];
  // Derived once for each view: the intervals in it are a small bootstrap.
  let overview: Overview;
  const opened = { now: false, defaults: { now: false } };
  const parameters = renewed<V>('parameters', () => folded(overview.parameters, opened, numbers));
  // What there is to decide stands before the figures, the rest behind.
  const warnings = callouts<V>(() => overview.notes.filter(({ severity }) => severity === 'warning'));
  const notes = callouts<V>(() => overview.notes.filter(({ severity }) => severity !== 'warning'));
  const summary = el('section.summary', { 'aria-label': 'Summary' }, lead, than);
  const lanes = new LanesGroup(context);
  const next = nextStepsPart(context, stepsOf);
  const left = el('div.left.stack', lanes.element);
  const right = el('div.right.stack');
  const why = el('div.why');
  const element = el(
    'div.overview',
    summary,
    next.element,
    warnings.element,
    el('div.grid.screen', left, right, parameters.element, why),
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

/** What to do next, as quiet buttons: the best next step is the reader's. While candidates race, how far they are. */
function nextStepsPart<V>(context: PageContext, stepsOf: (view: V) => readonly NextStep[]): Part<V> {
  return renewed<V>('next', (view) => {
    const steps = stepsOf(view);
    const content = () =>
      steps.length === 0
        ? [context.racing ?? el('span')]
        : [el('span.muted', 'Next'), ...steps.map((step) => button(context, step))];
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

/** A large number over a strip that shows where it lies on its range and how sure it is. */
class KeyNumberView {
  readonly element: HTMLElement;
  private readonly name = el('dt');
  private readonly value = el('span.value');
  private readonly unit = el('small');
  private readonly note = el('p.sub');
  private readonly ends = [el('span'), el('span')] as const;
  private readonly interval = svg('rect.interval', { y: 4, height: 2 });
  private readonly tick = svg('rect.tick', { y: 0, width: 2, height: 10 });

  constructor() {
    const strip = svg(
      'svg.strip',
      { 'aria-hidden': 'true' },
      svg('rect.range', { x: 0, y: 4.5, width: '100%', height: 1 }),
      this.interval,
      this.tick,
    );
    const number = el('p.big', this.value, ' ', this.unit);
    this.element = el(
      'div.stat',
      this.name,
      el('dd', number, strip, el('p.ends', { 'aria-hidden': 'true' }, ...this.ends), this.note),
    );
  }

  update(number: KeyNumber): void {
    setText(this.name, number.name);
    explains(this.name, number.name);
    setText(this.value, number.value);
    setText(this.unit, number.unit);
    setText(this.note, number.note);
    if (this.note.title !== number.note) this.note.title = number.note;
    stripEnds(number).forEach((text, i) => {
      setText(this.ends[i], text);
    });
    const place = (value: number) => shareOf(number.strip, value);
    const [from, to] = number.strip.interval ?? [number.strip.at, number.strip.at];
    this.interval.setAttribute('x', `${place(from)}%`);
    this.interval.setAttribute('width', `${Math.max(0, place(to) - place(from))}%`);
    this.tick.setAttribute('x', `${place(number.strip.at)}%`);
    this.tick.setAttribute('transform', 'translate(-1 0)');
  }
}

/** Percent of the strip's width; 0 for what is not a number. */
function shareOf({ domain: [low, high] }: OverviewStrip, value: number): number {
  const share = high > low ? (value - low) / (high - low) : 0;
  return Number.isFinite(share) ? Math.round(1000 * Math.min(1, Math.max(0, share))) / 10 : 0;
}

/** Figures of lanes below each other, kept while they are there. A candidate of a race that is chosen is fitted or shown. */
class LanesGroup {
  readonly element = el('div.stack');
  private readonly views = new Map<string, LanesView>();

  constructor(private readonly context: PageContext) {}

  update(all: readonly Lanes[]): void {
    for (const [id, view] of this.views)
      if (!all.some((lanes) => lanes.id === id)) {
        view.destroy();
        view.element.remove();
        this.views.delete(id);
      }
    for (const lanes of all) {
      const known = this.views.get(lanes.id);
      if (known) known.update(lanes);
      else {
        const view = new LanesView(lanes, this.context, this.choice);
        this.views.set(lanes.id, view);
        this.element.append(view.element);
      }
    }
    this.element.hidden = all.length === 0;
  }

  destroy(): void {
    for (const view of this.views.values()) view.destroy();
  }

  private get choice(): LaneChoice | undefined {
    const { change } = this.context;
    if (change === undefined) return undefined;
    return {
      takes: ({ id, fitted }) => !fitted && changeOfLane(id) !== undefined,
      choose: (id) => {
        const wanted = changeOfLane(id);
        if (wanted) change(wanted);
      },
    };
  }
}
