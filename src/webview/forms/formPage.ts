import { actionButton } from '../controls';
import { el, linkButton, setText, stillHead } from '../element';
import type { FromView } from '../protocol.schema';
import { type FieldView, fieldView } from './fieldView';
import type { FormGroup, FormSpec, FormValues, FormVerdict } from './form';

/** A form: groups of fields, the problem beside each, and the actions below. Ctrl+Enter takes the first one. */
export class FormPage {
  readonly element: HTMLElement;
  private readonly fields: readonly FieldView[];
  private readonly summary = el('p.summary.muted', { role: 'status' });

  constructor(
    private readonly form: FormSpec,
    private readonly post: (message: FromView) => void,
  ) {
    const groups = form.groups.map((group) => this.group(group));
    this.fields = groups.flatMap(({ fields }) => fields);
    const actions = form.actions.map(
      ({ id, label, hint }, i) =>
        actionButton(label, i === 0 ? 'primary' : 'secondary', hint, () => this.act(id)).element,
    );
    const clear = () => {
      for (const field of this.fields) field.reset();
      this.changed();
    };
    const reset = linkButton('Reset', clear, { title: 'Let Kernelscope choose every setting that it can choose' });
    this.element = el(
      'div.form',
      stillHead(form.title, el('p.facts', form.facts)),
      el('main', el('div.groups', ...groups.map(({ element }) => element))),
      el('footer', el('div.actions', ...actions), this.summary, reset),
    );
    this.element.addEventListener('input', () => this.changed());
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.act(form.actions[0].id);
    });
  }

  /** `focused`: the field that gets the focus, when the form takes the place of another. */
  mount(focused?: string): void {
    this.changed();
    (this.fields.find(({ name }) => name === focused) ?? this.fields[0])?.focus();
  }

  /** The field that has the focus. */
  get focused(): string | undefined {
    return this.fields.find(({ element }) => element.contains(document.activeElement))?.name;
  }

  check({ problems, summary }: FormVerdict, acted: boolean): void {
    setText(this.summary, summary);
    for (const field of this.fields) field.complain(problems[field.name]);
    const first = this.fields.find(({ name }) => problems[name] !== undefined);
    if (acted) first?.focus();
  }

  private group({ title, words, fields, folded = false }: FormGroup): { element: HTMLElement; fields: FieldView[] } {
    const views = fields.map((field) => fieldView(field, this.form.values[field.name]));
    const body = views.map(({ element }) => element);
    const element = folded
      ? el('details.group', el('summary', title), ...body)
      : el('section.group', el('h2', title), words !== undefined && el('p', words), ...body);
    return { element, fields: views };
  }

  private values(): FormValues {
    return Object.fromEntries(this.fields.map((field) => [field.name, field.value()]));
  }

  private changed(): void {
    this.post({ type: 'formChanged', values: this.values() });
  }

  private act(action: string): void {
    this.post({ type: 'formAction', action, values: this.values() });
  }
}
