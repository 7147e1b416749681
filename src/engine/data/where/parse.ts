import { type ComparisonSign, type FilterToken, filterError, filterTokens, type Keyword } from './tokens';

/** A value beside a comparison, as it was written. */
export interface Literal {
  readonly at: number;
  readonly text: string;
  /** True when it is written as a number, without quotes. */
  readonly bare: boolean;
}

export interface ColumnName {
  readonly at: number;
  readonly name: string;
  /** True for a name in quotes, which is never a position. */
  readonly exact: boolean;
}

/** The condition of a filter. */
export type RowCondition =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly RowCondition[] }
  | { readonly kind: 'not'; readonly part: RowCondition }
  | { readonly kind: 'compare'; readonly column: ColumnName; readonly sign: ComparisonSign; readonly value: Literal }
  | { readonly kind: 'among'; readonly column: ColumnName; readonly values: readonly Literal[] }
  | { readonly kind: 'missing'; readonly column: ColumnName };

/** The most parentheses and nots inside one another. */
const DEEPEST = 100;
/** The most values of one list. */
const MOST_VALUES = 2000;

/**
 * Reads a filter: comparisons (=, !=, <, <=, >, >=), `in (a, b)`, `is missing`, `not`, `and`, `or` and parentheses,
 * `and` before `or`. Throws `parameter/invalid` with the position of the mistake.
 */
export function parseFilter(text: string): RowCondition {
  const reader = new FilterReader(text, filterTokens(text));
  return reader.whole();
}

class FilterReader {
  private next = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly tokens: readonly FilterToken[],
  ) {}

  whole(): RowCondition {
    const filter = this.any();
    const rest = this.token;
    if (rest.kind === 'mark' && rest.mark === ')') throw this.error('this ) closes nothing');
    if (rest.kind !== 'end') throw this.error(`${shown(rest)} comes where "and" or "or" is expected`);
    return filter;
  }

  private any(): RowCondition {
    const parts = [this.all()];
    while (this.takeWord('or')) parts.push(this.all());
    return parts.length === 1 ? parts[0] : { kind: 'any', parts };
  }

  private all(): RowCondition {
    const parts = [this.one()];
    while (this.takeWord('and')) parts.push(this.one());
    return parts.length === 1 ? parts[0] : { kind: 'all', parts };
  }

  private one(): RowCondition {
    if (++this.depth > DEEPEST) throw this.error(`more than ${DEEPEST} parts lie inside one another`);
    try {
      if (this.takeWord('not')) return { kind: 'not', part: this.one() };
      if (!this.takeMark('(')) return this.condition();
      const inner = this.any();
      if (!this.takeMark(')')) throw this.error('a ) is missing');
      return inner;
    } finally {
      this.depth--;
    }
  }

  private condition(): RowCondition {
    const column = this.column();
    if (this.takeWord('is')) {
      const not = this.takeWord('not');
      if (!this.takeWord('missing')) throw this.error('"missing" is expected after "is"');
      return negated(not, { kind: 'missing', column });
    }
    const not = this.takeWord('not');
    if (this.takeWord('in')) return negated(not, { kind: 'among', column, values: this.values() });
    if (not) throw this.error('"in" is expected after "not"');
    const { token } = this;
    if (token.kind !== 'comparison')
      throw this.error(
        `a comparison is expected after "${column.name}": =, !=, <, <=, >, >=, in (\u2026) or is missing`,
      );
    this.next++;
    return { kind: 'compare', column, sign: token.sign, value: this.value() };
  }

  private column(): ColumnName {
    const { token } = this;
    const { at } = token;
    if (token.kind === 'quoted' && token.quote !== "'") return { ...this.taken(), at, name: token.value, exact: true };
    if (token.kind === 'word' || token.kind === 'number')
      return { ...this.taken(), at, name: token.value, exact: false };
    if (token.kind === 'keyword')
      throw this.error(
        `the name of a column is expected, and a column called ${token.text} is written "${token.text}"`,
      );
    throw this.error(
      `the name of a column is expected${token.kind === 'quoted' ? `, and names are quoted as "${token.value}"` : ''}`,
    );
  }

  private values(): readonly Literal[] {
    if (!this.takeMark('(')) throw this.error('a list in parentheses is expected after "in"');
    const values = [this.value()];
    while (this.takeMark(',')) {
      values.push(this.value());
      if (values.length > MOST_VALUES) throw this.error(`a list has more than ${MOST_VALUES} values`);
    }
    if (!this.takeMark(')')) throw this.error('a , or ) is expected');
    return values;
  }

  private value(): Literal {
    const { token } = this;
    if (token.kind === 'quoted') return { ...this.taken(), at: token.at, text: token.value, bare: false };
    if (token.kind === 'number' || token.kind === 'word')
      return { ...this.taken(), at: token.at, text: token.value, bare: token.kind === 'number' };
    throw this.error("a value is expected, such as 3 or 'red'");
  }

  private get token(): FilterToken {
    return this.tokens[this.next];
  }

  /** Goes on to the next token. */
  private taken(): object {
    this.next++;
    return {};
  }

  private takeWord(word: Keyword): boolean {
    const { token } = this;
    if (token.kind !== 'keyword' || token.word !== word) return false;
    this.next++;
    return true;
  }

  private takeMark(mark: '(' | ')' | ','): boolean {
    const { token } = this;
    if (token.kind !== 'mark' || token.mark !== mark) return false;
    this.next++;
    return true;
  }

  private error(why: string) {
    return filterError(this.text, why, this.token.at);
  }
}

const negated = (not: boolean, part: RowCondition): RowCondition => (not ? { kind: 'not', part } : part);
const shown = ({ kind, text }: FilterToken): string => (kind === 'end' ? 'the end' : `"${text}"`);
