import type { ColumnSummary } from '../contract/data';
import type { ColumnBuilder } from './columnBuilder';
import { keyReason } from './keys';
import { type Column, MAX_LEVELS } from './table';

/** Levels of a category that get columns of their own; more make it unusable as a feature. */
export const MAX_ENCODED_LEVELS = 30;

/** Levels listed in a summary. */
const SHOWN_LEVELS = 50;

/** What the report says about one finished column. `sentinel` is the stand-in for missing that was taken out of it. */
export function summarise(index: number, name: string, column: Column, builder: ColumnBuilder): ColumnSummary {
  const rows = builder.length;
  const missing = countMissing(column, rows);
  const count = rows - missing;
  const missingTokens = [...builder.tokens]
    .map(([token, times]) => ({ token, count: times }))
    .sort((a, b) => b.count - a.count);
  const base = { index, name, kind: column.kind, count, missing, missingTokens };
  if (column.kind === 'empty') {
    const verdict = { constant: true, identifier: false, usable: false, reason: 'no cell has a value' };
    return { ...base, distinct: 0, distinctCapped: false, ...verdict };
  }
  const facts = 'values' in column ? numericFacts(column.values, count) : wordFacts(column, builder);
  const constant = !facts.distinctCapped && facts.distinct === 1;
  const key = keyReason(name, column, count, missing, isUnique(builder, facts, count));
  const reason = constant ? 'every value is the same' : (key ?? unusableWords(column, facts, builder, count));
  return {
    ...base,
    ...facts,
    constant,
    identifier: key !== undefined,
    usable: reason === undefined,
    reason: reason ?? '',
  };
}

function isUnique({ labels }: ColumnBuilder, { distinct }: Facts, count: number): boolean {
  return labels?.overflow ? labels.presentAtOverflow === MAX_LEVELS + 1 : distinct === count;
}

type Facts = Pick<ColumnSummary, 'distinct' | 'distinctCapped' | 'numeric' | 'levels'>;

function countMissing(column: Column, rows: number): number {
  if (column.kind === 'empty') return rows;
  let missing = 0;
  if ('values' in column) {
    for (let i = 0; i < column.values.length; i++) if (Number.isNaN(column.values[i])) missing++;
  } else for (let i = 0; i < column.codes.length; i++) if (column.codes[i] < 0) missing++;
  return missing;
}

/** The sum is compensated (Neumaier 1974), so that it does not depend on the order of a million rows. */
function numericFacts(values: Float64Array, count: number): Facts {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let lost = 0;
  const seen = new Set<number>();
  for (let i = 0; i < values.length; i++) {
    const v = values[i];
    if (Number.isNaN(v)) continue;
    if (v < min) min = v;
    if (v > max) max = v;
    const next = sum + v;
    lost += Math.abs(sum) >= Math.abs(v) ? sum - next + v : v - next + sum;
    sum = next;
    if (seen.size <= MAX_LEVELS) seen.add(v);
  }
  const total = sum + lost;
  const mean = total / count;
  let squares = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) squares += (values[i] - mean) ** 2;
  const distinctCapped = seen.size > MAX_LEVELS;
  const distinct = Math.min(seen.size, MAX_LEVELS);
  return { distinct, distinctCapped, numeric: { min, max, mean, sd: Math.sqrt(squares / count), sum: total } };
}

function wordFacts({ kind, levels }: Column & { kind: 'category' | 'text' }, { labels }: ColumnBuilder): Facts {
  if (labels?.overflow) return { distinct: MAX_LEVELS, distinctCapped: true };
  const facts = { distinct: levels.length, distinctCapped: false };
  if (kind === 'text') return facts;
  const counted = levels.map((label, code) => ({ label, count: labels?.counts[code] ?? 0 }));
  return { ...facts, levels: counted.sort((a, b) => b.count - a.count).slice(0, SHOWN_LEVELS) };
}

/** Why words cannot be a feature; undefined when they can. */
function unusableWords(
  column: Column,
  facts: Facts,
  { odd, forced }: ColumnBuilder,
  count: number,
): string | undefined {
  if (column.kind !== 'category' && column.kind !== 'text') return undefined;
  if (odd !== undefined && odd.after > 0 && odd.after >= count / 2) {
    const hint = forced === undefined ? '; set its kind to number to count such cells as missing' : '';
    return `mostly numbers, but line ${odd.line} holds "${odd.text}"${hint}`;
  }
  const many = facts.distinctCapped ? `more than ${facts.distinct}` : `${facts.distinct}`;
  if (column.kind === 'text') return `text with ${many} different values`;
  return facts.distinct > MAX_ENCODED_LEVELS
    ? `${many} different values, more than the ${MAX_ENCODED_LEVELS} that get columns of their own`
    : undefined;
}
