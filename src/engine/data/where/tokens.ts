import { KernelscopeError } from '../../contract/failure';
import { count } from '../../words/numbers';

/** The most characters of a filter. */
const LONGEST = 10_000;

const KEYWORDS = ['and', 'or', 'not', 'in', 'is', 'missing'] as const;
export type Keyword = (typeof KEYWORDS)[number];

export type ComparisonSign = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** A part of a filter. `at`: where it begins, 0 for the first character; `text`: as a person would repeat it. */
export type FilterToken = { readonly at: number; readonly text: string } & (
  | { readonly kind: 'keyword'; readonly word: Keyword }
  | { readonly kind: 'comparison'; readonly sign: ComparisonSign }
  | { readonly kind: 'mark'; readonly mark: '(' | ')' | ',' }
  /** In quotes: "…" may be a name or a value, '…' is a value, `…` is a name. */
  | { readonly kind: 'quoted'; readonly quote: '"' | "'" | '`'; readonly value: string }
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'word'; readonly value: string }
  | { readonly kind: 'end' }
);

const SIGNS: Readonly<Record<string, ComparisonSign>> = {
  '=': '=',
  '==': '=',
  '!=': '!=',
  '<>': '!=',
  '\u2260': '!=',
  '<': '<',
  '<=': '<=',
  '\u2264': '<=',
  '>': '>',
  '>=': '>=',
  '\u2265': '>=',
};

/**
 * Each alternative ends at the first character that does not belong to it, so that the time to read a text grows with
 * its length.
 */
const PART =
  /\s+|(?<sign><=|>=|<>|==|!=|[<>=\u2260\u2264\u2265])|(?<mark>[(),])|(?<quote>["'`])|(?<number>[+\-\u2212]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_.]))|(?<word>[\p{L}\p{N}_$%][\p{L}\p{N}\p{M}_.$%/\u00b2\u00b3-]*)/uy;

/** The parts of a filter, the last of them its end. Throws `parameter/invalid` with the position. */
export function filterTokens(text: string): readonly FilterToken[] {
  if (text.length > LONGEST) throw filterError(text, `it has more than ${count(LONGEST)} characters`, LONGEST);
  const tokens: FilterToken[] = [];
  let at = 0;
  while (at < text.length) {
    PART.lastIndex = at;
    const found = PART.exec(text);
    if (!found) throw filterError(text, `"${String.fromCodePoint(text.codePointAt(at) ?? 0)}" is not understood`, at);
    const { sign, mark, quote, number, word } = found.groups ?? {};
    const [part] = found;
    const place = { at, text: part };
    if (quote !== undefined) {
      const token = quotedAt(text, at, quote as '"');
      tokens.push(token);
      at += token.text.length;
      continue;
    }
    if (sign !== undefined) tokens.push({ ...place, kind: 'comparison', sign: SIGNS[sign] });
    else if (mark !== undefined) tokens.push({ ...place, kind: 'mark', mark: mark as '(' });
    else if (number !== undefined) tokens.push({ ...place, kind: 'number', value: number.replace('\u2212', '-') });
    else if (word !== undefined) {
      const keyword = KEYWORDS.find((one) => one === word.toLowerCase());
      tokens.push(keyword ? { ...place, kind: 'keyword', word: keyword } : { ...place, kind: 'word', value: word });
    }
    at += part.length;
    if (number !== undefined || word !== undefined) checkEnded(text, place.at, at);
  }
  tokens.push({ kind: 'end', at: text.length, text: '' });
  return tokens;
}

/** The way in which a date, a time or a name without quotes goes on. */
const MORE = /[-+:/][^\s(),]*/uy;

/** Throws if what stands without quotes goes on with signs that only a text in quotes may have. */
function checkEnded(text: string, from: number, end: number): void {
  MORE.lastIndex = end;
  const more = MORE.exec(text)?.[0];
  if (more === undefined) return;
  const run = text.slice(from, end) + more;
  throw filterError(text, `"${run}" needs quotes: as a value '${run}', as a name "${run}"`, from);
}

/** Reads a quoted part, in which a doubled quote is one. */
function quotedAt(text: string, at: number, quote: '"' | "'" | '`'): FilterToken & { readonly kind: 'quoted' } {
  let value = '';
  for (let from = at + 1; ; ) {
    const end = text.indexOf(quote, from);
    if (end < 0) throw filterError(text, `the ${quote} is never closed`, at);
    value += text.slice(from, end);
    if (text[end + 1] !== quote) return { kind: 'quoted', quote, value, at, text: text.slice(at, end + 1) };
    value += quote;
    from = end + 2;
  }
}

/** The number of characters in front of a mistake that are repeated. */
const AROUND = 20;

/** The failure, such as "The filter of rows has a mistake at character 6, after age >: a value is expected …". */
export function filterError(text: string, why: string, at: number): KernelscopeError {
  const before = text.slice(Math.max(0, at - AROUND), at).trimStart();
  const place = at === 0 ? 'at its beginning' : `at character ${at + 1}, after ${before}`;
  return new KernelscopeError('parameter/invalid', `The filter of rows has a mistake ${place}: ${why}.`, {
    name: 'where',
    position: at + 1,
  });
}
