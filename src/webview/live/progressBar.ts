import { capitalised } from '../../engine/words/sentence';
import { actionButton } from '../controls';
import { el, setText } from '../element';

/** The engine's current stage, its progress, and a button to stop it. */
export class ProgressBar {
  readonly element: HTMLElement;
  private readonly stage = el('span.stage');
  /** Not spoken: it changes all the time. */
  private readonly left = el('span.left-over', { 'aria-hidden': 'true' });
  private readonly stop;
  private begun = { at: 0, fraction: 0 };
  /** Below 0 before it begins. */
  private reached = -1;
  private readonly bar = el('progress', { max: 1, 'aria-label': 'Progress' });

  constructor(cancel: () => void, hint = 'Stop fitting; nothing is lost') {
    this.stop = actionButton('Cancel', 'secondary', hint, cancel);
    this.element = el(
      'div.progress',
      { role: 'status' },
      el('div.told', el('span.doing', this.stage, this.left), this.bar),
      this.stop.element,
    );
  }

  /** Takes over the focus of the element that it replaces. */
  focus(): void {
    this.stop.element.focus();
  }

  /** `fraction` is below 0 while the engine waits for a person. Returns the text on the time left. */
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

/** Before this it is too early for an estimate: a guess that is soon wrong is worse than none. */
const LEAST_SECONDS = 2;
const LEAST_SHARE = 0.1;

/** "about 10 s left", from the time that the part from `first` to `now` took; '' while that is not enough to tell. */
export function timeLeft(elapsed: number, first: number, now: number): string {
  if (elapsed < LEAST_SECONDS || now - first < LEAST_SHARE || now >= 1) return '';
  const seconds = (elapsed * (1 - now)) / (now - first);
  if (seconds < 1.5) return '';
  if (seconds >= 90) return `about ${Math.round(seconds / 60)} min left`;
  const step = seconds < 10 ? 1 : 5;
  return `about ${Math.max(step, step * Math.round(seconds / step))} s left`;
}
