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

/** Figures of a tab, kept over a drag: the same figure is updated in place, one that appears or goes is added or taken away. */
export class FigureGrid {
  private views = new Map<string, FigureView>();

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
    for (const view of this.views.values()) view.draw();
    // Drawn once all stand in their places: a grid of one column is wider than one of five.
    for (const view of fresh) view.mount();
  }

  destroy(): void {
    for (const view of this.views.values()) view.destroy();
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
