import type { Lanes } from '../../figures/lanes/lanes';
import { changeOfLane } from '../../figures/next/runChange';
import type { PageContext } from '../context';
import { el, setText } from '../element';
import { type LaneChoice, LanesView } from './lanesView';
import type { Part } from './part';

/** A figure of lanes, or the place for one. */
export class LanesSlot {
  readonly element = el('div');
  private view: LanesView | undefined;
  private shown = '';

  constructor(
    private readonly context: PageContext,
    private readonly choice?: LaneChoice,
  ) {}

  update(lanes: Lanes | undefined): void {
    this.element.hidden = lanes === undefined;
    if (lanes === undefined) return;
    if (this.shown === lanes.id) this.view?.update(lanes);
    else {
      this.shown = lanes.id;
      this.view?.destroy();
      this.view = new LanesView(lanes, this.context, this.choice);
      this.element.replaceChildren(this.view.element);
    }
  }

  destroy(): void {
    this.view?.destroy();
  }
}

/** The lanes of a race and, for the closed fold, their result in a few words. */
interface FoldedLanes {
  readonly lanes: Lanes;
  readonly tried: string;
}

/** A fold with every candidate of the race; empty if there was none. Its figure is made when it is first opened. */
export function allKernels<V>(context: PageContext, of: (view: V) => FoldedLanes | undefined): Part<V> {
  const tried = el('span.muted');
  const element = el('details.all-kernels', el('summary', 'All kernels', ' ', tried));
  let shown: Lanes | undefined;
  let figure: LanesView | undefined;
  const draw = () => {
    if (!element.open || shown === undefined) return;
    if (figure) figure.update(shown);
    else {
      figure = new LanesView(shown, context, laneChoice(context));
      element.append(figure.element);
    }
  };
  element.addEventListener('toggle', draw);
  return {
    element,
    update(view) {
      const folded = of(view);
      element.hidden = folded === undefined;
      shown = folded?.lanes;
      setText(tried, folded?.tried ?? '');
      draw();
    },
    destroy() {
      figure?.destroy();
    },
  };
}

/** The choice of a candidate, which is then fitted or shown. */
export function laneChoice({ change }: PageContext): LaneChoice | undefined {
  return (
    change && {
      takes: ({ id, fitted }) => !fitted && changeOfLane(id) !== undefined,
      choose: (id) => {
        const wanted = changeOfLane(id);
        if (wanted) change(wanted);
      },
    }
  );
}
