import { el } from '../element';
import { fieldText, parsePositive, parseWhole } from './numberText';

/** A typed number that a slider follows: read while it is typed, taken back when it is none. */
export class NumberField {
  readonly element: HTMLInputElement;
  private value = Number.NaN;

  /** Shows and reads values multiplied by `factor`. `typed` hears every number, `settled` the end of typing. */
  constructor(
    id: string,
    label: string,
    private readonly whole: boolean,
    private readonly factor: number,
    typed: (value: number) => void,
    settled: () => void,
  ) {
    const field = el('input', { class: 'number', id, type: 'text', 'aria-label': label });
    this.element = field;
    field.inputMode = whole ? 'numeric' : 'decimal';
    field.spellcheck = false;
    field.autocomplete = 'off';
    field.addEventListener('input', () => {
      field.dataset.typing = 'yes';
      const value = whole ? parseWhole(field.value) : parsePositive(field.value);
      field.setAttribute('aria-invalid', String(value === undefined));
      if (value !== undefined) typed(value / factor);
    });
    const done = () => {
      if (!field.dataset.typing) return;
      delete field.dataset.typing;
      field.setAttribute('aria-invalid', 'false');
      this.write();
      settled();
    };
    field.addEventListener('change', done);
    field.addEventListener('blur', done);
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === 'Escape') done();
      if (event.key === 'Enter') field.select();
    });
    field.addEventListener('focus', () => field.select());
  }

  /** What is being typed stays as it is typed. */
  show(value: number): void {
    this.value = value;
    if (document.activeElement !== this.element || !this.element.dataset.typing) this.write();
  }

  private write(): void {
    this.element.value = this.whole ? String(Math.round(this.value)) : fieldText(this.value * this.factor);
  }
}
