import type { FigureSpec } from '../../engine/contract/figure';
import { type FigureMakers, made } from '../../figures/spectral/tabs';
import { footnotesOnce } from '../../figures/words/notes';
import type { PageContext } from '../context';
import { el } from '../element';
import { type FigureSize, FigureView } from './figureView';
import type { Part } from './part';

export interface GridOptions {
  /** An element of the grid that the figures stand behind. */
  readonly after?: Element;
  /** Where a figure leads: by its title, and by a click in it. */
  readonly open?: (spec: FigureSpec) => void;
}

/** What a frame may have spent on figures when it begins another than its first, and what drawing one takes of it, in milliseconds. */
const FRAME_SHARE = 2.2;
const DRAWING = 0.8;
/** Milliseconds after which no more figures are coming. */
const REST = 150;

/** Figures of a tab, kept over a drag: the same figure is updated in place, one that appears or goes is added or taken away. */
export class FigureGrid {
  private views = new Map<string, FigureView>();
  private next = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly element: HTMLElement,
    private readonly context: PageContext,
    private readonly sizeOf: (spec: FigureSpec) => FigureSize,
    private readonly options: GridOptions = {},
  ) {}

  update(specs: readonly FigureSpec[]): void {
    this.follow(made(specs));
  }

  /** The same; figures that nobody sees are not made before they come into sight. */
  follow(makers: FigureMakers): void {
    const before = this.views;
    this.views = new Map();
    const fresh: FigureView[] = [];
    const { after, open } = this.options;
    let last = after;
    for (const [id, make] of Object.entries(makers)) {
      let view = before.get(id);
      if (view) view.update(make);
      else {
        const spec = make();
        if (!spec) continue;
        view = new FigureView(spec, this.sizeOf(spec), this.context, () => this.drawDue(), open && (() => open(spec)));
        fresh.push(view);
        if (last) last.after(view.element);
        else this.element.prepend(view.element);
      }
      this.views.set(id, view);
      before.delete(id);
      last = view.element;
    }
    for (const gone of before.values()) gone.destroy();
    this.tell(fresh);
    this.drawDue();
    // Drawn once all stand in their places: a grid of one column is wider than one of five.
    for (const view of fresh) view.mount();
    // Those that nobody sees can still be found, and be read aloud.
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.tell(this.take(() => true)), REST);
  }

  destroy(): void {
    cancelAnimationFrame(this.next);
    clearTimeout(this.resting);
    for (const view of this.views.values()) view.destroy();
  }

  /** Makes and draws as many figures as a frame has time for, those that have waited longest first; the others follow. */
  private drawDue(): void {
    cancelAnimationFrame(this.next);
    const begun = performance.now();
    const spent = (figures: number) => performance.now() - begun + DRAWING * figures;
    const taken = this.take(({ due }, before) => due && (before === 0 || spent(before) <= FRAME_SHARE));
    // Writing on a canvas has the page compute its style: all words change before the first is drawn.
    this.tell(taken);
    for (const view of taken) view.draw();
    // A frame later: in the next one a drag may bring the figures' successors, after whatever was asked for here.
    if ([...this.views.values()].some(({ due }) => due))
      this.next = requestAnimationFrame(() => {
        this.next = requestAnimationFrame(() => this.drawDue());
      });
  }

  /** Has figures made that are `wanted` after that many others; takes away those that the run has no longer. */
  private take(wanted: (view: FigureView, before: number) => boolean): FigureView[] {
    const taken: FigureView[] = [];
    for (const [id, view] of [...this.views].sort(([, a], [, b]) => a.drawnAt - b.drawnAt)) {
      if (!wanted(view, taken.length)) continue;
      if (view.take()) taken.push(view);
      else {
        view.destroy();
        this.views.delete(id);
      }
    }
    return taken;
  }

  /** The words of figures; a footnote of several stands below the first. */
  private tell(changed: readonly FigureView[]): void {
    const views = [...this.views.values()];
    const told = footnotesOnce(views.map(({ spec }) => spec));
    for (const [place, view] of views.entries()) if (changed.includes(view)) view.words(told[place]);
  }
}

/** Rows of tall figures, and above and below them whatever belongs to them. */
export function figuresTab<V>(
  figuresOf: (view: V) => FigureMakers,
  context: PageContext,
  below: readonly Part<V>[],
  above: readonly Part<V>[] = [],
): Part<V> {
  const row = el('div.grid.figures');
  const foot = el('div.grid.foot', ...below.map((part) => part.element));
  const element = el('div', ...above.map((part) => part.element), row, foot);
  const figures = new FigureGrid(row, context, () => 'full');
  return {
    element,
    update(view) {
      // Before anything is drawn: writing on a canvas has the page lay out what has changed.
      for (const part of [...above, ...below]) {
        part.update(view);
        part.element.hidden = part.element.childElementCount === 0;
      }
      figures.follow(figuresOf(view));
    },
    destroy: () => figures.destroy(),
  };
}
