import { remembered, VIEW_STATE, type ViewState } from '../../webview/protocol.schema';
import { MEMENTO } from '../ids';
import type { Keep } from '../remembered';

/** Views of more runs than this are forgotten, the longest unused first. */
const VIEWS = 50;

/** A slider being dragged changes the view many times a second: written once it rests, in milliseconds. */
const REST = 200;

/**
 * What panels showed last: tab, target and filter, by run. VS Code keeps a page's own state too, but writes it when the
 * window closes, and a window in a browser may be gone before that.
 */
export class RememberedViews {
  private waiting: NodeJS.Timeout | undefined;
  private views: readonly ViewState[];

  constructor(private readonly keep: Keep) {
    this.views = keep.get<readonly unknown[]>(MEMENTO.views, []).map((view) => remembered(VIEW_STATE, view));
  }

  /** The view of this run as last seen, or `state` itself. */
  latest(state: ViewState): ViewState {
    return this.views.find((view) => sameShown(view, state)) ?? state;
  }

  note(state: ViewState): void {
    this.views = [state, ...this.views.filter((view) => !sameShown(view, state))].slice(0, VIEWS);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.write(), REST);
  }

  dispose(): void {
    if (this.waiting) this.write();
  }

  private write(): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    void this.keep.update(MEMENTO.views, this.views);
  }
}

const sameShown = (a: ViewState, b: ViewState): boolean => a.runId === b.runId && a.only === b.only;
