/**
 * Says which words an element shows, so that it explains them where the page has hints (hints.ts), which know what is a word and what is plain.
 */
export function explains<E extends HTMLElement>(element: E, ...labels: readonly string[]): E {
  const words = labels.join('\n');
  if (element.dataset.terms !== words) element.dataset.terms = words;
  return element;
}
