import { capitalised } from '../../engine/words/sentence';
import { actionButton } from '../controls';
import { el, setText } from '../element';

/** What the engine is doing, how far it is, and a way to stop it. */
export class ProgressBar {
  readonly element: HTMLElement;
  private readonly stage = el('span', { class: 'stage' });
  private readonly bar = el('progress', { max: 1, 'aria-label': 'Progress' });

  constructor(cancel: () => void) {
    const stop = actionButton('Cancel', 'secondary', 'Stop fitting; nothing is lost', cancel);
    this.element = el(
      'div',
      { class: 'progress', role: 'status' },
      el('div', { class: 'told' }, this.stage, this.bar),
      stop.element,
    );
  }

  show(fraction: number, stage: string): void {
    this.bar.value = Math.min(1, Math.max(0, fraction));
    setText(this.stage, `${capitalised(stage || 'working')}…`);
  }
}
