import type { Race } from '../engine/contract/race';
import type { RunBefore } from '../figures/improve/beforeAfter';
import type { PageContext } from './context';
import type { ViewState } from './protocol.schema';
import type { Theme } from './theme';

export interface RunPageContext extends PageContext {
  readonly remember: (state: ViewState) => void;
}

/** A run in the page, of any kind. */
export interface Shown {
  readonly element: HTMLElement;
  /** The finding in one sentence. */
  readonly lead: string;
  /** Draws; the element must be in the page. */
  mount(): void;
  /** Shows that the run is being fitted again, and the engine's current stage; `idle` ends that. */
  working(fraction: number, stage: string): void;
  idle(): void;
  /** Shows the candidates of the run, whose fit continues, in their current state. */
  race(race: Race): void;
  /** Takes the run that this one was fitted from, which has arrived. */
  showBefore(before: RunBefore): void;
  /** Shows the same as another panel of the run, in its own tab. */
  follow(view: ViewState): void;
  turnTab(by: number): void;
  retheme(theme: Theme): void;
  destroy(): void;
}
