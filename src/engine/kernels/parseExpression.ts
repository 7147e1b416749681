import { closest } from '../contract/closest';
import { KernelscopeError } from '../contract/failure';
import { checkShape, DEEPEST, kernelDepth, MOST_LEAVES } from './checkShape';
import { expressionError, type Token, tokensOf } from './expressionTokens';
import type { KernelTemplate } from './kernel';
import { LEAF_NAMES, type LeafName } from './leafNames';
import { polynomialOrder } from './polynomialOrder';

interface Term {
  readonly weight: number;
  readonly kernel: KernelTemplate;
}

/** Deeper brackets than this are no kernel a person means, and could exhaust the stack. */
const DEEPEST_BRACKETS = 50;

/**
 * Recursive descent over
 *   sum     = product { "+" product }
 *   product = factor { "*" factor }
 *   factor  = number | name [ "(" [ setting { "," setting } ] ")" ] | "(" sum ")"
 *   setting = name "=" ( number | "[" number { "," number } "]" )
 * where a list is a length scale for each column, or the columns (1-based) that the kernel sees. The brackets of the text are kept, so that a printed kernel reads back the same.
 */
export class ExpressionParser {
  private readonly tokens: readonly Token[];
  private next = 0;
  private depth = 0;
  private leaves = 0;

  constructor(private readonly text: string) {
    this.tokens = tokensOf(text);
  }

  whole(): KernelTemplate {
    const kernel = this.sum();
    if (this.peek().kind !== 'end') throw this.error(this.peek(), `"${this.peek().text}" is out of place`);
    return kernel;
  }

  private sum(): KernelTemplate {
    const start = this.peek();
    const all = [this.product()];
    while (this.takes('+')) all.push(this.product());
    const terms = joined(all);
    const kernel: KernelTemplate =
      terms.length === 1 && terms[0].weight === 1 ? terms[0].kernel : { kind: 'sum', terms };
    if (kernelDepth(kernel) > DEEPEST)
      throw this.error(
        start,
        `sums and products are nested more than ${DEEPEST} deep`,
        'Multiply out what stands in brackets, or leave some of it out.',
      );
    return kernel;
  }

  private product(): Term {
    const start = this.peek();
    let weight = 1;
    const factors: KernelTemplate[] = [];
    do {
      if (this.peek().kind === 'number') weight = this.times(weight, this.take());
      else factors.push(this.factor());
    } while (this.takes('*'));
    if (factors.length === 0) throw this.error(start, `the number ${start.text} stands without a kernel`);
    const kernel: KernelTemplate = factors.length === 1 ? factors[0] : { kind: 'product', factors };
    polynomialOrder(kernel);
    return { weight, kernel };
  }

  private times(weight: number, token: Token): number {
    const product = weight * Number(token.text);
    if (product > 0 && Number.isFinite(product)) return product;
    throw this.error(token, `the weight ${token.text} does not leave a finite number above 0`);
  }

  private factor(): KernelTemplate {
    const token = this.take();
    if (token.kind === 'word') return this.leaf(token);
    if (token.text !== '(')
      throw this.error(
        token,
        token.kind === 'end' ? 'a kernel is missing at the end' : `a kernel is missing before "${token.text}"`,
      );
    if (++this.depth > DEEPEST_BRACKETS)
      throw this.error(token, `brackets are nested more than ${DEEPEST_BRACKETS} deep`);
    const kernel = this.sum();
    this.depth--;
    this.expect(')');
    return kernel;
  }

  private leaf(token: Token): KernelTemplate {
    const known = LEAF_NAMES.map((leaf) => leaf.name);
    const leaf = LEAF_NAMES.find((candidate) => candidate.name.toLowerCase() === token.text.toLowerCase());
    if (leaf === undefined) {
      const near = closest(token.text, known);
      const advice = near === undefined ? `The kernels are ${known.join(', ')}.` : `Did you mean ${near}?`;
      throw this.error(token, `there is no kernel "${token.text}"`, advice);
    }
    if (++this.leaves > MOST_LEAVES)
      throw this.error(
        token,
        `more than ${MOST_LEAVES} kernels are joined`,
        'Join equal ones by a weight, or leave some out.',
      );
    const { values, ...seen } = this.settings(leaf);
    const shape = leaf.shape(values);
    try {
      checkShape(shape);
    } catch (error) {
      if (!(error instanceof KernelscopeError)) throw error;
      throw this.error(token, `${leaf.name} cannot be computed`, error.message);
    }
    return { ...shape, ...seen };
  }

