import { inUnits } from '../../engine/words/numbers';
import { counted } from '../../engine/words/sentence';
import { el } from '../element';
import type { DataChange } from '../protocol.schema';
import { columnCells, type TableView, tableColumns } from './columnCells';
import type { ColumnRow } from './columnRows';
import { DrawnLines, LINE } from './drawnLines';
import type { Inspected, Sort } from './inspected';
import { relationScale } from './plots';

interface TableActions {
  change(change: DataChange): void;
  /** Opens a column by its position in the file; undefined closes the open one. */
  open(index: number | undefined): void;
  sort(by: Sort): void;
  /** The element shown below the line of an open column. */
  detail(row: ColumnRow): HTMLElement;
}

/** The lines of the table, and their state. */
interface TableState {
  readonly rows: readonly ColumnRow[];
  readonly sort: Sort | undefined;
  readonly reversed: boolean;
  readonly open: number | undefined;
}

/**
 * A line for each column of the file; only those in sight are drawn. Arrow keys move through all of them, Enter opens
 * one, Tab reaches the controls of the line with the focus.
 */
export class ColumnTable {
  readonly element: HTMLElement;
  private readonly head = el('thead');
  private readonly lines: DrawnLines;
  private readonly table: HTMLTableElement;
  private state: TableState = { rows: [], sort: undefined, reversed: false, open: undefined };
  private view: TableView;
  /** The widths and headings for which the lines were made. */
  private shape = '';
  private readonly sizes = new ResizeObserver(() => this.resize());

  constructor(
    private readonly inspected: Inspected,
    private readonly actions: TableActions,
  ) {
    this.lines = new DrawnLines({
      line: (at) => this.line(at),
      detail: (at) => actions.detail(this.state.rows[at]),
      columns: () => shownHeadings(this.head),
    });
    const body = this.lines.element;
    this.table = el('table.data-columns', el('caption.unseen', 'Columns of the file'), this.head, body);
    this.element = el('div.column-table', this.table);
    this.view = viewAt(inspected, 0);
    body.addEventListener('keydown', (event) => this.key(event));
    body.addEventListener('click', ({ target }) => this.clicked(target as Element));
    body.addEventListener('focusin', ({ target }) => {
      const line = lineOf(target as Element);
      if (line !== undefined && line !== this.lines.reached) this.lines.reach(line);
    });
  }

  /** The element must be in the page. */
  mount(): void {
    this.sizes.observe(this.element);
    this.lines.mount();
    this.resize();
  }

  destroy(): void {
    this.sizes.disconnect();
    this.lines.destroy();
  }

  show(state: TableState): void {
    const at = this.state.rows[this.lines.reached]?.index;
    this.state = state;
    const { rows, sort, reversed, open } = state;
    this.table.setAttribute('aria-rowcount', String(rows.length + 1));
    this.view = viewAt(this.inspected, this.element.clientWidth);
    this.head.replaceChildren(headings(this.view, { sort, reversed, choose: (by) => this.actions.sort(by) }));
    this.shape = this.shapeNow;
    const place = (wanted: number | undefined) => rows.findIndex(({ index }) => index === wanted);
    this.lines.show({ length: rows.length, open: place(open), reached: Math.max(0, place(open ?? at)) });
  }

  /** Focuses the line that had the focus before everything was made anew. */
  focus(): void {
    const name = this.lines.row(this.lines.reached)?.querySelector<HTMLElement>('.name button');
    name?.focus({ preventScroll: true });
  }

  get hasFocus(): boolean {
    return this.lines.element.contains(document.activeElement);
  }

  /** The number of columns listed, for a screen reader. */
  get words(): string {
    return `${counted(this.state.rows.length, 'column')} listed`;
  }

  private resize(): void {
    this.view = viewAt(this.inspected, this.element.clientWidth);
    const shape = this.shapeNow;
    if (shape !== this.shape) this.lines.clear();
    this.shape = shape;
    this.lines.draw();
  }

