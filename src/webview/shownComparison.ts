import type { Race } from '../engine/contract/race';
import { sentence } from '../engine/words/sentence';
import { type Comparison, type ComparisonOptions, comparisonOf } from '../figures/compare/comparison';
import { comparisonFigures } from '../figures/compare/figures';
import { multiplesNote } from '../figures/compare/rows';
import { alikeText, comparisonCsv, runsTable, settingsTable } from '../figures/compare/tables';
import { apartNotes, comparisonBasis, comparisonLead, MEASURES } from '../figures/compare/words';
import type { Lane } from '../figures/lanes/lanes';
import { lanesOf } from '../figures/lanes/race';
import { plainText, spoken } from '../figures/words/describe';
import type { PictureSource } from '../figures/words/pictureWords';
import type { PageContext } from './context';
import { actionButton, labelled, nameList } from './controls';
import { el, linkButton, say, stillHead } from './element';
import { icon } from './icons';
import type { Compared } from './protocol';
import type { CompareState } from './protocol.schema';
import type { Theme } from './theme';
import { callout } from './views/calloutsPart';
import { FigureGrid } from './views/figureGrid';
import { LanesView } from './views/lanesView';
import { runKey } from './views/runKey';
import { tableView } from './views/tableView';

interface ComparePageContext extends PageContext {
  readonly rememberComparison: (state: CompareState) => void;
  /** Called when something starts that the extension will report on. */
  readonly working: (stage: string) => void;
}

/**
 * Runs side by side, and the candidates of the race behind them: which is better on the same rows, and their
 * differences.
 */
export class ShownComparison {
  readonly element: HTMLElement;
  private readonly pickers = el('span.pickers');
  private readonly lead = el('p.lead');
  private readonly basis = el('p.muted.basis');
  private readonly notes = el('div.callouts');
  private readonly runs = el('div.scroll');
  private readonly settings = el('div.scroll');
  private readonly alike = el('details.alike');
  private readonly together = el('div.grid.figures');
  private readonly multiples = el('div.multiples-head');
  private readonly each = el('div.grid.multiples');
  /** The element that shows progress while something is under way. */
  readonly progressPlace = el('div.under-way');
  private grids: readonly FigureGrid[];
  private lanes: LanesView | undefined;
  private comparison: Comparison | undefined;
  private context: ComparePageContext;
  /** The person's choices. */
  options: ComparisonOptions;

  constructor(
    private readonly compared: Compared,
    private readonly state: CompareState,
    context: ComparePageContext,
  ) {
    this.context = { ...context, source: () => this.source };
    const { baseline, target, measure } = state;
    this.options = { ...(baseline && { baseline }), ...(target && { target }), ...(measure && { measure }) };
    const { race, runs, file } = compared;
    const title = el('p', race && runs.length === 0 ? `kernels compared for ${compared.target}` : 'runs compared');
    this.element = el(
      'div.comparison',
      stillHead(file, title, this.pickers),
      el('main', this.progressPlace, race && this.raceSection(race), runs.length > 0 && this.runsSection()),
    );
    this.grids = this.freshGrids();
  }

  /** Draws; the element must be in the page. */
  mount(): void {
    this.draw();
    this.remember();
  }

  /** Charts take their colours when they are made: all are made again. */
  retheme(theme: Theme): void {
    this.context = { ...this.context, theme };
    this.destroy();
    this.together.replaceChildren();
    this.each.replaceChildren();
    this.grids = this.freshGrids();
    const { race } = this.compared;
    if (race) this.element.querySelector('section.race')?.replaceWith(this.raceSection(race));
    this.draw();
  }

  destroy(): void {
    for (const grid of this.grids) grid.destroy();
    this.lanes?.destroy();
  }

  private get source(): PictureSource {
    const { file, target } = this.compared;
    return { file, target: this.comparison?.target ?? target };
  }

  private freshGrids(): readonly FigureGrid[] {
    return [
      new FigureGrid(this.together, this.context, () => 'full'),
      new FigureGrid(this.each, this.context, () => 'half'),
    ];
  }

  /** The candidates as lanes; a candidate that was not stopped can be fitted from its lane. */
  private raceSection(race: Race): HTMLElement {
    const { fits } = this.compared;
    const takes = ({ id }: Lane) => fits.some((lane) => lane === id);
    const choose = (id: string) => {
      const lane = fits.find((one) => one === id);
      if (lane === undefined) return;
      this.context.working('starting');
      this.context.post({ type: 'fitCandidate', lane });
    };
    this.lanes = new LanesView(lanesOf(race), this.context, {
      takes,
      choose,
      hint: 'Fits it to all training rows.',
    });
    return el(
      'section.race',
      { 'aria-label': 'Candidates' },
      this.lanes.element,
      fits.length > 0 &&
        el('p.note', 'Choosing a candidate fits it to all training rows and adds it to the runs below.'),
    );
  }

