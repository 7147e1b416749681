import type { Axis } from '../../engine/contract/filter';
import { spoken } from '../../engine/figures/describe';
import { AXIS_WORDS, axisText, isCount, sameValue, settingText } from '../../engine/figures/filterWords';
import { count, sci } from '../../engine/figures/numbers';
import { el, setText, svg } from '../element';
import type { AxisScale } from './axisScale';
import { NumberField } from './numberField';
import { SCENT_HEIGHT, scentOutline, scentPaths } from './scent';

/** A value worth finding again, marked under the track. */
export interface AxisMark {
  readonly text: string;
  readonly value: number;
}

export interface AxisSetup {
  readonly axis: Axis;
  readonly scale: AxisScale;
  /** Training rows: n·lambda is lambda's other scale. */
  readonly n: number;
  readonly fitted: number;
  readonly fittedBy: string;
  /** The first axis has room for the rule that chose its value. */
  readonly principal: boolean;
}

/** What the track shows of the error along the axis; it changes while another slider moves. */
export interface Scent {
  readonly values: ArrayLike<number>;
  readonly error: ArrayLike<number>;
  readonly marks: readonly AxisMark[];
}

/** Decades that an arrow key moves, and Page Up and Page Down. */
const STEP = 0.05;
const LEAP = 0.5;

/** Pixels of a letter in a mark's name, rather too many than too few, and of a track that is not in the page yet. */
const LETTER = 5.8;
const USUAL_WIDTH = 300;

/** One parameter of the filter: the slider over its scent, and typed fields that follow it. */
export class AxisControl {
  readonly element: HTMLElement;
  // Positions 0…1 and no step: the fitted value must stand exactly where it is.
  private readonly range: HTMLInputElement;
  private readonly fields: readonly NumberField[];
  private readonly state = el('span', { class: 'state muted' });
  private readonly area = svg('path', { class: 'area' });
  private readonly line = svg('path', { class: 'line' });
  private readonly pins = el('div', { class: 'pins' });
  private scent: Scent = { values: [], error: [], marks: [] };
  private value: number;

