import type { Race } from '../engine/contract/race';
import type { RunBefore } from '../figures/improve/beforeAfter';
import type { PageContext } from './context';
import type { ViewState } from './protocol.schema';
import type { Theme } from './theme';

export interface RunPageContext extends PageContext {
  readonly remember: (state: ViewState) => void;
}

/** A run in the page, of whatever kind. */
export interface Shown {
  readonly element: HTMLElement;
  /** What was found, in one sentence. */
  readonly lead: string;
  /** Draws; the element must be in the page. */
  mount(): void;
  /** The run is being fitted again, and what the engine is doing; and nothing more. */
  working(fraction: number, stage: string): void;
  idle(): void;
  /** The candidates of the run, whose fit goes on, as far as they are now. */
  race(race: Race): void;
  /** The run that this one was fitted from has come. */
  showBefore(before: RunBefore): void;
  /** Shows what another panel of the run shows, in its own tab. */
  follow(view: ViewState): void;
  turnTab(by: number): void;
  retheme(theme: Theme): void;
  destroy(): void;
}
