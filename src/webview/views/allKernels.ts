import type { Lanes } from '../../figures/lanes/lanes';
import { changeOfLane } from '../../figures/next/runChange';
import type { PageContext } from '../context';
import { el, setText } from '../element';
import { type LaneChoice, LanesView } from './lanesView';
import type { Part } from './part';

/** The lanes of a race and, for the closed fold, what they say in a few words. */
export interface FoldedLanes {
  readonly lanes: Lanes;
  readonly tried: string;
}

/** A fold with every candidate of the race; nothing where there was none. Its figure is made when it is first opened. */
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

/** A candidate that is chosen is fitted or shown. */
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