  private get shapeNow(): string {
    return `${this.view.widths.values} ${shownHeadings(this.head)}`;
  }

  private line(at: number): HTMLTableRowElement {
    const row = this.state.rows[at];
    const open = row.index === this.state.open;
    const cells = columnCells(row, this.view, {
      open,
      reached: at === this.lines.reached,
      change: (change) => this.actions.change(change),
    });
    const kind = `line ${row.profile.role}${open ? ' open' : ''}`;
    return el('tr', { class: kind, 'aria-rowindex': at + 2, 'data-line': at }, ...cells);
  }

  private clicked(target: Element): void {
    const line = lineOf(target);
    const control = target.closest('input, select, label') ?? (!target.closest('.name') && target.closest('button'));
    if (line === undefined || control) return;
    const { index } = this.state.rows[line];
    this.actions.open(this.state.open === index ? undefined : index);
  }

  private key(event: KeyboardEvent): void {
    const here = lineOf(event.target as Element);
    if (here === undefined) {
      if (event.key === 'Escape' && this.state.open !== undefined) this.actions.open(undefined);
      return;
    }
    if (event.target instanceof HTMLSelectElement) return;
    const last = this.state.rows.length - 1;
    const page = Math.max(1, Math.floor(innerHeight / LINE) - 3);
    const to = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      Home: 0,
      End: last,
      PageDown: here + page,
      PageUp: here - page,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(Math.min(last, Math.max(0, to)));
  }

  private go(line: number): void {
    this.lines.reach(line);
    this.lines.draw();
    this.lines.row(line)?.scrollIntoView({ block: 'nearest' });
    this.focus();
  }
}

/** The line that contains an element; undefined for the details of one. */
function lineOf(element: Element): number | undefined {
  const line = element.closest<HTMLElement>('tr[data-line]')?.dataset.line;
  return line === undefined ? undefined : Number(line);
}

/** Keys that sort alphabetically; all others sort from the largest. */
const ALPHABETICAL: ReadonlySet<Sort> = new Set(['name', 'kind']);

interface Sorting {
  readonly sort: Sort | undefined;
  readonly reversed: boolean;
  choose(by: Sort): void;
}

/** The headings; those that sort are buttons. */
function headings(view: TableView, { sort, reversed, choose }: Sorting): HTMLElement {
  const cells = tableColumns(view).map(({ class: name, heading, sort: key }) => {
    const text = typeof heading === 'string' ? heading : heading(view);
    if (key === undefined) return el('th', { scope: 'col', class: name }, text);
    const button = el('button.sorting', { type: 'button' }, text);
    button.addEventListener('click', () => choose(key));
    const direction = reversed === ALPHABETICAL.has(key) ? 'descending' : 'ascending';
    return el('th', { scope: 'col', class: name, 'aria-sort': sort === key && direction }, button);
  });
  return el('tr', { 'aria-rowindex': 1 }, ...cells);
}

/** How many headings there is room for. */
function shownHeadings(head: HTMLElement): number {
  const all = [...(head.firstElementChild?.children ?? [])];
  return all.filter((heading) => getComputedStyle(heading).display !== 'none').length;
}

/** The view that the lines of a table `width` pixels wide share. */
function viewAt(inspected: Inspected, width: number): TableView {
  const { target, columns } = inspected.profile;
  const relations = columns.flatMap(({ relation }) => relation ?? []);
  const scale = target ? relationScale(target, relations) : ([0, 1] as const);
  return { inspected, target, scale, write: inUnits(scale[1] - scale[0], 2), widths: widthsAt(width) };
}

function widthsAt(width: number): TableView['widths'] {
  if (width >= 1320) return { values: 320, relation: 200, reach: 15 };
  if (width >= 720) return { values: 204, relation: 96, reach: 12 };
  return { values: width >= 480 ? 150 : 112, relation: 56, reach: 0 };
}
