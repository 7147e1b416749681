import { el } from '../element';

/**
 * A typed number that a slider follows, read while it is typed. A text that is no number is taken back, and the reason
 * appears below the field.
 */
export class NumberField {
  readonly element: HTMLElement;
  private readonly field: HTMLInputElement;
  private readonly why: HTMLElement;
  private value = Number.NaN;

  private readonly quiet = () => this.explain('');

  /**
   * Shows and reads values multiplied by `factor`. `typed` is called with every number, `settled` at the end of typing.
   */
  constructor(
    id: string,
    label: string,
    private readonly integer: boolean,
    private readonly factor: number,
    typed: (value: number) => void,
    settled: (said?: string) => void,
  ) {
    const field = el('input.number', { id, type: 'text', 'aria-label': label });
    this.field = field;
    this.why = el('span.field-why', { id: `${id}-why`, hidden: true });
    this.element = el('span.number-field', field, this.why);
    field.inputMode = integer ? 'numeric' : 'decimal';
    field.spellcheck = false;
    field.autocomplete = 'off';
    field.addEventListener('input', () => {
      field.dataset.typing = 'yes';
      const value = integer ? parseWhole(field.value) : parsePositive(field.value);
      field.setAttribute('aria-invalid', String(value === undefined));
      this.explain(value === undefined ? this.wanted : '');
      if (value !== undefined) typed(value / factor);
    });
    const done = () => {
      if (!field.dataset.typing) return;
      const wrong = field.getAttribute('aria-invalid') === 'true' ? field.value.trim() : '';
      delete field.dataset.typing;
      field.setAttribute('aria-invalid', 'false');
      this.write();
      const said = wrong === '' ? '' : `“${shortened(wrong)}” is no such number. ${this.wanted}`;
      this.explain(said);
      settled(said || undefined);
    };
    field.addEventListener('change', done);
    field.addEventListener('blur', done);
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === 'Escape') done();
      if (event.key === 'Enter') field.select();
    });
    field.addEventListener('focus', () => field.select());
  }

  /** Shows a value, unless the person is typing in the field. */
  show(value: number): void {
    this.value = value;
    if (document.activeElement !== this.field || !this.field.dataset.typing) this.write();
  }

  private get wanted(): string {
    return this.integer ? 'Type a whole number, such as 40.' : 'Type a number above 0, such as 0.01 or 3e-5.';
  }

  private explain(text: string): void {
    this.why.textContent = text;
    this.why.hidden = text === '';
    // The explanation stays until the next press, wherever that is.
    for (const press of ['keydown', 'pointerdown']) {
      document.removeEventListener(press, this.quiet, true);
      if (text !== '') document.addEventListener(press, this.quiet, true);
    }
    if (text === '') this.field.removeAttribute('aria-describedby');
    else this.field.setAttribute('aria-describedby', this.why.id);
  }

  private write(): void {
    this.field.value = this.integer ? String(Math.round(this.value)) : fieldText(this.value * this.factor);
  }
}

/** Typed text, short enough for a sentence. */
const shortened = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text);

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * A positive number as people type or paste it: 3e-5, 0.00003, 3,5e-5, 3 × 10⁻⁵, 3*10^-5, 10^-5, 1/1202.
 * Undefined if it is not one.
 */
export function parsePositive(text: string): number | undefined {
  let clean = text
    .trim()
    .replace(/[\s\u00a0\u202f]/g, '')
    .replaceAll('−', '-')
    .replaceAll('⁻', '^-');
  clean = clean.replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (digits) => {
    const value = [...digits].map((digit) => SUPERSCRIPTS.indexOf(digit)).join('');
    return `^${value}`;
  });
  clean = clean
    .replaceAll('^-^', '^-')
    .replace(/^10\^/, '1e')
    .replace(/[×*·x]10\^/i, 'e');
  if (/^\d+,\d+(e[-+]?\d+)?$/i.test(clean)) clean = clean.replace(',', '.');
  const ratio = /^([^/]+)\/([^/]+)$/.exec(clean);
  const value = ratio ? decimal(ratio[1]) / decimal(ratio[2]) : decimal(clean);
  return value > 0 && Number.isFinite(value) ? value : undefined;
}

function decimal(text: string): number {
  return /^[+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
}

/** The text of a value in the fields: three digits, in a form that can be typed again. */
export function fieldText(value: number): string {
  return value >= 0.01 && value < 10_000
    ? String(Number(value.toPrecision(3)))
    : value.toExponential(2).replace('e+', 'e');
}

/** An integer from 0, with or without thousands separators: 40, 1,030, 1 030. Undefined if it is not one. */
export function parseWhole(text: string): number | undefined {
  const clean = text.trim().replace(/[\s\u00a0\u202f,]/g, '');
  return /^\d{1,9}$/.test(clean) ? Number(clean) : undefined;
}
