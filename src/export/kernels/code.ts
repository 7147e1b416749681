import type { PortableLeaf } from '../portable/portable';
import type { Operators } from './operators';

/** The spelling of the operators in a language: arithmetic is alike everywhere. */
export interface Spelling {
  /** "np.exp(…)". */
  call(name: 'sqrt' | 'exp' | 'log' | 'tanh' | 'asin' | 'acos' | 'maximum' | 'minimum', ...values: string[]): string;
  ratio(a: string, b: string): string;
  power(a: string, exponent: number): string;
  parameter(name: string, index?: number): string;
  assign(name: string, value: string): string;
  tanhNetwork(...values: [covariance: string, variance: string, other: string]): string;
}

/** The parameters of a formula, by the argument of its kernel. */
export const TAKES: Readonly<Record<PortableLeaf['argument'], string>> = {
  distance: 'p, square',
  innerProduct: 'p, dot, a, b',
  difference: 'p, u',
};

/** The statements of a leaf's formula, and the expression of its value. They hold names from our own formulas only. */
export function codeOf(
  leaf: PortableLeaf,
  spelling: Spelling,
): { readonly lines: readonly string[]; readonly value: string } {
  const lines: string[] = [];
  const value = leaf.of(textOperators(spelling, lines), { square: 'square', dot: 'dot', a: 'a', b: 'b', u: 'u' });
  return { lines, value: bare(value) };
}

/** Without parentheses around the whole. */
function bare(value: string): string {
  if (!value.startsWith('(')) return value;
  let open = 0;
  for (let i = 0; i < value.length; i++) {
    if (value[i] === '(') open++;
    else if (value[i] === ')' && --open === 0) return i === value.length - 1 ? value.slice(1, -1) : value;
  }
  return value;
}

function textOperators(spelling: Spelling, lines: string[]): Operators<string> {
  const call =
    (name: Parameters<Spelling['call']>[0]) =>
    (...values: string[]) =>
      spelling.call(name, ...values.map(bare));
  const joined = (sign: string) => (a: string, b: string) => `(${a} ${sign} ${b})`;
  return {
    number: (value) => (value < 0 ? `(${value})` : String(value)),
    parameter: (name, index) => spelling.parameter(name, index),
    named: (name, value) => {
      lines.push(spelling.assign(name, bare(value)));
      return name;
    },
    add: joined('+'),
    subtract: joined('-'),
    multiply: joined('*'),
    ratio: (a, b) => spelling.ratio(bare(a), bare(b)),
    negate: (a) => `(-${a})`,
    sqrt: call('sqrt'),
    exp: call('exp'),
    log: call('log'),
    tanh: call('tanh'),
    asin: call('asin'),
    acos: call('acos'),
    maximum: (a, b) => spelling.call('maximum', bare(a), String(b)),
    minimum: (a, b) => spelling.call('minimum', bare(a), String(b)),
    power: (a, exponent) => spelling.power(a, exponent),
    tanhNetwork: (...values) => spelling.tanhNetwork(...values),
  };
}
