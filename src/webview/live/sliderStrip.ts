import type { RunView } from '../../figures/view/view';
import type { FromView } from '../protocol.schema';
import type { SliderState, Sliders } from './slider';
import { SliderControl } from './sliderControl';

interface StripActions {
  /** Called at every change of a slider or a field. */
  readonly moved: (state: SliderState) => void;
  /**
   * Called at the end of a drag, at a typed value and at a key. `said` is the text on what became of a typed value that
   * could not be set exactly.
   */
  readonly settled: (said?: string) => void;
}

/** The frame around the sliders. */
export interface StripFrame {
  readonly element: HTMLElement;
  /** Enables its buttons once a slider has left the fitted values. */
  offer(moved: boolean): void;
  /** Returns the text on the time left. */
  working(fraction: number, stage: string): string;
  idle(): void;
}

/**
 * Makes the frame of sliders from the actions of its buttons; `use` makes the message that asks for a fit at the values
 * shown.
 */
export type FrameMaker = (sliders: readonly HTMLElement[], reset: () => void, use: () => FromView) => StripFrame;

/** The live parameters above the figures. */
export class SliderStrip {
  readonly frame: StripFrame;
  private readonly controls: readonly SliderControl[];
  private state: SliderState;

  constructor(
    private readonly of: Sliders,
    private readonly actions: StripActions,
    frameOf: FrameMaker,
  ) {
    this.state = of.fitted;
    this.controls = of.sliders.map(
      (slider) =>
        new SliderControl(slider, slider.of(of.fitted), (value) => this.move(slider.id, value), actions.settled),
    );
    const reset = () => {
      this.show(of.fitted);
      actions.moved(this.state);
      actions.settled();
    };
    this.frame = frameOf(
      this.controls.map(({ element }) => element),
      reset,
      () => of.use(this.state),
    );
    this.offer();
  }

  get element(): HTMLElement {
    return this.frame.element;
  }

  /** Follows values that were set elsewhere: restored, picked in a map, or suggested. */
  show(state: SliderState): void {
    this.state = state;
    for (const [i, slider] of this.of.sliders.entries()) this.controls[i].show(slider.of(state));
    this.offer();
  }

  drawScent(view: RunView): void {
    for (const [i, slider] of this.of.sliders.entries()) {
      const scent = slider.scent(view);
      if (scent) this.controls[i].drawScent(scent);
    }
  }

  private move(id: string, value: number): void {
    const { sliders } = this.of;
    for (const slider of sliders) if (slider.id === id) this.state = slider.into(this.state, value);
    // Another slider may have had to move: k ≤ r.
    for (const [i, slider] of sliders.entries()) if (slider.id !== id) this.controls[i].show(slider.of(this.state));
    this.offer();
    this.actions.moved(this.state);
  }

  private offer(): void {
    this.frame.offer(this.of.sliders.some((slider) => !slider.isFitted(slider.of(this.state))));
  }
}
