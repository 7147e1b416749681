import type { Axis } from '../../engine/contract/filter';
import { count, fixed, plain } from '../../engine/words/numbers';
import { type Overview, overviewOf } from '../../figures/fit/overview';
import { filterTable, ratesTable, spectrumTable } from '../../figures/fit/tables';
import { coverageLanes } from '../../figures/lanes/coverage';
import { nextSteps } from '../../figures/next/nextSteps';
import { mapPair, mapPairs } from '../../figures/spectral/riskMap';
import { whatIfOf } from '../../figures/spectral/whatIf';
import { figureMakers, overviewFigures } from '../../figures/tabs';
import type { RunView, WhatIf } from '../../figures/view/view';
import { viewNotes } from '../../figures/view/viewNotes';
import { settingText, signOf } from '../../figures/words/filterWords';
import type { PageContext } from '../context';
import { actionButton, nameList } from '../controls';
import { el, setText } from '../element';
import { NumberField } from '../live/numberField';
import { callouts } from './calloutsPart';
import { columnsTab } from './columnsTab';
import { dataTab } from './dataTab';
import { figuresTab } from './figureGrid';
import { overviewTab } from './overviewTab';
import { type Part, renewed, tablePart } from './part';
import { regimeView } from './regimeView';
import { rowsTab } from './rowsTab';
import type { Tab } from './runTabs';

/** The tabs of a fit to a target. */
export type FitTab = Exclude<Tab, 'scores' | 'reconstruction' | 'outliers'>;

/** The contents of each tab. */
export function tabPart(tab: FitTab, context: PageContext): Part {
  const figures = (view: RunView) => figureMakers(tab, view);
  switch (tab) {
    case 'overview':
      return overviewTab(context, overviewShown, overviewFigures, nextSteps);
    case 'spectrum':
      return figuresTab(figures, context, [
        rangePart(context, 'spectrum'),
        tablePart(context, spectrumTable),
        tablePart(context, filterTable),
        callouts(notesOn('spectrum/')),
      ]);
    case 'alignment':
      return figuresTab(figures, context, [
        rangePart(context, 'alignment'),
        regimeView(),
        tablePart(context, ratesTable),
        suggestionPart(context),
      ]);
    case 'risk':
      return figuresTab(
        figures,
        context,
        [whatIfPart(context), callouts(notesOn('lambda/', 'filter/', 'noise/', 'length-scale/'))],
        [pairPart(context)],
      );
    case 'rows':
      return rowsTab(context);
    case 'columns':
      return columnsTab(context);
    case 'data':
      return dataTab(context, overviewOf);
  }
}

/**
 * Codes of notes shown in the tabs of the spectrum and the risk: on the first screen there is nothing to decide about
 * them.
 */
const TOLD_IN_TABS: ReadonlySet<string> = new Set([
  'lambda/gcv-disagrees',
  'lambda/interpolates',
  'lambda/below-rounding',
  'spectrum/rank',
  'length-scale/sample',
]);

/**
 * The overview without notes that are shown elsewhere: rows outside their intervals are shown by their figure, if there
 * is one.
 */
function overviewShown(view: RunView): Overview {
  const overview = overviewOf(view);
  // In runs of earlier versions this is a note.
  const drawn = coverageLanes(view) !== undefined;
  const told = (code: string) => TOLD_IN_TABS.has(code) || (drawn && code === 'interval/misses');
  return { ...overview, notes: overview.notes.filter(({ code }) => !told(code)) };
}

/** The overview's notes whose codes begin with one of these, for the place beside their figures. */
function notesOn(...topics: readonly string[]) {
  return (view: RunView) => viewNotes(view).filter(({ code }) => topics.some((topic) => code.startsWith(topic)));
}

/** The picker of the two axes that the maps are over, when the filter has three. */
function pairPart(context: PageContext): Part {
  return renewed('range figures-above', (view) => {
    const pairs = mapPairs(view);
    const chosen = mapPair(view);
    if (pairs.length < 2 || chosen === undefined) return { key: '', content: () => [] };
    const name = ([x, y]: readonly [Axis, Axis]) => `${signOf(x)} and ${signOf(y)}`;
    const content = () => [
      el('label.muted', { for: 'map-axes' }, 'Maps over'),
      nameList('map-axes', pairs.map(name), pairs.indexOf(chosen), (i) => context.setOptions?.({ pair: pairs[i] })),
    ];
    return { key: name(chosen), content };
  });
}

