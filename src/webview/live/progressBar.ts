import { capitalised } from '../../engine/words/sentence';
import { actionButton } from '../controls';
import { el, setText } from '../element';
import { timeLeft } from './timeLeft';

/** What the engine is doing, how far it is, and a way to stop it. */
export class ProgressBar {
  readonly element: HTMLElement;
  private readonly stage = el('span', { class: 'stage' });
  /** Not spoken: it changes all the time. */
  private readonly left = el('span', { class: 'left-over', 'aria-hidden': 'true' });
  private readonly stop;
  private begun = { at: 0, fraction: 0 };
  /** Below 0 before it begins. */
  private reached = -1;
  private readonly bar = el('progress', { max: 1, 'aria-label': 'Progress' });

  constructor(cancel: () => void, hint = 'Stop fitting; nothing is lost') {
    this.stop = actionButton('Cancel', 'secondary', hint, cancel);
    this.element = el(
      'div',
      { class: 'progress', role: 'status' },
      el('div', { class: 'told' }, el('span', { class: 'doing' }, this.stage, this.left), this.bar),
      this.stop.element,
    );
  }

  /** The focus of what gave way to it. */
  focus(): void {
    this.stop.element.focus();
  }

  /** `fraction` below 0 while it waits for a person. Returns what it says of the time left. */
  show(fraction: number, stage: string): string {
    if (this.reached < 0 || fraction < this.reached) this.begun = { at: performance.now(), fraction };
    this.reached = fraction;
    const elapsed = (performance.now() - this.begun.at) / 1000;
    const left = timeLeft(elapsed, this.begun.fraction, fraction);
    setText(this.left, left);
    this.bar.value = Math.min(1, Math.max(0, fraction));
    setText(this.stage, `${capitalised(stage || 'working')}…`);
    return left;
  }
}
