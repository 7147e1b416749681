import { el } from '../element';

/** The head of a page without tabs and sliders: what it is about, and words or controls beside. */
export function stillHead(title: string, ...beside: readonly (Node | false)[]): HTMLElement {
  return el('header.top.still', el('div.title', el('h1', title), ...beside));
}