  private settings(leaf: LeafName): { values: Record<string, number>; lengthScale?: number[]; columns?: number[] } {
    const values = { ...leaf.defaults };
    const seen: { lengthScale?: number[]; columns?: number[] } = {};
    if (!this.takes('(') || this.takes(')')) return { values };
    const given = new Set<string>();
    do {
      const name = this.settingName(leaf);
      if (given.has(name.text)) throw this.error(name, `${name.text} is given twice`, 'Give it once.');
      given.add(name.text);
      this.expect('=');
      if (name.text === 'lengthScale') seen.lengthScale = this.scales();
      else if (name.text === 'columns') seen.columns = this.columns();
      else values[name.text] = Number(this.number().text);
    } while (this.takes(','));
    this.expect(')');
    return { values, ...seen };
  }

  /** The setting's token, its text as the leaf spells it. */
  private settingName(leaf: LeafName): Token {
    const token = this.take();
    const known = [...leaf.kernel.parameters.map((parameter) => parameter.name), 'lengthScale', 'columns'];
    if (token.kind !== 'word')
      throw this.error(
        token,
        `a setting of ${leaf.name} is missing`,
        `It takes ${known.join(', ')}, as in ${leaf.name}(${known[0]}=2); lists in brackets: [1, 2].`,
      );
    const name = known.find((candidate) => candidate.toLowerCase() === token.text.toLowerCase());
    if (name !== undefined) return { ...token, text: name };
    const near = closest(token.text, known);
    const advice = near === undefined ? `It takes ${known.join(', ')}.` : `Did you mean ${near}?`;
    throw this.error(token, `${leaf.name} has no setting "${token.text}"`, advice);
  }

  private scales(): number[] {
    return this.list((token) => {
      const value = Number(token.text);
      if (value > 0) return value;
      throw this.error(token, `the length scale ${token.text} is not above 0`, 'Give a number above 0.');
    });
  }

  /** 1-based in the text, 0-based in the kernel. */
  private columns(): number[] {
    const seen = new Set<number>();
    return this.list((token) => {
      const value = Number(token.text);
      const once = Number.isInteger(value) && value >= 1 && !seen.has(value);
      if (!once)
        throw this.error(
          token,
          `${token.text} is no further column`,
          'Give the numbers of encoded columns, each once.',
        );
      seen.add(value);
      return value - 1;
    });
  }

  /** One number, or several in brackets. */
  private list(read: (token: Token) => number): number[] {
    const values: number[] = [];
    const one = !this.takes('[');
    do values.push(read(this.number()));
    while (!one && this.takes(','));
    if (!one) this.expect(']');
    return values;
  }

  private number(): Token {
    const token = this.take();
    if (token.kind === 'number' && Number.isFinite(Number(token.text))) return token;
    throw this.error(
      token,
      token.kind === 'end' ? 'a number is missing at the end' : `"${token.text}" is not a finite number`,
    );
  }

  private peek(): Token {
    return this.tokens[this.next];
  }

  private take(): Token {
    const token = this.tokens[this.next];
    if (token.kind !== 'end') this.next++;
    return token;
  }

  private takes(sign: string): boolean {
    const matches = this.peek().kind === 'sign' && this.peek().text === sign;
    if (matches) this.next++;
    return matches;
  }

  private expect(sign: string): void {
    if (!this.takes(sign)) throw this.error(this.peek(), `"${sign}" is missing`);
  }

  private error(token: Token, what: string, advice?: string): KernelscopeError {
    return expressionError(this.text, token.at, what, advice);
  }
}

/**
 * Terms of one kernel joined into one, with the sum of their weights, so that it is computed once; in the order in
 * which kernels first come.
 */
function joined(terms: readonly Term[]): Term[] {
  const byKernel = new Map<string, Term>();
  for (const { weight, kernel } of terms) {
    const key = JSON.stringify(kernel);
    byKernel.set(key, { weight: weight + (byKernel.get(key)?.weight ?? 0), kernel });
  }
  return [...byKernel.values()];
}
