import { el, setText, svg } from '../element';
import type { FormChoice, FormField } from './form';
import sketches from './kernelSketches.json';

/** A field in the page. */
export interface FieldView {
  readonly name: string;
  readonly element: HTMLElement;
  value(): string | readonly string[];
  /** Empties the field, if it may be empty. */
  reset(): void;
  focus(): void;
  /** Shows the problem, or none. */
  complain(problem: string | undefined): void;
}

/** The inner part of a field, which takes the choice. */
interface Control {
  readonly element: HTMLElement;
  readonly focused: HTMLElement;
  value(): string | readonly string[];
  reset(): void;
}

/** Up to this many choices stand one below the other, with a sentence each; the others are behind a fold. */
const IN_SIGHT = 8;

let made = 0;

export function fieldView(field: FormField, value: string | readonly string[] | undefined): FieldView {
  const id = `field-${++made}`;
  const control = controlOf(field, id, value);
  const problem = el('p.problem', { id: `${id}-problem`, role: 'alert', hidden: true });
  const { title, description, found, input } = field;
  const listed = control.element.getAttribute('role') === 'radiogroup' || input.kind === 'many';
  const label = el(listed ? 'span' : 'label', { class: 'name', id: `${id}-name`, ...(!listed && { for: id }) }, title);
  const element = el(
    'div',
    { class: `field ${input.kind}${listed ? ' listed' : ''}`, 'data-field': field.name },
    label,
    el(
      'div.control',
      control.element,
      el('p.description.muted', { id: `${id}-words` }, listed ? '' : description),
      found !== undefined && el('p.found', `Found: ${found}`),
      problem,
    ),
  );
  control.focused.setAttribute('aria-describedby', `${id}-words ${id}-problem`);
  return {
    name: field.name,
    element,
    value: control.value,
    reset: control.reset,
    focus: () => control.focused.focus(),
    complain(words) {
      setText(problem, words ?? '');
      problem.hidden = words === undefined;
      control.focused.setAttribute('aria-invalid', String(words !== undefined));
    },
  };
}

function controlOf(field: FormField, id: string, value: string | readonly string[] | undefined): Control {
  const { input } = field;
  const text = typeof value === 'string' ? value : '';
  if (input.kind === 'many') return checkList(input.choices, id, Array.isArray(value) ? value : []);
  if (input.kind === 'choice') return menu(field, input.choices, input.required === true, id, text);
  const { suggestions = [], drawn } = input;
  return suggestions.some(({ words }) => words !== undefined)
    ? radioList(field, drawn ? suggestions.map(withSketch) : suggestions, id, text)
    : textField(field, suggestions, id, text);
}

function textField({ whenEmpty }: FormField, suggestions: readonly FormChoice[], id: string, text: string): Control {
  const input = el('input', {
    id,
    type: 'text',
    value: text,
    placeholder: whenEmpty,
    spellcheck: 'false',
    autocomplete: 'off',
  });
  if (suggestions.length === 0) return plain(input, input);
  input.setAttribute('list', `${id}-list`);
  const list = el(
    'datalist',
    { id: `${id}-list` },
    ...suggestions.map(({ value, label }) => el('option', { value }, label)),
  );
  return plain(el('div', input, list), input);
}

function plain(element: HTMLElement, input: HTMLInputElement): Control {
  const reset = () => {
    input.value = '';
  };
  return { element, focused: input, value: () => input.value, reset };
}

/**
 * A drop-down, and below it the meaning of the chosen one. The value that holds while nothing is chosen is one of the
 * choices, or an additional one.
 */
function menu(
  { whenEmpty }: FormField,
  choices: readonly FormChoice[],
  required: boolean,
  id: string,
  text: string,
): Control {
  const usual = choices.find(({ label }) => label === whenEmpty);
  const all = required || usual ? choices : [{ value: '', label: whenEmpty }, ...choices];
  const first = (usual ?? all[0])?.value ?? '';
  const select = el('select', { id }, ...all.map(({ value, label }) => el('option', { value }, label)));
  select.value = text === '' ? first : text;
  const words = el('p.choice-words');
  const say = () => {
    const chosen = all.find(({ value }) => value === select.value);
    setText(words, chosen?.words ?? '');
    words.hidden = (chosen?.words ?? '') === '';
  };
  select.addEventListener('change', say);
  say();
  const reset = () => {
    select.value = required ? text : first;
    say();
  };
  return { element: el('div', select, words), focused: select, value: () => select.value, reset };
}

