import { el } from '../element';
import { Redraw } from '../live/redraw';

/** Makes lines, each by its place in the list. */
export interface LineMaker {
  line(at: number): HTMLTableRowElement;
  /** The element below the open line. */
  detail(at: number): HTMLElement;
  /** The number of columns. */
  columns(): number;
}

/** The lines: their number, the open one (−1: none), and the one that Tab reaches. */
export interface Lines {
  readonly length: number;
  readonly open: number;
  readonly reached: number;
}

/** The lines of a long table. Only those in sight are drawn, and the two that are open or reached. */
export class DrawnLines {
  readonly element = el('tbody');
  private readonly drawn = new Map<number, HTMLTableRowElement>();
  private detail: HTMLTableRowElement | undefined;
  private lines: Lines = { length: 0, open: -1, reached: 0 };
  private readonly redraw = new Redraw(() => this.draw());
  private readonly scrolled = () => this.redraw.request();

  constructor(private readonly make: LineMaker) {}

  /** The element must be in the page. */
  mount(): void {
    addEventListener('scroll', this.scrolled, { passive: true });
    addEventListener('resize', this.scrolled);
  }

  destroy(): void {
    removeEventListener('scroll', this.scrolled);
    removeEventListener('resize', this.scrolled);
  }

  get reached(): number {
    return this.lines.reached;
  }

  /** The row of a line; undefined if it is not drawn. */
  row(line: number): HTMLTableRowElement | undefined {
    return this.drawn.get(line);
  }

  show(lines: Lines): void {
    this.lines = lines;
    this.clear();
    this.draw();
  }

  /** Removes all lines; they are made anew when they are next drawn. */
  clear(): void {
    this.drawn.clear();
    this.element.replaceChildren();
    this.detail = undefined;
  }

  /** Tab reaches the controls of this line and of no other. */
  reach(line: number): void {
    this.tabs(this.lines.reached, -1);
    this.lines = { ...this.lines, reached: line };
    this.tabs(line, 0);
  }

  draw(): void {
    const { length, open } = this.lines;
    const wanted = this.wanted();
    const keep = new Set(wanted);
    for (const line of this.drawn.keys()) if (!keep.has(line)) this.drawn.delete(line);
    const parts: HTMLTableRowElement[] = [];
    let next = 0;
    for (const line of wanted) {
      if (line > next) parts.push(this.gap(line - next));
      parts.push(this.line(line));
      if (line === open) parts.push(this.detailRow());
      next = line + 1;
    }
    if (next < length) parts.push(this.gap(length - next));
    place(this.element, parts);
  }

  private wanted(): readonly number[] {
    const { length, open, reached } = this.lines;
    const { top } = this.element.getBoundingClientRect();
    const extra = this.detail?.offsetHeight ?? 0;
    const lines = linesInSight({ top, bottom: innerHeight, length, open, extra });
    const others = [reached, open].filter((line) => line >= 0 && line < length);
    return [...new Set([...lines, ...others])].sort((a, b) => a - b);
  }

  /** An empty row as high as the lines that are not drawn. */
  private gap(lines: number): HTMLTableRowElement {
    const cell = el('td', { colspan: this.make.columns() });
    cell.style.height = `${lines * LINE}px`;
    return el('tr.not-drawn', { 'aria-hidden': 'true' }, cell);
  }

  private line(line: number): HTMLTableRowElement {
    const row = this.drawn.get(line) ?? this.make.line(line);
    this.drawn.set(line, row);
    return row;
  }

  private detailRow(): HTMLTableRowElement {
    const { make } = this;
    this.detail ??= el('tr.detail', el('td', { colspan: make.columns() }, make.detail(this.lines.open)));
    return this.detail;
  }

  private tabs(line: number, tabIndex: number): void {
    const controls = this.drawn.get(line)?.querySelectorAll<HTMLElement>('button, input, select') ?? [];
    for (const control of controls) control.tabIndex = tabIndex;
  }
}

/** The height of a line in pixels, as in the style sheet (--line). */
export const LINE = 40;
/** The number of lines drawn beyond those in sight. */
const BEYOND = 12;

/** The position of a table's lines in the window. */
interface LinesPlace {
  /** The upper edge of the first line and the lower edge of the window, in pixels from the window's upper edge. */
  readonly top: number;
  readonly bottom: number;
  readonly length: number;
  /** The line with its details below it, and their height; −1 without one. */
  readonly open: number;
  readonly extra: number;
}

/** The lines to draw: those in the window and some around them. */
export function linesInSight({ top, bottom, length, open, extra }: LinesPlace): number[] {
  // Below an open line everything is lower by the height of its details.
  const lineAt = (y: number) => {
    const plain = Math.floor((y - top) / LINE);
    return open >= 0 && plain > open ? Math.max(open, Math.floor((y - top - extra) / LINE)) : plain;
  };
  const first = Math.max(0, lineAt(0) - BEYOND);
  const last = Math.min(length - 1, lineAt(bottom) + BEYOND);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}

/**
 * Puts these children in place and removes all others. Children that are already in place are not touched, so that they
 * keep the focus.
 */
function place(parent: Element, children: readonly Element[]): void {
  let here = parent.firstElementChild;
  for (const child of children) {
    while (here && here !== child && !children.includes(here)) {
      const gone = here;
      here = here.nextElementSibling;
      gone.remove();
    }
    if (here === child) here = here.nextElementSibling;
    else parent.insertBefore(child, here);
  }
  while (here) {
    const gone = here;
    here = here.nextElementSibling;
    gone.remove();
  }
}
