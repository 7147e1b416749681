import type { Sentence } from '../../engine/contract/figure';

/** "one **two** three": every odd part is strong. Empty parts are dropped. */
export function sentence(...parts: readonly string[]): Sentence {
  return parts.map((text, i) => (i % 2 === 1 ? { text, strong: true } : { text })).filter((part) => part.text !== '');
}

/** "1 direction", "12 directions" without the number. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return n === 1 ? one : many;
}