/**
 * Two typed numbers: the range of directions on which decay and alignment are fitted. Both figures mark them with
 * rings.
 */
function rangePart(context: PageContext, place: string): Part {
  let view: RunView | undefined;
  const change = (which: 0 | 1) => (value: number) => {
    if (view === undefined) return;
    const { from, to } = view.rates();
    const range: [number, number] = which === 0 ? [value, to] : [from, value];
    if (range[0] >= 1 && range[1] > range[0] && range[1] <= view.facts.rank) context.setOptions?.({ range });
  };
  const from = new NumberField(`from-${place}`, 'first direction of the fit', true, 1, change(0), () => {});
  const to = new NumberField(`to-${place}`, 'last direction of the fit', true, 1, change(1), () => {});
  const reset = actionButton('Default range', 'secondary', 'From 1.5 % to a third of the directions', () =>
    context.setOptions?.({ range: undefined }),
  );
  const of = el('span.muted');
  const element = el(
    'div.range',
    { role: 'group', 'aria-label': 'Directions that the exponents are fitted on' },
    el('label', { for: `from-${place}` }, 'Fit the dashed power laws and their exponents on directions'),
    from.element,
    el('label', { for: `to-${place}` }, 'to'),
    to.element,
    of,
    reset.element,
  );
  return {
    element,
    update(now) {
      view = now;
      const rates = now.rates();
      from.show(rates.from);
      to.show(rates.to);
      of.textContent = `of ${count(now.facts.rank)}`;
      reset.enable(now.options.range !== undefined);
    },
  };
}

/**
 * Sliders of the what-if figures above: the noise as a multiple of the estimated one, and γ if the scores show a law.
 */
function whatIfPart(context: PageContext): Part {
  return renewed('range', (view) => {
    const asked = context.setOptions && whatIfOf(view);
    if (!asked) return { key: '', content: () => [] };
    let now: WhatIf = { sigma: asked.sigma, ...(asked.gamma !== undefined && { gamma: asked.gamma }) };
    const slider = (
      id: string,
      text: string,
      [least, most, at]: readonly number[],
      of: (v: number) => [string, WhatIf],
    ) => {
      const input = el('input', { id, type: 'range', min: least, max: most, step: 'any' });
      const shown = el('output', { for: id });
      input.value = String(at);
      const read = () => {
        const [told, whatIf] = of(Number(input.value));
        setText(shown, told);
        return whatIf;
      };
      read();
      input.addEventListener('input', () => {
        now = read();
        context.setOptions?.({ whatIf: now });
      });
      return [el('div.range', el('label', { for: id }, text), input, shown)];
    };
    const content = () => [
      ...slider('what-if-sigma', 'What if the noise were', [-1, 1, Math.log10(asked.sigma)], (v) => [
        `${plain(10 ** v, 2)} times the estimate`,
        { ...now, sigma: 10 ** v },
      ]),
      ...(asked.fitted === undefined
        ? []
        : slider('what-if-gamma', 'and γ', [0, 4, asked.gamma ?? asked.fitted], (v) => [
            fixed(v, 2),
            { ...now, gamma: v },
          ])),
    ];
    // The slider moves itself: the results are drawn elsewhere.
    return { key: String(asked.fitted ?? 'noise'), content };
  });
}

/** The λ and r that the rates of TKRR Theorem 2 suggest, each with a button that moves its slider. */
function suggestionPart(context: PageContext): Part {
  return renewed('suggestion', (view) => {
    const { suggested } = view.rates();
    if (suggested === undefined) return { key: '', content: () => [] };
    const { lambda, r } = suggested;
    const values: readonly (readonly [Axis, number])[] = [
      ['lambda', lambda],
      ['r', Math.min(r, view.facts.rank)],
    ];
    const content = () => [
      el('h2', 'Suggested by the rates'),
      el(
        'p.say',
        'Theorem 2 gives how λ and r should change with the number of rows, up to constants, taken as 1 here: a starting point, not a choice by error.',
      ),
      ...values.map(([axis, value]) => {
        const text = settingText(axis, value);
        const movable = context.set !== undefined && view.run.axes.includes(axis);
        const button = actionButton(
          `Move the slider to ${text}`,
          'secondary',
          `Shows every figure at ${text}; the fit stays`,
          () => context.set?.({ [axis]: value }),
        );
        return el('p.setting', movable ? button.element : el('span', text));
      }),
    ];
    return { key: `${lambda} ${r} ${view.run.axes.join()}`, content };
  });
}
