import type { FigureSpec } from '../../engine/contract/figure';
import { type FigureTab, figuresOf } from '../../figures/tabs';
import type { RunView } from '../../figures/view/view';
import { footnotesOnce } from '../../figures/words/notes';
import type { PageContext } from '../context';
import { type FigureSize, FigureView } from './figureView';

export interface GridOptions {
  /** An element of the grid that the figures stand behind. */
  readonly after?: Element;
  /** Where a figure leads: by its title, and by a click in it. */
  readonly open?: (spec: FigureSpec) => void;
}

/** What a frame may have spent on drawing when it begins another figure than its first, in milliseconds. */
const FRAME_SHARE = 3;

/** Figures of a tab, kept over a drag: the same figure is updated in place, one that appears or goes is added or taken away. */
export class FigureGrid {
  private views = new Map<string, FigureView>();
  private next = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly context: PageContext,
    private readonly sizeOf: (spec: FigureSpec) => FigureSize,
    private readonly options: GridOptions = {},
  ) {}

  update(specs: readonly FigureSpec[]): void {
    const before = this.views;
    this.views = new Map();
    const fresh: FigureView[] = [];
    const { after, open } = this.options;
    let last = after;
    const footnotes = footnotesOnce(specs);
    for (const [place, spec] of specs.entries()) {
      const told = footnotes[place];
      const known = before.get(spec.id);
      const view = known ?? new FigureView(spec, this.sizeOf(spec), this.context, told, open && (() => open(spec)));
      this.views.set(spec.id, view);
      before.delete(spec.id);
      if (known) known.update(spec, told);
      else {
        fresh.push(view);
        if (last) last.after(view.element);
        else this.element.prepend(view.element);
      }
      last = view.element;
    }
    for (const gone of before.values()) {
      gone.destroy();
      gone.element.remove();
    }
    this.drawStale();
    // Drawn once all stand in their places: a grid of one column is wider than one of five.
    for (const view of fresh) view.mount();
  }

  destroy(): void {
    cancelAnimationFrame(this.next);
    for (const view of this.views.values()) view.destroy();
  }

  /** Draws as many figures as a frame has time for, those that have waited longest first; the others follow. */
  private drawStale(): void {
    cancelAnimationFrame(this.next);
    const until = performance.now() + FRAME_SHARE;
    const due = [...this.views.values()].filter((view) => view.due).sort((a, b) => a.drawnAt - b.drawnAt);
    for (const view of due) {
      view.draw();
      if (performance.now() > until) {
        // A frame later: in the next one a drag may bring the figures' successors, after whatever was asked for here.
        this.next = requestAnimationFrame(() => {
          this.next = requestAnimationFrame(() => this.drawStale());
        });
        return;
      }
    }
  }
}

/** The figures of one tab that pass `accept`. */
export function figuresFor(
  tab: FigureTab,
  view: RunView,
  accept: (spec: FigureSpec) => boolean = () => true,
): FigureSpec[] {
  return figuresOf(tab, view).filter(accept);
}
