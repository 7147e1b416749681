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
  // What should have been a text is no handler either.
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (value !== undefined && value !== false && !/^on/i.test(name))
      element.setAttribute(name, value === true ? '' : String(value));
  for (const child of (attributes ? content.slice(1) : content) as readonly Child[])
    if (child !== undefined && child !== false) element.append(child);
  return element;
}

const isAttributes = (part: Attributes | Child): part is Attributes =>
  typeof part === 'object' && !(part instanceof Node);

/** Puts a sentence into an element, its strong parts in <strong>. Does nothing when it already says so. */
export function say(element: Element, sentence: Sentence): void {
  const strong = [...element.querySelectorAll('strong')].map((part) => part.textContent).join('');
  const wanted = sentence.map((part) => (part.strong ? part.text : '')).join('');
  if (strong === wanted && element.textContent === sentence.map((part) => part.text).join('')) return;
  element.replaceChildren(...sentence.map((part) => (part.strong ? el('strong', {}, part.text) : part.text)));
}

/** Sets the text only when it differs: an unchanged text node costs no layout. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
