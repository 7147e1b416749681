import type { FilterSpec } from '../../engine/contract/filter';
import type { RunView } from '../../figures/view/view';
import type { FromView } from '../protocol';

/** The sliders' values: a filter of the spectrum; for a robust fit a point of its path, by index; for two classes their threshold. */
export interface SliderState {
  readonly filter: FilterSpec;
  readonly at?: number;
  readonly threshold?: number;
}

export interface StripActions {
  /** Every change of a slider or a field. */
  readonly moved: (state: SliderState) => void;
  /** The end of a drag, a typed value, a key. `said` is what became of a typed value that was not to be had. */
  readonly settled: (said?: string) => void;
}

/** The live parameters above the figures, whatever they move. */
export interface Strip {
  readonly element: HTMLElement;
  /** Follows values set elsewhere: restored, picked in a map, or suggested. */
  show(state: SliderState): void;
  /** The error along each slider while the others keep their values: scented widgets (Willett, Heer and Agrawala 2007). */
  drawScent(view: RunView): void;
  /** Returns what is said of the time left. */
  working(fraction: number, stage: string): string;
  idle(): void;
}

/** What stands around the sliders. */
export interface StripFrame {
  readonly element: HTMLElement;
  /** Its buttons have something to do once a slider has left what was fitted. */
  offer(moved: boolean): void;
  working(fraction: number, stage: string): string;
  idle(): void;
}

/** Makes the frame of sliders from what its buttons do; `use` is what asks for a fit at the values shown. */
export type FrameMaker = (sliders: readonly HTMLElement[], reset: () => void, use: () => FromView) => StripFrame;