/** A choice and its drawing. */
interface DrawnChoice extends FormChoice {
  readonly sketch?: SVGElement;
}

const withSketch = (choice: FormChoice): DrawnChoice => ({ ...choice, sketch: kernelSketch(choice.value) });

/** Choices one below the other with a sentence each, the rarer ones behind a fold; the last line takes any text. */
function radioList(
  { title, description, whenEmpty }: FormField,
  choices: readonly DrawnChoice[],
  id: string,
  text: string,
): Control {
  const chosen = text === '' ? whenEmpty : text;
  const known = choices.some(({ value }) => value === chosen);
  const radio = (value: string, checked: boolean) => el('input', { type: 'radio', name: id, value, checked });
  const line = ({ value, label, words, sketch }: DrawnChoice) =>
    el(
      'label.line',
      radio(value, value === chosen),
      sketch,
      el('span.what', el('span.label', label), el('span.muted', words ?? '')),
    );
  const other = el('input', {
    type: 'text',
    'aria-label': `${title}: another`,
    placeholder: 'another',
    spellcheck: 'false',
    autocomplete: 'off',
  });
  other.value = known ? '' : chosen;
  const otherRadio = radio('', !known);
  otherRadio.setAttribute('aria-label', `${title}: another`);
  other.addEventListener('input', () => {
    otherRadio.checked = true;
  });
  const rest = choices.slice(IN_SIGHT);
  const more = el('details.more', { open: rest.some(({ value }) => value === chosen) });
  more.append(el('summary', `${rest.length} more, sums and products`), ...rest.map(line), el('p.muted', description));
  const element = el(
    'div',
    { role: 'radiogroup', 'aria-labelledby': `${id}-name` },
    ...choices.slice(0, IN_SIGHT).map(line),
    rest.length > 0 && more,
    el('div.line', otherRadio, el('span.what', other)),
  );
  const radios = () => [...element.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  const focused = radios().find(({ checked }) => checked) ?? otherRadio;
  return {
    element,
    focused,
    value: () => (otherRadio.checked ? other.value.trim() : (radios().find(({ checked }) => checked)?.value ?? '')),
    reset: () => {
      other.value = '';
      for (const one of radios()) one.checked = one.value === whenEmpty;
    },
  };
}

function checkList(choices: readonly FormChoice[], id: string, values: readonly string[]): Control {
  const picked = new Set(values);
  const boxes = choices.map(({ value }) => el('input', { type: 'checkbox', value, checked: picked.has(value) }));
  const lines = choices.map(({ label, words }, i) =>
    el('label.line', boxes[i], el('span.label', label), el('span.muted', words ?? '')),
  );
  const element = el('div.many', { role: 'group', 'aria-labelledby': `${id}-name` }, ...lines);
  return {
    element,
    focused: boxes[0] ?? element,
    value: () => boxes.filter(({ checked }) => checked).map(({ value }) => value),
    reset: () => {
      for (const box of boxes) box.checked = picked.has(box.value);
    },
  };
}

const WIDTH = 96;
const HEIGHT = 34;
/** Room for the width of the line, at both ends. */
const EDGE = 2;
/** The greatest height in the file of drawings. */
const TOP = 399;

/**
 * One function that the kernel of this name favours; an empty place for a name without a drawing, so that all names are
 * aligned.
 */
function kernelSketch(name: string): SVGSVGElement {
  const points: readonly number[] = Object.hasOwn(sketches, name) ? sketches[name as keyof typeof sketches] : [];
  const place = (height: number, i: number) => {
    const x = EDGE + ((WIDTH - 2 * EDGE) * i) / (points.length - 1);
    const y = EDGE + (HEIGHT - 2 * EDGE) * (1 - height / TOP);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  };
  const line = svg('polyline', { points: points.map(place).join(' ') });
  const size = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT };
  return svg('svg.sketch', { ...size, 'aria-hidden': 'true', focusable: 'false' }, line);
}
