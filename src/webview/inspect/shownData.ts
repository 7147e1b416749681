import type { Sentence } from '../../engine/contract/figure';
import type { ColumnDetail } from '../../engine/contract/profile';
import { count } from '../../engine/words/numbers';
import { counted } from '../../engine/words/sentence';
import { plainText, spoken } from '../../figures/words/describe';
import type { Answers } from '../answers';
import { actionButton, labelled } from '../controls';
import { el, linkButton, say } from '../element';
import type { InspectState } from '../protocol.schema';
import type { Theme } from '../theme';
import { ColumnDetailView, type DetailContext } from './columnDetail';
import { type ColumnRow, columnRows, columnsShown } from './columnRows';
import { ColumnTable } from './columnTable';
import { basisOf, dataHead, leadOf, noteOf } from './dataHead';
import type { Inspected, Sort } from './inspected';
import { type DataProblem, problemsOf } from './problems';

interface DataContext extends Omit<DetailContext, 'look'> {
  readonly ask: Answers['ask'];
  readonly remember: (state: InspectState) => void;
}

/** Scroll position and focus, restored when the page is made anew. */
export interface ShownPlace {
  readonly scroll: number;
  readonly inTable: boolean;
  /** The control outside of the table that has the focus, by its id. */
  readonly id: string;
}

/** The data of a file: the problems that need a decision, and a table of its columns. */
export class ShownData {
  readonly element: HTMLElement;
  /** The element that shows progress while the file is read again. */
  readonly progressPlace = el('div.under-way');
  private readonly rows: readonly ColumnRow[];
  private readonly table: ColumnTable;
  private readonly found = el('span.muted', { role: 'status' });
  private readonly lead: Sentence;
  private detail: ColumnDetailView | undefined;
  private readonly details = new Map<number, Promise<ColumnDetail>>();

  constructor(
    private readonly inspected: Inspected,
    private state: InspectState,
    private context: DataContext,
  ) {
    const { profile } = inspected;
    this.rows = columnRows(profile);
    if (state.open !== undefined && state.open >= this.rows.length) this.state = withoutOpen(state);
    this.lead = leadOf(inspected);
    this.table = new ColumnTable(inspected, {
      change: (change) => context.choose(change),
      open: (index) => this.open(index),
      sort: (by) => this.sort(by),
      detail: (row) => this.detailOf(row),
    });
    const lead = el('p.lead');
    say(lead, this.lead);
    const basis = el('p.muted.basis');
    say(basis, basisOf(inspected));
    const list = problemsOf(inspected);
    this.element = el(
      'div.inspection',
      dataHead(inspected, state.alone === true, (change) => context.choose(change)),
      el(
        'main',
        this.progressPlace,
        lead,
        basis,
        this.actions(),
        list.length > 0 &&
          el('ul.problems', { 'aria-label': 'What needs a decision' }, ...list.map((p) => this.problem(p))),
        el('section.columns-of-data', { 'aria-label': 'Columns' }, this.tools(), this.table.element),
        el('p.note', noteOf(inspected)),
        this.commandLine(),
      ),
    );
  }

  /** Draws; the element must be in the page. */
  mount(place?: ShownPlace): void {
    this.list();
    this.table.mount();
    this.context.remember(this.state);
    if (!place) return;
    scrollTo({ top: place.scroll });
    if (place.inTable) this.table.focus();
    else if (place.id !== '') document.getElementById(place.id)?.focus({ preventScroll: true });
  }

  place(): ShownPlace {
    return { scroll: scrollY, inTable: this.table.hasFocus, id: document.activeElement?.id ?? '' };
  }

  get spoken(): string {
    return spoken(plainText(this.lead));
  }

  /** Charts take their colours when they are made: those of the open column are made again. */
  retheme(theme: Theme): void {
    this.context = { ...this.context, theme };
    this.list();
  }

  destroy(): void {
    this.detail?.destroy();
    this.table.destroy();
  }

  private list(): void {
    const { sort, reversed = false, open } = this.state;
    const rows = columnsShown(this.rows, this.state);
    this.detail?.destroy();
    this.detail = undefined;
    this.table.show({ rows, sort, reversed, open });
    const all = this.rows.length;
    this.found.textContent = rows.length === all ? '' : `${count(rows.length)} of ${counted(all, 'column')}`;
  }

