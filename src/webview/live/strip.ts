import type { FilterSpec } from '../../engine/contract/filter';
import type { RunView } from '../../figures/view/view';
import { actionButton } from '../controls';
import { el } from '../element';
import type { FromView } from '../protocol';
import { ProgressBar } from './progressBar';

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
  readonly use: (message: FromView) => void;
  readonly cancel: () => void;
}

/** The live parameters above the figures, whatever they move. */
export interface Strip {
  readonly element: HTMLElement;
  /** Follows values set elsewhere: restored, picked in a map, or suggested. */
  show(state: SliderState): void;
  /** The error along each slider while the others keep their values: scented widgets (Willett, Heer and Agrawala 2007). */
  drawScent(view: RunView): void;
  working(fraction: number, stage: string): void;
  idle(): void;
}

/** Sliders side by side with Reset and "Use this", which give way to what the engine does while it fits again. */
export class StripFrame {
  readonly element: HTMLElement;
  private readonly progress: ProgressBar;
  private readonly buttons: HTMLElement;
  private readonly reset;
  private readonly use;

  constructor(sliders: readonly HTMLElement[], reset: () => void, use: () => void, cancel: () => void) {
    this.reset = actionButton('Reset', 'secondary', 'Back to the fitted values', reset);
    this.use = actionButton('Use this', 'primary', 'Fit the stored model again with these values', use);
    this.buttons = el('div', { class: 'actions' }, this.reset.element, this.use.element);
    this.progress = new ProgressBar(cancel);
    this.progress.element.hidden = true;
    this.element = el(
      'div',
      { class: 'controls', role: 'group', 'aria-label': 'Live parameters' },
      el('div', { class: `axes of-${sliders.length}` }, ...sliders),
      this.buttons,
      this.progress.element,
    );
  }

  /** Both buttons have something to do once a slider has left what was fitted. */
  offer(moved: boolean): void {
    this.reset.enable(moved);
    this.use.enable(moved);
  }

  working(fraction: number, stage: string): void {
    this.progress.show(fraction, stage);
    this.progress.element.hidden = false;
    this.buttons.hidden = true;
  }

  idle(): void {
    this.progress.element.hidden = true;
    this.buttons.hidden = false;
  }
}
