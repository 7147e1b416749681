import type { RobustFit } from '../../engine/contract/robust';
import type { RunView } from '../../figures/view/view';
import { StrengthControl } from './strengthControl';
import type { FrameMaker, SliderState, Strip, StripActions, StripFrame } from './strip';

/** The one slider of a robust fit: its strength, for all quantiles together. */
export class StrengthStrip implements Strip {
  private readonly control: StrengthControl;
  private readonly frame: StripFrame;
  private at: number;

  constructor(
    { run, facts }: RunView,
    private readonly robust: RobustFit,
    actions: StripActions,
    frameOf: FrameMaker,
  ) {
    this.at = robust.at;
    const move = (at: number) => {
      this.at = at;
      this.frame.offer(at !== robust.at);
      actions.moved({ filter: run.filter, at });
    };
    this.control = new StrengthControl(robust, facts.n, move, actions.settled);
    const reset = () => {
      this.control.show(robust.at);
      move(robust.at);
      actions.settled();
    };
    const { axis, values } = robust.path;
    this.frame = frameOf([this.control.element], reset, () => ({
      type: 'useStrength',
      axis,
      value: values[this.at],
    }));
    this.frame.offer(false);
  }

  get element(): HTMLElement {
    return this.frame.element;
  }

  show({ at = this.robust.at }: SliderState): void {
    this.at = at;
    this.control.show(at);
    this.frame.offer(at !== this.robust.at);
  }

  /** The score along the path is what the run stores, and no other slider changes it. */
  drawScent(): void {}

  working(fraction: number, stage: string): string {
    return this.frame.working(fraction, stage);
  }

  idle(): void {
    this.frame.idle();
  }
}
