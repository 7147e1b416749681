import type { ColumnSummary } from '../contract/data';
import type { ColumnBuilder } from './columnBuilder';
import { keyReason } from './keys';
import { parsePlain } from './numbers';
import type { NumericFacts } from './numericFacts';
import { type Column, MAX_LEVELS } from './table';

/** Words are "mostly numbers" from this share on. */
const MOSTLY = 0.8;

/** Levels listed in a summary. */
const SHOWN_LEVELS = 50;

/** What the report says about one finished column. `numeric` is there for every column of values. */
export function summariseColumn(
  index: number,
  name: string,
  column: Column,
  builder: ColumnBuilder,
  numeric: NumericFacts | undefined,
): ColumnSummary {
  const count = column.kind === 'empty' ? 0 : (numeric?.count ?? builder.labels?.present ?? 0);
  const missing = builder.rows - count;
  const base = { index, name, kind: column.kind, count, missing, missingTokens: missingTokensOf(builder) };
  if (column.kind === 'empty') {
    const verdict = { constant: true, identifier: false, usable: false, reason: 'no cell has a value' };
    return { ...base, distinct: 0, distinctCapped: false, ...verdict };
  }
  const facts = numeric ? valueFacts(numeric) : wordFacts(column, builder);
  const constant = !facts.distinctCapped && facts.distinct === 1;
  const unique = isUnique(builder, facts, count);
  const key = keyReason(name, column, { count, missing, unique, capped: facts.distinctCapped });
  const useless = constant ? 'every value is the same' : (key ?? tooManyWords(column, facts));
  const mixed = mostlyNumbers(column.kind, builder);
  const verdict = { constant, identifier: key !== undefined, usable: useless === undefined };
  return { ...base, ...facts, ...verdict, reason: mixed ?? useless ?? '' };
}

/** What stood in the missing cells, most frequent first. */
export function missingTokensOf(builder: ColumnBuilder): { readonly token: string; readonly count: number }[] {
  return [...builder.tokens]
    .map(([token, count]) => ({ token, count }))
    .sort((a, b) => b.count - a.count || (a.token < b.token ? -1 : 1));
}

function isUnique({ labels }: ColumnBuilder, { distinct }: Facts, count: number): boolean {
  return labels?.overflow ? labels.presentAtOverflow === MAX_LEVELS + 1 : distinct === count;
}

type Facts = Pick<ColumnSummary, 'distinct' | 'distinctCapped' | 'numeric' | 'levels'>;

function valueFacts({ distinct, distinctCapped, min, max, mean, sd, sum }: NumericFacts): Facts {
  return { distinct, distinctCapped, numeric: { min, max, mean, sd, sum } };
}

function wordFacts(column: Column, { labels }: ColumnBuilder): Facts {
  const { kind, levels } = column as Column & { kind: 'category' | 'text' };
  if (labels?.overflow) return { distinct: MAX_LEVELS, distinctCapped: true };
  const facts = { distinct: levels.length, distinctCapped: false };
  if (kind === 'text') return facts;
  const counted = levels.map((label, code) => ({ label, count: labels?.counts[code] ?? 0 }));
  return { ...facts, levels: counted.sort((a, b) => b.count - a.count).slice(0, SHOWN_LEVELS) };
}

/** Said of words that would be numbers but for a few cells, whether or not they can be used as words. */
export function mostlyNumbers(kind: Column['kind'], builder: ColumnBuilder): string | undefined {
  const { odd, labels, forced, dates } = builder;
  const words = kind === 'category' || kind === 'text';
  if (!words || !labels || odd === undefined || forced !== undefined || dates !== undefined) return undefined;
  const none = labels.levels.findIndex((level) => builder.isNone(level));
  const present = labels.present - (none < 0 ? 0 : labels.counts[none]);
  let numbers = odd.after;
  if (!labels.overflow) numbers = labels.levels.reduce((n, l, k) => n + (isPlain(l) ? labels.counts[k] : 0), 0);
  if (numbers < MOSTLY * present) return undefined;
  return `mostly numbers, but line ${odd.line}${odd.part === undefined ? '' : ` of ${odd.part}`} holds "${odd.text}"; set its kind to number to count such cells as missing`;
}

function isPlain(label: string): boolean {
  return !Number.isNaN(parsePlain(label));
}

/** Why words cannot be a feature; undefined when they can. */
function tooManyWords({ kind }: Column, facts: Facts): string | undefined {
  if (kind !== 'text') return undefined;
  const many = facts.distinctCapped ? `more than ${facts.distinct}` : `${facts.distinct}`;
  return `text with ${many} different values`;
}
