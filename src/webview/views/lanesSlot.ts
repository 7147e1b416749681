import type { Lanes } from '../../figures/lanes/lanes';
import type { PageContext } from '../context';
import { el } from '../element';
import { type LaneChoice, LanesView } from './lanesView';

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
