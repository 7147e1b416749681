import type { ClaimId } from '../contract/claim';
import { cut, NAME_LENGTH } from '../contract/cut';
import type { Sentence } from '../contract/figure';
import { count } from './numbers';

/** "one **two** three": every odd part is strong. Empty parts are dropped. */
export function sentence(...parts: readonly string[]): Sentence {
  return parts.map((text, i) => (i % 2 === 1 ? { text, strong: true } : { text })).filter((part) => part.text !== '');
}

/** A sentence that begins with its strong part. */
export const stressed = (...parts: readonly string[]): Sentence => sentence('', ...parts);

/** A sentence that claims something of the process behind the rows: its first part carries the claim's id. */
export const claimed = (claim: ClaimId, ...parts: readonly string[]): Sentence =>
  sentence(...parts).map((part, i) => (i === 0 ? { ...part, claim } : part));

/** The same as one text: told`one **${two}** three`. */
export function told(texts: TemplateStringsArray, ...values: readonly (string | number)[]): Sentence {
  return sentence(...String.raw({ raw: texts }, ...values).split('**'));
}

/** "direction" or "directions", without the number. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return n === 1 ? one : many;
}

/** "1 row", "2,000 rows" */
export const counted = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${plural(n, one, many)}`;

/** "Kernel ridge" for "kernel ridge". */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Titles that begin with a name. */
const NAMED = /^(Nyström|Huber|Tukey|Gaussian|Hadamard|Rademacher|Taylor|Laplace|Matérn|ReLU|TensorSketch|K-)/;

/** A title in the form it has inside a sentence: "kernel ridge regression", but "Nyström ridge regression". */
export function withinSentence(title: string): string {
  return NAMED.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}

/** Names in quotes, the first few of many. */
export function quoted(names: readonly string[], most = 12): string {
  const shown = names.slice(0, most).map((name) => `"${cut(name, NAME_LENGTH)}"`);
  return names.length > most ? `${shown.join(', ')} and ${names.length - most} more` : shown.join(', ');
}

/** "a, b and c" */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}
