import { spoken } from '../../engine/figures/describe';
import { sci } from '../../engine/figures/numbers';
import { el, setText, svg } from '../element';
import type { LambdaScale } from './lambdaScale';
import { fieldText, parseLambda } from './lambdaText';
import { SCENT_HEIGHT, scentOutline, scentPaths } from './scent';

/** A value worth finding again, marked under the track. */
export interface LambdaMark {
  readonly text: string;
  readonly lambda: number;
}

export interface LambdaSetup {
  readonly scale: LambdaScale;
  /** Training rows: n·lambda is the other scale. */
  readonly n: number;
  readonly fitted: number;
  readonly fittedBy: string;
  /** The error curve that the track shows. */
  readonly scent: { readonly lambda: ArrayLike<number>; readonly error: ArrayLike<number> };
  readonly marks: readonly LambdaMark[];
}

/** Decades that an arrow key moves, and Page Up and Page Down. */
const STEP = 0.05;
const LEAP = 0.5;

/** The slider over its scent, and two typed fields, lambda and n·lambda, that follow each other and the slider. */
export class LambdaControl {
  readonly element: HTMLElement;
  // Positions 0…1 and no step: the fitted lambda must stand exactly where it is.
  private readonly range = el('input', {
    type: 'range',
    min: 0,
    max: 1,
    step: 'any',
    'aria-label': 'lambda, logarithmic',
  });
  private readonly perSample = el('input', {
    class: 'number',
    id: 'lambda',
    type: 'text',
    'aria-label': 'lambda per sample',
  });
  private readonly total = el('input', {
    class: 'number',
    id: 'n-lambda',
    type: 'text',
    'aria-label': 'n times lambda',
  });
  private readonly state = el('span', { class: 'state muted' });
  private lambda: number;

  /** `moved` hears every change; `settled` those at the end of a drag or a typed value. */
  constructor(
    private readonly setup: LambdaSetup,
    private readonly moved: (lambda: number) => void,
    private readonly settled: () => void,
  ) {
    this.lambda = setup.fitted;
    this.element = el(
      'div',
      { class: 'lambda' },
      el(
        'div',
        { class: 'row' },
        el('label', { for: 'lambda', class: 'accent' }, 'λ'),
        this.perSample,
        el('span', { class: 'muted' }, 'per sample'),
        el('label', { for: 'n-lambda', class: 'muted' }, 'n·λ'),
        this.total,
        this.state,
      ),
      el('div', { class: 'slide' }, this.scent(), ...this.pins(), this.range),
    );
    this.range.addEventListener('input', () => this.change(setup.scale.lambda(this.range.valueAsNumber)));
    this.range.addEventListener('change', settled);
    this.range.addEventListener('keydown', (event) => this.key(event));
    this.field(this.perSample, 1);
    this.field(this.total, setup.n);
    this.show(this.lambda);
  }

  show(lambda: number): void {
    this.lambda = lambda;
    const { scale, n, fitted, fittedBy } = this.setup;
    this.range.value = String(scale.position(lambda));
    this.range.setAttribute('aria-valuetext', spoken(`${sci(lambda)} per sample, n·λ ${sci(n * lambda)}`));
    for (const [field, factor] of [
      [this.perSample, 1],
      [this.total, n],
    ] as const) {
      if (document.activeElement !== field || !field.dataset.typing) field.value = fieldText(lambda * factor);
    }
    const still = Math.abs(Math.log(lambda / fitted)) < 1e-6;
    setText(this.state, still ? `as fitted: ${fittedBy}` : `fitted at ${sci(fitted)}`);
  }

  private change(lambda: number): void {
    this.show(lambda);
    this.moved(lambda);
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
    this.change(Number.isFinite(step) ? scale.moved(this.lambda, step) : step < 0 ? scale.least : scale.greatest);
    this.settled();
  }

  /** Follows while the text is a number; a text that is none is taken back when the field is left. */
  private field(field: HTMLInputElement, factor: number): void {
    field.inputMode = 'decimal';
    field.spellcheck = false;
    field.autocomplete = 'off';
    field.addEventListener('input', () => {
      field.dataset.typing = 'yes';
      const value = parseLambda(field.value);
      field.setAttribute('aria-invalid', String(value === undefined));
      if (value !== undefined) this.change(this.setup.scale.clamped(value / factor));
    });
    const done = () => {
      if (!field.dataset.typing) return;
      delete field.dataset.typing;
      field.setAttribute('aria-invalid', 'false');
      this.show(this.lambda);
      this.settled();
    };
    field.addEventListener('change', done);
    field.addEventListener('blur', done);
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === 'Escape') done();
      if (event.key === 'Enter') field.select();
    });
    field.addEventListener('focus', () => field.select());
  }

  private scent(): SVGSVGElement {
    const { scale, scent } = this.setup;
    const at = Array.from(scent.lambda, (lambda) => scale.position(lambda));
    const { line, area } = scentPaths(scentOutline(at, scent.error));
    return svg(
      'svg',
      { viewBox: `0 0 100 ${SCENT_HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      svg('path', { class: 'area', d: area }),
      svg('path', { class: 'line', d: line }),
      svg('line', { class: 'base', x1: 0, x2: 100, y1: SCENT_HEIGHT, y2: SCENT_HEIGHT }),
    );
  }

  /** Marks below the track; of two neighbours the left one's name stands at its left. */
  private pins(): HTMLElement[] {
    const { scale, marks } = this.setup;
    const placed = marks.map((mark) => ({ ...mark, at: scale.position(mark.lambda) })).sort((a, b) => a.at - b.at);
    return placed.flatMap(({ text, at }, i) => {
      const pin = el('span', { class: 'pin' });
      // The thumb is 12 px wide, so its middle runs from 6 px to the width less 6 px.
      pin.style.left = `calc(6px + ${at} * (100% - 12px))`;
      const before = (placed.length > 1 && i === 0 && at > 0.06) || at > 0.94;
      const name = el(
        'button',
        { class: before ? 'pin-name before' : 'pin-name', type: 'button', title: `Go to ${text}`, tabindex: -1 },
        text,
      );
      name.style.left = pin.style.left;
      name.addEventListener('click', () => {
        this.change(this.setup.marks.find((mark) => mark.text === text)?.lambda ?? this.lambda);
        this.settled();
      });
      return [pin, name];
    });
  }
}
