import type { FigureSpec } from '../../engine/contract/figure';
import { type FigureMakers, made } from '../../figures/spectral/tabs';
import { footnotesOnce } from '../../figures/words/describe';
import type { PageContext } from '../context';
import { el } from '../element';
import { type FigureSize, FigureView } from './figureView';
import type { Part } from './part';

export interface GridOptions {
  /** An element of the grid after which the figures are placed. */
  readonly after?: Element;
  /** Opens the destination of a figure, from its title or by a click in it. */
  readonly open?: (spec: FigureSpec) => void;
}

/**
 * How long a frame may have spent on figures when it starts another than its first, and the part of it that drawing one
 * takes, in milliseconds.
 */
const FRAME_SHARE = 2.2;
const DRAWING = 0.8;
/** Milliseconds after which no more figures are coming. */
const REST = 150;

/**
 * Figures of a tab, retained during a drag: the same figure is updated in place, new ones are added, and missing ones
 * removed.
 */
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

  /** The same for makers of figures: those that nobody sees are not made before they come into sight. */
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
    // Drawn once all are in their places: a grid of one column is wider than one of five.
    for (const view of fresh) view.mount();
    // Figures that nobody sees can still be found, and be read aloud.
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
    // Writing on a canvas makes the page compute its style: all words change before the first figure is drawn.
    this.tell(taken);
    for (const view of taken) view.draw();
    // One frame later: in the next one a drag may bring the figures' successors, after whatever was asked for here.
    if ([...this.views.values()].some(({ due }) => due))
      this.next = requestAnimationFrame(() => {
        this.next = requestAnimationFrame(() => this.drawDue());
      });
  }

  /** Makes the figures that are `wanted` after that many others; removes those that the run no longer has. */
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

  /** Updates the words of figures; a footnote that several share stands below the first. */
  private tell(changed: readonly FigureView[]): void {
    const views = [...this.views.values()];
    const told = footnotesOnce(views.map(({ spec }) => spec));
    for (const [place, view] of views.entries()) if (changed.includes(view)) view.words(told[place]);
  }
}

/** Rows of tall figures, with the parts that belong to them above and below. */
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
      // Before anything is drawn: writing on a canvas makes the page lay out its changes.
      for (const part of [...above, ...below]) {
        part.update(view);
        part.element.hidden = part.element.childElementCount === 0;
      }
      figures.follow(figuresOf(view));
    },
    destroy: () => figures.destroy(),
  };
}