  private detailOf(row: ColumnRow): HTMLElement {
    this.detail?.destroy();
    this.detail = new ColumnDetailView(row, { ...this.context, look: (column) => this.look(column) });
    return this.detail.element;
  }

  /** Each column is asked for once. */
  private look(column: number): Promise<ColumnDetail> {
    const known = this.details.get(column);
    if (known) return known;
    const asked = this.context.ask({ kind: 'column', column });
    this.details.set(column, asked);
    asked.catch(() => this.details.delete(column));
    return asked;
  }

  private open(index: number | undefined): void {
    this.become(index === undefined ? withoutOpen(this.state) : { ...this.state, open: index });
    this.table.focus();
  }

  private sort(by: Sort): void {
    const { sort, reversed, ...others } = this.state;
    const heading = document.activeElement?.textContent;
    // The third press of a heading restores the first order.
    if (sort !== by) this.become({ ...others, sort: by });
    else this.become(reversed ? others : { ...others, sort: by, reversed: true });
    const again = [...this.table.element.querySelectorAll<HTMLElement>('.sorting')].find(
      (button) => button.textContent === heading,
    );
    again?.focus();
    this.context.announce(this.table.words);
  }

  private become(state: InspectState): void {
    this.state = state;
    this.list();
    this.context.remember(state);
  }

  private actions(): HTMLElement {
    const { context, inspected } = this;
    const { profile, chosen } = inspected;
    const act = (action: 'fit' | 'compare' | 'settings') => () => context.post({ type: 'dataAction', action });
    const sure = chosen.target && profile.refusal === undefined;
    const fit = actionButton(
      sure ? 'Fit' : 'Fit…',
      'primary',
      sure ? 'Fits with these choices' : 'Asks what to predict, and from what',
      act('fit'),
    );
    const compare = actionButton('Compare…', 'secondary', 'Kernels side by side on the same rows', act('compare'));
    const settings = actionButton('Settings…', 'secondary', 'Every choice for a fit on one sheet', act('settings'));
    return el('div.actions', fit.element, compare.element, settings.element);
  }

  private problem({ severity, text, act }: DataProblem): HTMLElement {
    const words = el('span.what');
    say(words, text);
    const sign = el('span', { class: severity === 'warning' ? 'sign warning' : 'sign', 'aria-hidden': 'true' });
    const item = el('li', sign, el('span.unseen', severity === 'warning' ? 'Decide: ' : ''), words);
    if (!act) return item;
    const press = () =>
      'change' in act ? this.context.choose(act.change) : this.context.post({ type: 'dataAction', action: act.action });
    item.append(linkButton(act.label, press));
    return item;
  }

  /** The filter, and the description of how the file is read. */
  private tools(): HTMLElement {
    const filter = el('input.filter', {
      id: 'filter',
      type: 'search',
      placeholder: 'Filter columns',
      'aria-label': 'Filter columns by name',
      value: this.state.filter ?? '',
    });
    filter.addEventListener('input', () => {
      const { filter: _, ...state } = this.state;
      this.become(filter.value === '' ? state : { ...state, filter: filter.value });
    });
    const { chosen, dialect } = this.inspected;
    const signs = el('input.filter.signs', {
      id: 'signs',
      type: 'text',
      placeholder: 'the usual ones',
      value: chosen.signs,
      title: 'Texts that mean a missing value, separated by blanks: NA ? -200. Empty cells are always missing.',
    });
    signs.addEventListener('change', () => this.context.choose({ kind: 'signs', signs: signs.value }));
    const differently = linkButton('Read it differently…', () =>
      this.context.post({ type: 'dataAction', action: 'changeData' }),
    );
    return el(
      'div.tools',
      el('span.picker', filter, this.found),
      labelled('Signs for missing', signs),
      el('span.reading', el('span.muted', `${dialect.join(', ')} `), differently),
    );
  }

  private commandLine(): HTMLElement {
    const copy = actionButton('Copy', 'secondary', 'Copy the command line', () =>
      this.context.post({ type: 'dataAction', action: 'copyCommandLine' }),
    );
    return el(
      'details.command-line',
      el('summary', 'Command line'),
      el('code', this.inspected.commandLine),
      copy.element,
    );
  }
}

function withoutOpen({ open: _, ...state }: InspectState): InspectState {
  return state;
}
