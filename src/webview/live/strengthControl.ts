import type { RobustFit, StrengthAxis } from '../../engine/contract/robust';
import { sci } from '../../engine/words/numbers';
import { STRENGTH_WORDS, strengthText } from '../../figures/robust/strength';
import { spoken } from '../../figures/words/describe';
import { el, setText } from '../element';
import { explains } from '../glossary/explains';
import { NumberField } from './numberField';
import { nearestPoint, nearestText, pathMarks, strengthState } from './strengthPath';
import { Track } from './track';

/** What the value means, small beside its field. */
const UNITS: Readonly<Record<StrengthAxis, string>> = {
  t: 'descent time',
  c: 'bound on |α|',
  epsilon: 'largest residual',
  lambda: 'per sample',
};

/**
 * The strength of a robust fit: a slider over the points of its path, which lie evenly on the track, and typed fields that take
 * the nearest point.
 */
export class StrengthControl {
  readonly element: HTMLElement;
  // Positions are indices, so that keys, screen readers and a drag all go from point to point.
  private readonly range: HTMLInputElement;
  private readonly fields: readonly NumberField[];
  private readonly state = el('span', { class: 'state muted' });
  /** What was typed last and is no point of the path; NaN once the slider has moved otherwise. */
  private typed = Number.NaN;
  private at: number;

  /** `n` training rows. `moved` hears every change; `settled` those at the end of a drag or a typed value, with what became of it. */
  constructor(
    private readonly robust: RobustFit,
    private readonly n: number,
    private readonly moved: (at: number) => void,
    settled: (said?: string) => void,
  ) {
    const { axis, values, score } = robust.path;
    const { sign } = STRENGTH_WORDS[axis];
    const name = spoken(STRENGTH_WORDS[axis].name);
    const last = Math.max(1, values.length - 1);
    this.at = robust.at;
    this.range = el('input', {
      type: 'range',
      min: 0,
      max: last,
      step: 1,
      'aria-label': `${name}, points of the path`,
    });
    const settle = (said?: string) => settled(said ?? this.snapped());
    const typed = (value: number) => this.type(value);
    const valueField = new NumberField(axis, name, false, 1, typed, settle);
    const total =
      axis === 'lambda' ? new NumberField('n-lambda', 'n times lambda', false, n, typed, settle) : undefined;
    this.fields = total ? [valueField, total] : [valueField];
    const go = (at: number) => {
      this.change(at);
      settled();
    };
    const text = (at: number) => sci(values[at]);
    const track = new Track({ range: this.range, place: (at) => at / last, text, go });
    track.drawScent({
      values: Array.from(values, (_, i) => i),
      error: score,
      marks: pathMarks(robust.path, robust.at),
    });
    this.element = el(
      'div',
      { class: `axis strength ${axis}`, 'data-axis': axis },
      el(
        'div',
        { class: 'row' },
        explains(el('label', { for: axis, class: 'accent' }, sign), STRENGTH_WORDS[axis].name),
        valueField.element,
        el('span', { class: 'muted unit' }, UNITS[axis]),
        total && explains(el('label', { for: 'n-lambda', class: 'muted' }, 'n·λ'), 'n·λ'),
        total?.element,
        this.state,
      ),
      track.element,
    );
    this.range.addEventListener('input', () => this.change(Math.min(values.length - 1, this.range.valueAsNumber)));
    this.range.addEventListener('change', () => settled());
    this.show(this.at);
  }

  show(at: number): void {
    this.typed = Number.NaN;
    this.draw(at);
  }

  private draw(at: number): void {
    const { path, at: fitted, rule, live } = this.robust;
    const value = path.values[at];
    this.at = at;
    this.range.value = String(at);
    const total = path.axis === 'lambda' ? `, n·λ ${sci(this.n * value)}` : '';
    this.range.setAttribute('aria-valuetext', spoken(`${strengthText(path.axis, value)}${total}`));
    for (const field of this.fields) field.show(value);
    const state = strengthState(
      { at, typed: this.snapped() ?? '' },
      {
        at: fitted,
        sign: STRENGTH_WORDS[path.axis].sign,
        text: sci(path.values[fitted]),
        by: rule,
        live: live !== undefined,
      },
    );
    setText(this.state, state);
    this.state.title = state;
  }

  private snapped(): string | undefined {
    const text = Number.isNaN(this.typed) ? '' : nearestText(this.typed, this.robust.path.values[this.at]);
    return text === '' ? undefined : text;
  }

  private type(value: number): void {
    this.typed = value;
    const at = nearestPoint(this.robust.path.values, value);
    this.draw(at);
    this.moved(at);
  }

  private change(at: number): void {
    this.show(at);
    this.moved(at);
  }
}
