import type { Sentence } from '../engine/contract/figure';

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
type Child = Node | string | undefined | false;
type Content = readonly [Attributes, ...Child[]] | readonly Child[];

/** "div", or with its classes "div.row.muted". */
type Selector<Tag extends string> = Tag | `${Tag}.${string}`;
type Named<S extends string, Elements> = S extends `${infer Tag extends keyof Elements & string}.${string}`
  ? Elements[Tag]
  : S extends keyof Elements
    ? Elements[S]
    : never;

/** An HTML element. Attributes that are false or undefined are left out; children that are strings become text, never markup. */
export function el<S extends Selector<keyof HTMLElementTagNameMap>>(
  selector: S,
  ...content: Content
): Named<S, HTMLElementTagNameMap> {
  const [tag, ...classes] = selector.split('.');
  return filled(document.createElement(tag), classes, content) as Named<S, HTMLElementTagNameMap>;
}

/** The same for SVG. */
export function svg<S extends Selector<keyof SVGElementTagNameMap>>(
  selector: S,
  ...content: Content
): Named<S, SVGElementTagNameMap> {
  const [tag, ...classes] = selector.split('.');
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  return filled(element, classes, content) as Named<S, SVGElementTagNameMap>;
}

function filled(element: Element, classes: readonly string[], content: Content): Element {
  if (classes.length > 0) element.setAttribute('class', classes.join(' '));
  const [first] = content;
  const attributes = isAttributes(first) ? first : undefined;
  // An attribute that should have been a text is not set as an event handler either.
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (value !== undefined && value !== false && !/^on/i.test(name))
      element.setAttribute(name, value === true ? '' : String(value));
  for (const child of (attributes ? content.slice(1) : content) as readonly Child[])
    if (child !== undefined && child !== false) element.append(child);
  return element;
}

const isAttributes = (part: Attributes | Child): part is Attributes =>
  typeof part === 'object' && !(part instanceof Node);

/** Puts a sentence into an element, its strong parts in <strong>. Does nothing if the element already shows it. */
export function say(element: Element, sentence: Sentence): void {
  const strong = [...element.querySelectorAll('strong')].map((part) => part.textContent).join('');
  const wanted = sentence.map((part) => (part.strong ? part.text : '')).join('');
  if (strong === wanted && element.textContent === sentence.map((part) => part.text).join('')) return;
  element.replaceChildren(...sentence.map((part) => (part.strong ? el('strong', {}, part.text) : part.text)));
}

/** Sets the text only if it differs: an unchanged text node costs no layout. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Marks the words that an element shows, so that pages with hints explain them (hints.ts), which know the words that
 * need an explanation.
 */
export function explains<E extends HTMLElement>(element: E, ...labels: readonly string[]): E {
  const words = labels.join('\n');
  if (element.dataset.terms !== words) element.dataset.terms = words;
  return element;
}

/** A name that is cut in its middle if it is long: names of columns that begin alike differ at their ends. */
export function nameCut(name: string): Node | string {
  const letters = Array.from(name);
  if (letters.length < 28) return name;
  const [start, end] = [letters.slice(0, -12), letters.slice(-12)].map((part) => el('span', part.join('')));
  return el('span.cut', { dir: 'auto' }, start, end);
}

/** The head of a page without tabs and sliders: its subject, with words or controls beside it. */
export function stillHead(title: string, ...beside: readonly (Node | false)[]): HTMLElement {
  return el('header.top.still', el('div.title', el('h1', title), ...beside));
}

/** A button that looks like a link. */
export function linkButton(
  text: string,
  act: () => void,
  attributes: Readonly<Record<string, string | number>> = {},
): HTMLButtonElement {
  const button = el('button.link', { type: 'button', ...attributes }, text);
  button.addEventListener('click', act);
  return button;
}

/** The name of a row that opens its line of the file. */
export const lineLink = (text: string, line: number, openLine: (line: number) => void): HTMLButtonElement =>
  linkButton(text, () => openLine(line), { title: `Open line ${line} of the file` });
