import type { Sentence } from '../engine/contract/figure';

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
type Child = Node | string | undefined | false;

/** An HTML element. Attributes that are false or undefined are left out; children that are strings become text, never markup. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function filled<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child !== undefined && child !== false) element.append(child);
  return element;
}

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
