import type { Lanes } from '../../figures/lanes/lanes';
import { changeOfLane } from '../../figures/next/runChange';
import type { PageContext } from '../context';
import { el } from '../element';
import { type LaneChoice, LanesView } from './lanesView';

/** Figures of lanes below each other, kept while they are there. A candidate of a race that is chosen is fitted or shown. */
export class LanesGroup {
  readonly element = el('div', { class: 'stack' });
  private readonly views = new Map<string, LanesView>();

  constructor(private readonly context: PageContext) {}

  update(all: readonly Lanes[]): void {
    for (const [id, view] of this.views)
      if (!all.some((lanes) => lanes.id === id)) {
        view.destroy();
        view.element.remove();
        this.views.delete(id);
      }
    for (const lanes of all) {
      const known = this.views.get(lanes.id);
      if (known) known.update(lanes);
      else {
        const view = new LanesView(lanes, this.context, this.choice);
        this.views.set(lanes.id, view);
        this.element.append(view.element);
      }
    }
    this.element.hidden = all.length === 0;
  }

  destroy(): void {
    for (const view of this.views.values()) view.destroy();
  }

  private get choice(): LaneChoice | undefined {
    const { change } = this.context;
    if (change === undefined) return undefined;
    return {
      takes: ({ id, fitted }) => !fitted && changeOfLane(id) !== undefined,
      choose: (id) => {
        const wanted = changeOfLane(id);
        if (wanted) change(wanted);
      },
    };
  }
}