  /** `moved` hears every change; `settled` those at the end of a drag or a typed value. */
  constructor(
    private readonly setup: AxisSetup,
    private readonly moved: (value: number) => void,
    private readonly settled: () => void,
  ) {
    const { axis, scale, n, fitted } = setup;
    const { sign, name, unit } = AXIS_WORDS[axis];
    this.value = fitted;
    const kind = isCount(axis) ? 'whole numbers' : 'logarithmic';
    this.range = el('input', { type: 'range', min: 0, max: 1, step: 'any', 'aria-label': `${name}, ${kind}` });
    const typed = (value: number) => this.change(scale.clamped(value));
    const own = new NumberField(axis, axis === 'lambda' ? 'lambda per sample' : name, isCount(axis), 1, typed, settled);
    const total =
      axis === 'lambda' ? new NumberField('n-lambda', 'n times lambda', false, n, typed, settled) : undefined;
    this.fields = total ? [own, total] : [own];
    this.element = el(
      'div',
      { class: `axis ${axis}`, 'data-axis': axis },
      el(
        'div',
        { class: 'row' },
        el('label', { for: axis, class: 'accent' }, sign),
        own.element,
        el('span', { class: 'muted unit' }, unit),
        total && el('label', { for: 'n-lambda', class: 'muted' }, 'n·λ'),
        total?.element,
        this.state,
      ),
      el(
        'div',
        { class: 'slide' },
        svg(
          'svg',
          { viewBox: `0 0 100 ${SCENT_HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
          this.area,
          this.line,
          svg('line', { class: 'base', x1: 0, x2: 100, y1: SCENT_HEIGHT, y2: SCENT_HEIGHT }),
        ),
        this.pins,
        this.range,
      ),
    );
    this.range.addEventListener('input', () => this.change(scale.value(this.range.valueAsNumber)));
    this.range.addEventListener('change', settled);
    this.range.addEventListener('keydown', (event) => this.key(event));
    this.show(this.value);
    // How many names have room depends on the track's width.
    new ResizeObserver(() => this.pins.replaceChildren(...this.pinned(this.scent.marks))).observe(this.pins);
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
      still ? `as fitted${principal ? `: ${fittedBy}` : ''}` : `fitted at ${axisText(axis, scale.clamped(fitted))}`,
    );
    this.state.title = still ? `as fitted: ${fittedBy}` : '';
  }

  /** Draws the track's landscape and its marks. Costs nothing when nothing changed. */
  smell(scent: Scent): void {
    const { scale } = this.setup;
    if (scent.values !== this.scent.values || scent.error !== this.scent.error) {
      const at = Array.from(scent.values, (value) => scale.position(value));
      const { line, area } = scentPaths(scentOutline(at, scent.error));
      this.line.setAttribute('d', line);
      this.area.setAttribute('d', area);
    }
    const key = (marks: readonly AxisMark[]) => marks.map(({ text, value }) => `${text} ${value}`).join();
    if (key(scent.marks) !== key(this.scent.marks)) this.pins.replaceChildren(...this.pinned(scent.marks));
    this.scent = scent;
  }

  private change(value: number): void {
    this.show(value);
    this.moved(value);
  }

  private key(event: KeyboardEvent): void {
    const { scale } = this.setup;
    const steps: Record<string, number> = {
      ArrowRight: STEP,
      ArrowUp: STEP,
      ArrowLeft: -STEP,
      ArrowDown: -STEP,
      PageUp: LEAP,
      PageDown: -LEAP,
      Home: Number.NEGATIVE_INFINITY,
      End: Number.POSITIVE_INFINITY,
    };
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const at = scale.clamped(this.value);
    this.change(Number.isFinite(step) ? scale.moved(at, step) : step < 0 ? scale.least : scale.greatest);
    this.settled();
  }

  /** Marks below the track; those at one place share a name. The names that matter most find their room first. */
  private pinned(marks: readonly AxisMark[]): HTMLElement[] {
    const { scale } = this.setup;
    const placed: { text: string; value: number; at: number }[] = [];
    for (const { text, value } of marks) {
      const at = scale.position(value);
      const same = placed.find((p) => Math.abs(p.at - at) < 0.012);
      if (same) same.text += `, ${text}`;
      else placed.push({ text, value, at });
    }
    const width = this.pins.clientWidth || USUAL_WIDTH;
    const taken: (readonly [number, number])[] = placed.map(({ at }) => [at - 4 / width, at + 4 / width]);
    return placed.flatMap((mark, i) => {
      const { text, at } = mark;
      const pin = el('span', { class: 'pin' });
      // The thumb is 12 px wide, so its middle runs from 6 px to the width less 6 px.
      pin.style.left = `calc(6px + ${at} * (100% - 12px))`;
      // The first name comes first: it may stand under another's pin.
      const free = ([from, to]: readonly [number, number]) =>
        from > -0.03 &&
        to < 1.03 &&
        !taken.some(([a, b], j) => j !== i && from < b && a < to && (i > 0 || j >= placed.length));
      // Where there is no room for all the names of a place, its first one stands for them.
      const sides = [text, text.split(',')[0]].flatMap((short) => {
        const wide = (LETTER * short.length + 12) / width;
        return [
          { short, before: false, box: [at, at + wide] },
          { short, before: true, box: [at - wide, at] },
        ] as const;
      });
      const side = sides.find(({ box }) => free(box));
      if (!side) return [pin];
      taken.push(side.box);
      return [pin, this.pinName(mark, side.short, side.before, pin.style.left)];
    });
  }

  private pinName({ text, value }: AxisMark, short: string, before: boolean, left: string): HTMLElement {
    const { scale, axis } = this.setup;
    const title = `Go to ${text}: ${isCount(axis) ? count(value) : sci(value)}`;
    const name = el(
      'button',
      { class: `pin-name${before ? ' before' : ''}`, type: 'button', title, tabindex: -1 },
      short,
    );
    name.style.left = left;
    name.addEventListener('click', () => {
      this.change(scale.clamped(value));
      this.settled();
    });
    return name;
  }
}
