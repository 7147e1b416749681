import { spoken } from '../../figures/words/describe';
import { el, explains, setText } from '../element';
import { NumberField } from './numberField';
import type { Scent, Slider } from './slider';
import { Track } from './track';

/** A slider over its scent, and typed fields that follow it. */
export class SliderControl {
  readonly element: HTMLElement;
  private readonly range: HTMLInputElement;
  private readonly fields: readonly NumberField[];
  private readonly state = el('span.state.muted');
  private readonly track: Track;
  /** The number typed last; NaN once the slider has moved otherwise. */
  private typed = Number.NaN;

  /**
   * `moved` is called at every change, `settled` at the end of a drag or of typing, with the text on what became of the
   * typed value.
   */
  constructor(
    private readonly slider: Slider,
    private value: number,
    private readonly moved: (value: number) => void,
    private readonly settled: (said?: string) => void,
  ) {
    const { id, kind, sign, term, unit, label, fieldLabel, n, integer, last, step } = slider;
    this.range = el('input', { type: 'range', min: 0, max: last, step, 'aria-label': label });
    const typed = (number: number) => this.change(slider.typed(number), number);
    const settle = (said?: string) => settled(said ?? (this.became || undefined));
    const valueField = new NumberField(id, fieldLabel, integer, 1, typed, settle);
    const total = n === undefined ? undefined : new NumberField('n-lambda', 'n times lambda', false, n, typed, settle);
    this.fields = total ? [valueField, total] : [valueField];
    this.track = new Track({
      range: this.range,
      place: (value) => slider.position(value) / last,
      text: (value) => slider.text(value),
      go: (value) => {
        this.change(value);
        settled();
      },
    });
    const name = el('label.accent', { for: id }, sign);
    this.element = el(
      'div',
      { class: ['axis', kind, id].filter(Boolean).join(' '), 'data-axis': id },
      el(
        'div.row',
        term === undefined ? name : explains(name, term),
        valueField.element,
        el('span.muted.unit', unit),
        total && explains(el('label.muted', { for: 'n-lambda' }, 'n·λ'), 'n·λ'),
        total?.element,
        this.state,
      ),
      this.track.element,
    );
    this.range.addEventListener('input', () => this.change(slider.value(this.range.valueAsNumber)));
    this.range.addEventListener('change', () => settled());
    this.range.addEventListener('keydown', (event) => this.key(event));
    this.show(value);
  }

  show(value: number, typed = Number.NaN): void {
    const { slider } = this;
    this.value = value;
    this.typed = typed;
    const shown = slider.shown(value);
    // While a count is dragged, the thumb stays under the pointer.
    if (!slider.integer || slider.value(this.range.valueAsNumber) !== shown)
      this.range.value = String(slider.position(value));
    this.range.setAttribute('aria-valuetext', spoken(slider.spoken(value)));
    for (const field of this.fields) field.show(shown);
    const { text, title = '' } = slider.state(value, this.became);
    setText(this.state, text);
    this.state.title = title;
  }

  drawScent(scent: Scent): void {
    this.track.drawScent(scent);
  }

  private get became(): string {
    return Number.isNaN(this.typed) ? '' : (this.slider.became?.(this.value, this.typed) ?? '');
  }

  private change(value: number, typed?: number): void {
    this.show(value, typed);
    this.moved(value);
  }

  private key(event: KeyboardEvent): void {
    const { keys } = this.slider;
    const by = keys && keyStep(event, keys.step, keys.leap);
    if (keys === undefined || by === undefined) return;
    this.change(keys.moved(this.value, by));
    this.settled();
  }
}

/**
 * How far a key moves a slider: by `step` or by `leap`, up or down, or by ±∞ to an end. Undefined for keys that mean
 * something else; for the other keys the event's default is prevented.
 */
function keyStep(event: KeyboardEvent, step: number, leap: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowRight: step,
    ArrowUp: step,
    ArrowLeft: -step,
    ArrowDown: -step,
    PageUp: leap,
    PageDown: -leap,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  if (event.altKey || event.ctrlKey || event.metaKey || steps[event.key] === undefined) return undefined;
  event.preventDefault();
  return steps[event.key];
}
