import { counted } from '../../engine/words/sentence';
import { el } from '../element';
import { columnCells, type TableView } from './columnCells';
import type { ColumnRow } from './columnRows';
import type { DataChange, Inspected, Sort } from './inspected';
import { LINE, linesInSight, place } from './linesInSight';
import { headings, shownHeadings, viewAt } from './tableHead';

export interface TableActions {
  change(change: DataChange): void;
  /** By its position in the file; undefined closes what is open. */
  open(index: number | undefined): void;
  sort(by: Sort): void;
  /** What is shown below the line of an open column. */
  detail(row: ColumnRow): HTMLElement;
}

/** Which lines the table has, and how. */
export interface TableState {
  readonly rows: readonly ColumnRow[];
  readonly sort: Sort | undefined;
  readonly reversed: boolean;
  readonly open: number | undefined;
}

/**
 * A line for each column of the file; only those in sight are drawn. Arrow keys move through all of them, Enter opens one, Tab reaches the
 * controls of the line with the focus.
 */
export class ColumnTable {
  readonly element: HTMLElement;
  private readonly head = el('thead');
  private readonly body = el('tbody');
  private readonly table: HTMLTableElement;
  private readonly drawn = new Map<number, HTMLTableRowElement>();
  private detail: { readonly index: number; readonly row: HTMLTableRowElement } | undefined;
  private state: TableState = { rows: [], sort: undefined, reversed: false, open: undefined };
  private view: TableView;
  /** The line that Tab reaches, by its place in the list. */
  private at = 0;
  /** What lines were made for. */
  private shape = '';
  private due = false;
  private readonly sizes = new ResizeObserver(() => this.resize());
  private readonly scrolled = () => {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => {
      this.due = false;
      this.draw();
    });
  };

  constructor(
    private readonly inspected: Inspected,
    private readonly actions: TableActions,
  ) {
    this.table = el(
      'table',
      { class: 'data-columns' },
      el('caption', { class: 'unseen' }, 'Columns of the file'),
      this.head,
      this.body,
    );
    this.element = el('div', { class: 'column-table' }, this.table);
    this.view = viewAt(inspected, 1082);
    this.body.addEventListener('keydown', (event) => this.key(event));
    this.body.addEventListener('click', ({ target }) => this.clicked(target as Element));
    this.body.addEventListener('focusin', ({ target }) => this.focused(target as Element));
  }

  /** The element must be in the page. */
  mount(): void {
    this.sizes.observe(this.element);
    addEventListener('scroll', this.scrolled, { passive: true });
    addEventListener('resize', this.scrolled);
    this.resize();
  }

  destroy(): void {
    this.sizes.disconnect();
    removeEventListener('scroll', this.scrolled);
    removeEventListener('resize', this.scrolled);
  }

  show(state: TableState): void {
    const index = this.state.rows[this.at]?.index;
    this.state = state;
    this.at = Math.max(
      0,
      state.rows.findIndex((row) => row.index === (state.open ?? index)),
    );
    this.table.setAttribute('aria-rowcount', String(state.rows.length + 1));
    const { sort, reversed } = state;
    this.head.replaceChildren(headings(this.view, { sort, reversed, choose: (by) => this.actions.sort(by) }));
    this.clear();
    this.draw();
  }

  /** The line with the focus keeps it when everything is made anew. */
  focus(): void {
    this.nameOf(this.at)?.focus({ preventScroll: true });
  }

  get hasFocus(): boolean {
    return this.body.contains(document.activeElement);
  }

  private resize(): void {
    const next = viewAt(this.inspected, this.element.clientWidth);
    const shape = `${next.widths.values} ${shownHeadings(this.head)}`;
    this.view = next;
    if (shape !== this.shape) this.clear();
    this.shape = shape;
    this.draw();
  }

  private clear(): void {
    for (const row of this.drawn.values()) row.remove();
    this.drawn.clear();
    this.body.replaceChildren();
    this.detail = undefined;
  }

  /** Lines in sight, the one with the focus, and the one that is open. */
  private wanted(): readonly number[] {
    const { length } = this.state.rows;
    const open = this.openAt();
    const extra = open < 0 ? 0 : (this.detail?.row.offsetHeight ?? 0);
    const lines = linesInSight({
      top: this.body.getBoundingClientRect().top,
      bottom: innerHeight,
      length,
      open,
      extra,
    });
    return [...new Set([...lines, ...[this.at, open].filter((line) => line >= 0 && line < length)])].sort(
      (a, b) => a - b,
    );
  }

  private openAt(): number {
    const { rows, open } = this.state;
    return open === undefined ? -1 : rows.findIndex(({ index }) => index === open);
  }

  private draw(): void {
    const wanted = this.wanted();
    const keep = new Set(wanted);
    for (const [line, row] of this.drawn)
      if (!keep.has(line)) {
        row.remove();
        this.drawn.delete(line);
      }
    const openAt = this.openAt();
    const parts: HTMLTableRowElement[] = [];
    let next = 0;
    for (const line of wanted) {
      if (line > next) parts.push(this.gap(line - next));
      parts.push(this.line(line, line === openAt));
      if (line === openAt) parts.push(this.detailRow(line));
      next = line + 1;
    }
    if (next < this.state.rows.length) parts.push(this.gap(this.state.rows.length - next));
    place(this.body, parts);
  }

  /** Room of lines that are not drawn. */
  private gap(lines: number): HTMLTableRowElement {
    const cell = el('td', { colspan: shownHeadings(this.head) });
    const row = el('tr', { class: 'not-drawn', 'aria-hidden': 'true' }, cell);
    cell.style.height = `${lines * LINE}px`;
    return row;
  }

  private line(line: number, open: boolean): HTMLTableRowElement {
    const known = this.drawn.get(line);
    if (known) return known;
    const row = this.state.rows[line];
    const cells = columnCells(row, this.view, {
      open,
      reached: line === this.at,
      change: (change) => this.actions.change(change),
    });
    const made = el(
      'tr',
      { class: `line ${row.profile.role}${open ? ' open' : ''}`, 'aria-rowindex': line + 2, 'data-line': line },
      ...cells,
    );
    this.drawn.set(line, made);
    return made;
  }

  private detailRow(line: number): HTMLTableRowElement {
    const row = this.state.rows[line];
    if (this.detail?.index === row.index) return this.detail.row;
    const made = el(
      'tr',
      { class: 'detail' },
      el('td', { colspan: shownHeadings(this.head) }, this.actions.detail(row)),
    );
    this.detail = { index: row.index, row: made };
    return made;
  }

  private nameOf(line: number): HTMLElement | null {
    return this.drawn.get(line)?.querySelector<HTMLElement>('.name button') ?? null;
  }

  private focused(target: Element): void {
    const line = Number(target.closest<HTMLElement>('tr[data-line]')?.dataset.line ?? Number.NaN);
    if (Number.isNaN(line) || line === this.at) return;
    this.reach(line);
  }

  /** Tab reaches the controls of this line and of no other. */
  private reach(line: number): void {
    for (const control of this.drawn.get(this.at)?.querySelectorAll<HTMLElement>('button, input, select') ?? [])
      control.tabIndex = -1;
    this.at = line;
    for (const control of this.drawn.get(line)?.querySelectorAll<HTMLElement>('button, input, select') ?? [])
      control.tabIndex = 0;
  }

  private clicked(target: Element): void {
    const line = target.closest<HTMLElement>('tr[data-line]');
    if (!line || target.closest('input, select, label') || (target.closest('button') && !target.closest('.name')))
      return;
    const { index } = this.state.rows[Number(line.dataset.line)];
    this.actions.open(this.state.open === index ? undefined : index);
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as Element;
    const line = target.closest<HTMLElement>('tr[data-line]');
    if (!line) {
      if (event.key === 'Escape' && this.state.open !== undefined) this.actions.open(undefined);
      return;
    }
    if (target instanceof HTMLSelectElement) return;
    const here = Number(line.dataset.line);
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
    this.reach(line);
    this.draw();
    const row = this.drawn.get(line);
    this.reach(line);
    row?.scrollIntoView({ block: 'nearest' });
    this.nameOf(line)?.focus({ preventScroll: true });
  }

  /** What is listed, for a screen reader. */
  get words(): string {
    return `${counted(this.state.rows.length, 'column')} listed`;
  }
}
