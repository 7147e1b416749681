import type { Sentence } from '../../engine/contract/figure';
import type { AnyRun } from '../../engine/contract/run';
import { capitalised } from '../../engine/words/sentence';
import { approximateChip } from '../../figures/advice/approximateChip';
import type { Overview } from '../../figures/fit/overview';
import type { NextStep } from '../../figures/next/nextSteps';
import type { OverviewFigures } from '../../figures/tabs';
import type { PageContext } from '../context';
import { actionButton } from '../controls';
import { el, say } from '../element';
import { callouts, calloutsPart } from './calloutsPart';
import { FigureGrid } from './figureGrid';
import { allKernels, LanesSlot, laneChoice } from './lanesSlot';
import { type Part, renewed } from './part';
import { whyPart } from './whyPart';

/**
 * How good the fit is, from which columns, on which rows, what comes next, and why: a reader who stops anywhere has
 * read the most important part.
 */
export function overviewTab<V extends { readonly run: AnyRun }>(
  context: PageContext,
  overviewOf: (view: V) => Overview,
  figuresOf: (view: V) => OverviewFigures,
  stepsOf: (view: V) => readonly NextStep[],
): Part<V> {
  const lead = el('p.lead');
  const than = el('p.than');
  const approximate = el('p.than');
  let overview: Overview;
  // Notes that make the number doubtful stand above it, the rest below.
  const calls = calloutsPart<V>(context);
  const warnings = callouts<V>(() => overview.notes.filter(({ severity }) => severity === 'warning'));
  const notes = callouts<V>(() => overview.notes.filter(({ severity }) => severity !== 'warning'));
  const good = new LanesSlot(context, laneChoice(context));
  const columns = new LanesSlot(context, {
    takes: () => context.openTab !== undefined,
    choose: () => context.openTab?.('columns'),
    hint: 'Open Columns',
  });
  let figures: OverviewFigures;
  const kernels = allKernels<V>(context, () => figures.kernels);
  const next = nextStepsPart(context, stepsOf);
  const why = whyPart(context);
  const left = el('div.left.stack', el('div', good.element, kernels.element), columns.element);
  const rows = el('div.rows');
  const main = new FigureGrid(rows, context, () => 'half');
  const element = el(
    'div.overview',
    calls.element,
    warnings.element,
    el('section.summary', { 'aria-label': 'Summary' }, lead, than, approximate),
    context.racing,
    el('div.answer', left, rows, next.element, why.element),
    notes.element,
  );
  return {
    element,
    update(view) {
      overview = overviewOf(view);
      figures = figuresOf(view);
      sayLarge(lead, overview.lead);
      say(than, overview.than ?? []);
      than.hidden = overview.than === undefined;
      const chip = approximateChip(view.run);
      approximate.hidden = chip === undefined;
      approximate.textContent = chip ? `${capitalised(chip.text)}.` : '';
      approximate.title = chip?.why ?? '';
      calls.update(view);
      for (const part of [warnings, notes]) {
        part.update(view);
        part.element.hidden = part.element.childElementCount === 0;
      }
      good.update(figures.good);
      columns.update(figures.columns);
      kernels.update(view);
      left.hidden = [good, columns, kernels].every((part) => part.element.hidden);
      main.update(figures.main);
      next.update(view);
      if (why.element.hasAttribute('open')) why.update(figures.why());
      element.classList.toggle('plain', left.hidden);
    },
    rest: () => why.update(figures.why()),
    destroy() {
      for (const part of [good, columns, kernels, main, why]) part.destroy?.();
    },
  };
}

/** Numbers of the finding are large; a finding in words is strong, and larger than the rest. */
function sayLarge(element: Element, sentence: Sentence): void {
  say(element, sentence);
  const parts = [...element.querySelectorAll('strong')];
  const numbers = parts.map(({ textContent }) => /\d/.test(textContent));
  parts.forEach((part, i) => {
    part.classList.toggle('large', numbers[i]);
  });
  element.classList.toggle('word', !numbers.some(Boolean));
}

/** The next steps, each with its reason; empty while candidates race. */
function nextStepsPart<V>(context: PageContext, stepsOf: (view: V) => readonly NextStep[]): Part<V> {
  return renewed<V>('next', (view) => {
    const steps = stepsOf(view);
    const content = () =>
      steps.length === 0
        ? []
        : [el('h2', 'What next'), ...steps.flatMap((step) => [button(context, step), el('p.muted', step.reason)])];
    return { key: steps.map(({ kind, label, reason }) => [kind, label, reason].join()).join('\n'), content };
  });
}

function button(context: PageContext, { label, reason, act }: NextStep): HTMLElement {
  const press = () => {
    if ('change' in act) context.change?.(act.change);
    else if ('tab' in act) context.openTab?.(act.tab);
    else context.post({ type: 'command', command: act.command });
  };
  return actionButton(label, 'secondary', reason, press).element;
}
