import { el } from '../element';
import { Redraw } from '../live/redraw';

/** How lines are made, each by its place in the list. */
export interface LineMaker {
  line(at: number): HTMLTableRowElement;
  /** What stands below the line that is open. */
  detail(at: number): HTMLElement;
  /** How many columns there are. */
  columns(): number;
}

/** Which lines there are: how many, the one that is open (−1: none), and the one that Tab reaches. */
export interface Lines {
  readonly length: number;
  readonly open: number;
  readonly reached: number;
}

/** The lines of a long table, of which only those in sight are drawn, and the two that are open or reached. */
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

  /** Undefined where it is not drawn. */
  row(line: number): HTMLTableRowElement | undefined {
    return this.drawn.get(line);
  }

  show(lines: Lines): void {
    this.lines = lines;
    this.clear();
    this.draw();
  }

  /** All lines are made anew when they are drawn next. */
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

  /** Room of lines that are not drawn. */
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

/** Pixels of a line, as the style has it (--line). */
export const LINE = 40;
/** Lines drawn beyond what is seen. */
const BEYOND = 12;

/** Where the lines of a table stand in the window. */
interface LinesPlace {
  /** Of the first line, and the lower edge of the window, in pixels from its upper edge. */
  readonly top: number;
  readonly bottom: number;
  readonly length: number;
  /** The line with its details below it, and how high those are; −1 without one. */
  readonly open: number;
  readonly extra: number;
}

/** The lines to draw: those in the window and some around them. */
export function linesInSight({ top, bottom, length, open, extra }: LinesPlace): number[] {
  // Below an open line everything stands lower by the height of its details.
  const lineAt = (y: number) => {
    const plain = Math.floor((y - top) / LINE);
    return open >= 0 && plain > open ? Math.max(open, Math.floor((y - top - extra) / LINE)) : plain;
  };
  const first = Math.max(0, lineAt(0) - BEYOND);
  const last = Math.min(length - 1, lineAt(bottom) + BEYOND);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
}

/** Puts these children in place and takes all others away; what stands where it should is not touched, so that it keeps the focus. */
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
