import { actionButton } from '../controls';
import { el } from '../element';
import { ProgressBar } from './progressBar';
import type { StripFrame } from './sliderStrip';

/** Sliders side by side with Reset and "Use this", which the engine's progress replaces while it fits again. */
export class PanelFrame implements StripFrame {
  readonly element: HTMLElement;
  private readonly progress: ProgressBar;
  private readonly buttons: HTMLElement;
  private readonly reset;
  private readonly use;

  constructor(sliders: readonly HTMLElement[], reset: () => void, use: () => void, cancel: () => void) {
    this.reset = actionButton('Reset', 'secondary', 'Back to the fitted values', reset);
    this.use = actionButton('Use this', 'primary', 'Fit the stored model again with these values', use);
    this.buttons = el('div.actions', this.reset.element, this.use.element);
    this.progress = new ProgressBar(cancel);
    this.progress.element.hidden = true;
    this.element = el(
      'div.controls',
      { role: 'group', 'aria-label': 'Live parameters' },
      el('div', { class: `axes of-${sliders.length}` }, ...sliders),
      this.buttons,
      this.progress.element,
    );
    // The axis that gets the focus back after "Use this".
    this.element.addEventListener('focusin', ({ target }) => {
      const axis = target instanceof Element && target.closest<HTMLElement>('[data-axis]')?.dataset.axis;
      if (axis) this.element.dataset.last = axis;
    });
  }

  offer(moved: boolean): void {
    this.reset.enable(moved);
    this.use.enable(moved);
  }

  working(fraction: number, stage: string): string {
    const focused = this.buttons.contains(document.activeElement);
    this.progress.element.hidden = false;
    this.element.classList.add('working');
    this.buttons.hidden = true;
    if (focused) this.progress.focus();
    return this.progress.show(fraction, stage);
  }

  idle(): void {
    const focused = this.progress.element.contains(document.activeElement);
    this.progress.element.hidden = true;
    this.element.classList.remove('working');
    this.buttons.hidden = false;
    if (focused) this.use.element.focus();
  }
}