  private runsSection(): HTMLElement {
    const choose = actionButton('Choose Runs…', 'secondary', 'Other runs of this file and target', () =>
      this.context.post({ type: 'chooseRuns' }),
    );
    const save = actionButton('Save Table…', 'secondary', 'The tables of runs and settings as CSV', () =>
      this.saveTable(),
    );
    return el(
      'section.runs',
      { 'aria-label': 'Runs' },
      this.lead,
      this.basis,
      el('div.actions', choose.element, save.element),
      this.notes,
      this.runs,
      this.settings,
      this.alike,
      this.together,
      this.multiples,
      this.each,
    );
  }

  private draw(): void {
    const { runs } = this.compared;
    if (runs.length === 0) return;
    const comparison = comparisonOf(runs, this.options);
    this.comparison = comparison;
    const several = runs.length > 1;
    say(this.lead, several ? comparisonLead(comparison) : sentence('One run so far: ', runs[0].name, '.'));
    say(
      this.basis,
      several ? comparisonBasis(comparison) : sentence('Fit another candidate, or choose runs, to compare.'),
    );
    this.notes.replaceChildren(
      ...apartNotes(comparison).map((text) => callout({ severity: 'info', code: 'compare/apart', text })),
    );
    this.runs.replaceChildren(
      tableView(runsTable(comparison), () => {}, 'spoken', { head: (row) => this.runHead(comparison, row) }),
    );
    const { table, alike } = settingsTable(comparison);
    this.settings.replaceChildren(...(table.rows.length > 0 ? [tableView(table, () => {}, 'shown')] : []));
    this.alike.replaceChildren(el('summary', 'The same in all runs'), el('p.note', alikeText(alike)));
    this.pickers.replaceChildren(...this.pickersOf(comparison));
    const figures = comparisonFigures(comparison);
    this.multiples.replaceChildren(
      ...(figures.each.length > 0 ? [el('h2', 'Predicted and observed'), el('p.say', multiplesNote(comparison))] : []),
    );
    this.grids[0].update(figures.together);
    this.grids[1].update(figures.each);
  }

  /** The pin, the run's line and shape, and its name, which opens the run. */
  private runHead({ standings, baseline }: Comparison, row: number): readonly Node[] {
    const { run, style } = standings[row];
    const pinned = row === baseline;
    const hint = pinned ? `${run.name} is the baseline` : `Compare with ${run.name}`;
    const pin = el(
      'button.icon.pinning',
      { type: 'button', title: hint, 'aria-label': hint, 'aria-pressed': String(pinned) },
      icon('pin'),
    );
    pin.addEventListener('click', () => this.change({ baseline: run.id }, row));
    const label = `Open ${run.name}`;
    const post = () => this.context.post({ type: 'openRun', id: run.id });
    const open = linkButton(run.name, post, { title: label, 'aria-label': label });
    return [pin, runKey(style, this.context.theme), open];
  }

  private pickersOf({ targets, target, measures, measure }: Comparison): readonly HTMLElement[] {
    const titles = measures.map((name) => MEASURES[name].title);
    return [
      ...this.picker('target', 'Target', targets, targets.indexOf(target), (i) => this.change({ target: targets[i] })),
      ...this.picker('measure', 'Measured by', titles, measures.indexOf(measure), (i) =>
        this.change({ measure: measures[i] }),
      ),
    ];
  }

  /** A picker; empty if there is nothing to choose from. */
  private picker(
    id: string,
    label: string,
    names: readonly string[],
    chosen: number,
    choose: (index: number) => void,
  ): readonly HTMLElement[] {
    if (names.length < 2) return [];
    const list = nameList(`compare-${id}`, names, chosen, (index) => {
      choose(index);
      document.getElementById(list.id)?.focus();
    });
    return [labelled(label, list)];
  }

  /** Writes everything again; the focus stays on the pin that was pressed. */
  private change(options: ComparisonOptions, row?: number): void {
    this.options = { ...this.options, ...options };
    this.draw();
    this.remember();
    if (row !== undefined) this.runs.querySelectorAll<HTMLElement>('.pinning')[row]?.focus();
    if (this.comparison) this.context.announce(spoken(plainText(comparisonLead(this.comparison))));
  }

  private remember(): void {
    const { runIds, race } = this.state;
    this.context.rememberComparison({ runIds, ...(race && { race }), ...this.options });
  }

  private saveTable(): void {
    if (!this.comparison) return;
    const bytes = new TextEncoder().encode(comparisonCsv(this.comparison));
    this.context.post({ type: 'save', name: 'comparison', format: 'csv', bytes });
  }
}
