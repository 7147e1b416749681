import { fixed, percent } from '../../engine/words/numbers';
import { spoken } from '../../figures/words/describe';
import { el, setText } from '../element';
import { keyStep } from './keyStep';
import { NumberField } from './numberField';
import { type Scent, Track } from './track';

/** Ends of the slider; no threshold is certain. */
const LEAST = 0.01;
const GREATEST = 0.99;
/** What an arrow key moves, and Page Up and Page Down. */
const STEP = 0.01;
const LEAP = 0.1;

/** The probability above which the second of two classes is predicted: a slider over the share of wrong rows, and a typed field. */
export class ThresholdControl {
  readonly element: HTMLElement;
  private readonly range: HTMLInputElement;
  private readonly field: NumberField;
  private readonly state = el('span', { class: 'state muted' });
  private readonly track: Track;
  private value: number;

  /** `level` is the second class. `moved` hears every change; `settled` those at the end of a drag or a typed value. */
  constructor(
    private readonly level: string,
    private readonly fitted: number,
    private readonly moved: (value: number) => void,
    private readonly settled: (said?: string) => void,
  ) {
    this.value = fitted;
    this.range = el('input', { type: 'range', min: 0, max: 1, step: 'any', 'aria-label': `threshold of ${level}` });
    this.field = new NumberField('threshold', 'threshold', false, 1, (value) => this.change(clamped(value)), settled);
    const go = (value: number) => {
      this.change(value);
      settled();
    };
    const text = (value: number) => fixed(value, 2);
    this.track = new Track({ range: this.range, place: positionOf, text, go });
    this.element = el(
      'div',
      { class: 'axis threshold', 'data-axis': 'threshold' },
      el(
        'div',
        { class: 'row' },
        el('label', { for: 'threshold', class: 'accent' }, 'threshold'),
        this.field.element,
        el('span', { class: 'muted unit' }, `predicts ${level} above it`),
        this.state,
      ),
      this.track.element,
    );
    this.range.addEventListener('input', () =>
      this.change(clamped(LEAST + this.range.valueAsNumber * (GREATEST - LEAST))),
    );
    this.range.addEventListener('change', () => settled());
    this.range.addEventListener('keydown', (event) => this.key(event));
    this.show(fitted);
  }

  show(value: number): void {
    this.value = value;
    this.range.value = String(positionOf(value));
    this.range.setAttribute('aria-valuetext', spoken(`${this.level} is predicted above ${percent(value)}`));
    this.field.show(value);
    setText(this.state, value === this.fitted ? 'as fitted' : `fitted at ${fixed(this.fitted, 2)}`);
  }

  drawScent(scent: Scent): void {
    this.track.drawScent(scent);
  }

  private change(value: number): void {
    this.show(value);
    this.moved(value);
  }

  private key(event: KeyboardEvent): void {
    const step = keyStep(event, STEP, LEAP);
    if (step === undefined) return;
    this.change(clamped(this.value + step));
    this.settled();
  }
}

/** To hundredths where a hand moves it: no finer one can be told. */
const clamped = (value: number) => Math.min(GREATEST, Math.max(LEAST, Math.round(value * 100) / 100));

const positionOf = (value: number) => Math.min(1, Math.max(0, (value - LEAST) / (GREATEST - LEAST)));
