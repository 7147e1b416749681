import { KernelscopeError } from '../contract/failure';

/** A word, a number, or one of + * ( ) [ ] , = ; `end` after the last. */
export interface Token {
  readonly kind: 'word' | 'number' | 'sign' | 'end';
  readonly text: string;
  /** The 1-based character of the expression at which it begins. */
  readonly at: number;
}

/** A minus belongs to a number: there is no subtraction of kernels. */
const PATTERN =
  /\s*(?:(?<word>[A-Za-z]\w*)|(?<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?!\w))|(?<sign>[+*()[\],=]))/y;

/** The tokens of a kernel expression, ended by one of kind `end`. Throws `parameter/invalid` at a character that has no place in one. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  // "a +2*b": after an operand a plus joins; only elsewhere does it belong to a number.
  let joins = false;
  while (text.slice(at).trim() !== '') {
    PATTERN.lastIndex = at;
    let match = PATTERN.exec(text);
    if (match?.groups?.number?.startsWith('+') && joins) {
      const end = at + match[0].length - match.groups.number.length + 1;
      match = null;
      tokens.push({ kind: 'sign', text: '+', at: end });
      [at, joins] = [end, false];
      continue;
    }
    if (match?.groups === undefined) {
      const start = at + text.slice(at).search(/\S/);
      throw expressionError(text, start + 1, `"${text[start]}" has no place in a kernel`);
    }
    const { word, number, sign } = match.groups;
    const token = word ?? number ?? sign;
    const kind = word !== undefined ? 'word' : number !== undefined ? 'number' : 'sign';
    tokens.push({ kind, text: token, at: at + match[0].length - token.length + 1 });
    joins = kind !== 'sign' || token === ')' || token === ']';
    at += match[0].length;
  }
  tokens.push({ kind: 'end', text: '', at: text.trimEnd().length + 1 });
  return tokens;
}

/**
 * The failure `parameter/invalid`, which names the place, "kernel: … at character 7 of "gaussian ? linear".", and what
 * to do.
 */
export function expressionError(
  text: string,
  at: number,
  what: string,
  advice = 'Write names such as gaussian, joined by + and *, each with its numbers in parentheses, lists in brackets: 0.5*linear + gaussian(lengthScale=[1, 2]).',
): KernelscopeError {
  const place = text.trim() === '' ? '' : `, at character ${at} of "${text}"`;
  return new KernelscopeError('parameter/invalid', `kernel: ${what}${place}. ${advice}`, {
    name: 'kernel',
    value: text,
    at,
  });
}
