import type { Axis } from '../../engine/contract/filter';
import { AXES } from '../../engine/filters/axes';
import { sci } from '../../engine/words/numbers';
import { chosenBy } from '../../engine/words/ruleText';
import { spoken } from '../../figures/words/describe';
import { axisText, isCount, sameValue, settingText, signOf } from '../../figures/words/filterWords';
import { el, setText } from '../element';
import { explains } from '../glossary/explains';
import type { AxisScale } from './axisScale';
import { keyStep } from './keyStep';
import { NumberField } from './numberField';
import { type Scent, Track } from './track';

interface AxisSetup {
  readonly axis: Axis;
  readonly scale: AxisScale;
  /** Training rows: n·lambda is lambda's other scale. */
  readonly n: number;
  readonly fitted: number;
  readonly fittedBy: string;
  /** The first axis has room for the rule that chose its value. */
  readonly principal: boolean;
}

/** Decades that an arrow key moves, and Page Up and Page Down. */
const STEP = 0.05;
const LEAP = 0.5;

/** One parameter of the filter: the slider over its scent, and typed fields that follow it. */
export class AxisControl {
  readonly element: HTMLElement;
  // Positions 0…1 and no step: the fitted value must stand exactly where it is.
  private readonly range: HTMLInputElement;
  private readonly fields: readonly NumberField[];
  private readonly state = el('span', { class: 'state muted' });
  private readonly track: Track;
  private value: number;

  /** `moved` hears every change; `settled` those at the end of a drag or a typed value. */
  constructor(
    private readonly setup: AxisSetup,
    private readonly moved: (value: number) => void,
    private readonly settled: (said?: string) => void,
  ) {
    const { axis, scale, n, fitted } = setup;
    const { sign, name, unit } = AXES[axis];
    this.value = fitted;
    const kind = isCount(axis) ? 'whole numbers' : 'logarithmic';
    this.range = el('input', { type: 'range', min: 0, max: 1, step: 'any', 'aria-label': `${name}, ${kind}` });
    const typed = (value: number) => this.change(scale.clamped(value));
    const valueField = new NumberField(
      axis,
      axis === 'lambda' ? 'lambda per sample' : name,
      isCount(axis),
      1,
      typed,
      settled,
    );
    const total =
      axis === 'lambda' ? new NumberField('n-lambda', 'n times lambda', false, n, typed, settled) : undefined;
    this.fields = total ? [valueField, total] : [valueField];
    const go = (value: number) => {
      this.change(scale.clamped(value));
      settled();
    };
    const text = (value: number) => axisText(axis, value);
    this.track = new Track({ range: this.range, place: (value) => scale.position(value), text, go });
    this.element = el(
      'div',
      { class: `axis ${axis}`, 'data-axis': axis },
      el(
        'div',
        { class: 'row' },
        explains(el('label', { for: axis, class: 'accent' }, sign), sign),
        valueField.element,
        el('span', { class: 'muted unit' }, unit),
        total && explains(el('label', { for: 'n-lambda', class: 'muted' }, 'n·λ'), 'n·λ'),
        total?.element,
        this.state,
      ),
      this.track.element,
    );
    this.range.addEventListener('input', () => this.change(scale.value(this.range.valueAsNumber)));
    this.range.addEventListener('change', () => settled());
    this.range.addEventListener('keydown', (event) => this.key(event));
    this.show(this.value);
  }

  show(value: number): void {
    const { axis, scale, n, fitted, fittedBy, principal } = this.setup;
    this.value = value;
    const at = scale.clamped(value);
    const position = String(scale.position(at));
    // While a count is dragged the thumb stays under the pointer.
    if (!isCount(axis) || scale.value(this.range.valueAsNumber) !== at) this.range.value = position;
    const words = axis === 'lambda' ? `${sci(value)} per sample, n·λ ${sci(n * value)}` : settingText(axis, at);
    this.range.setAttribute('aria-valuetext', spoken(words));
    for (const field of this.fields) field.show(at);
    const still = sameValue(axis, at, scale.clamped(fitted));
    setText(
      this.state,
      still
        ? principal
          ? chosenBy(signOf(axis), fittedBy)
          : 'as fitted'
        : `fitted at ${axisText(axis, scale.clamped(fitted))}`,
    );
    this.state.title = still ? chosenBy(signOf(axis), fittedBy) : '';
  }

  drawScent(scent: Scent): void {
    this.track.drawScent(scent);
  }

  private change(value: number): void {
    this.show(value);
    this.moved(value);
  }

  private key(event: KeyboardEvent): void {
    const { scale } = this.setup;
    const step = keyStep(event, STEP, LEAP);
    if (step === undefined) return;
    const at = scale.clamped(this.value);
    this.change(Number.isFinite(step) ? scale.moved(at, step) : step < 0 ? scale.least : scale.greatest);
    this.settled();
  }
}
