import type { ColumnSummary } from '../contract/data';
import { listed } from '../words/sentence';
import type { ColumnBuilder } from './columnBuilder';
import { untrue } from './columnReading';
import { contraryText, decoratedWords, mostlyText, sameText } from './decoratedWords';
import { ELSEWHERE } from './decoration';
import { keyReason } from './keys';
import { parsePlain } from './numbers';
import type { NumericFacts } from './numericFacts';
import type { OddCell } from './oddCells';
import { type Column, MAX_LEVELS } from './table';
import { truthOf } from './truthWords';

/** The fraction of numbers from which on words are "mostly numbers". */
const MOSTLY = 0.8;
/**
 * The same fraction when there are few different words, such as "<LOD" and "n.d.", beside more different numbers than
 * codes have.
 */
const HALF = 0.5;
const FEW_WORDS = 3;
const MANY_NUMBERS = 10;

/** The most levels listed in a summary. */
const SHOWN_LEVELS = 50;

/** The report's summary of one finished column. `numeric` is there for every column of values. */
export function summariseColumn(
  index: number,
  name: string,
  column: Column,
  builder: ColumnBuilder,
  numeric: NumericFacts | undefined,
): ColumnSummary {
  const count = column.kind === 'empty' ? 0 : (numeric?.count ?? builder.labels?.present ?? 0);
  const missing = builder.rows - count;
  const unread = unreadOf(column.kind, builder);
  const missingTokens = missingTokensOf(builder);
  const base = { index, name, kind: column.kind, count, missing, missingTokens, ...unusual(builder, unread) };
  if (column.kind === 'empty') {
    const verdict = { constant: true, identifier: false, usable: false, reason: 'no cell has a value' };
    return { ...base, distinct: 0, distinctCapped: false, ...verdict };
  }
  const facts = numeric ? valueFacts(numeric) : wordFacts(column, builder);
  const constant = !facts.distinctCapped && facts.distinct === 1;
  const unique = isUnique(builder, facts, count);
  const told = { count, missing, unique, capped: facts.distinctCapped, quantity: builder.forced === 'number' };
  // A column that a person sets to category is one, and a number with a unit or a limit is a quantity.
  const said = builder.forced === 'category' && builder.frozen === undefined;
  const key =
    said || builder.amounts.unit || builder.amounts.limits.count > 0
      ? undefined
      : keyReason(builder.unnamed ? 'unnamed' : name, column, told);
  const tick = constant && isTick(column.kind, count, missing, unread);
  const useless = constant && !tick ? sameValue(column.kind, unread) : (key ?? tooManyWords(column, facts));
  const mixed = oddReason(column.kind, builder);
  const long = builder.longs > 0 && (builder.rounded || !numeric) ? LONG_DIGITS : undefined;
  const verdict = {
    constant,
    identifier: (long ?? key) !== undefined && !(mixed && !numeric),
    usable: (long ?? useless) === undefined,
  };
  return { ...base, ...facts, ...verdict, reason: long ?? mixed ?? useless ?? '' };
}

/** The reason given for words that would be numbers, or have another kind in another file; undefined for others. */
export const oddReason = (kind: Column['kind'], builder: ColumnBuilder): string | undefined =>
  numbersElsewhere(kind, builder) ??
  contrary(kind, builder) ??
  mostlyNumbers(kind, builder) ??
  otherwiseDecorated(kind, builder);

/** The reason given for words that would be numbers but for the signs in them. */
function numbersElsewhere(kind: Column['kind'], builder: ColumnBuilder): string | undefined {
  const { share, signs } = elsewhereOf(kind, builder);
  return share < MOSTLY ? undefined : `${ELSEWHERE} ${signs}, which are not read here`;
}

/**
 * The fraction of the cells that are numbers in files with other signs, among those of a column of words that are no
 * numbers here, and which signs.
 */
export function elsewhereOf(
  kind: Column['kind'],
  { labels, elsewhere, unread }: ColumnBuilder,
): { readonly share: number; readonly signs: string } {
  if (kind !== 'category' && kind !== 'text') return { share: 0, signs: '' };
  if (!labels) return { share: elsewhere.count / Math.max(1, unread), signs: signsIn(elsewhere.example ?? '') };
  const some = labels.counted.filter((each) => each.elsewhere);
  const none = labels.counted.filter((each) => each.elsewhere || !isPlain(each.level));
  const [all, those] = [none, some].map((levels) => levels.reduce((sum, { count }) => sum + count, 0));
  return { share: those / Math.max(1, all), signs: signsIn(some[0]?.level ?? '') };
}

/** The signs in words: "commas and points". */
export function signsIn(number: string): string {
  const signs = [',', '.', "'"].filter((sign) => number.replace('’', "'").includes(sign));
  const named = signs.map((sign) => ({ ',': 'commas', '.': 'points' })[sign] ?? 'apostrophes');
  return listed([...named, ...(/\s/.test(number) ? ['blanks'] : [])]);
}

/**
 * The reason given for a column that is text because half or more of its cells are not of the kind that it has in
 * another file.
 */
function contrary(kind: Column['kind'], builder: ColumnBuilder): string | undefined {
  const { frozen } = builder;
  if (kind !== 'text' || !frozen || frozen.kind === 'text' || frozen.kind === 'category') return undefined;
  const unread = unreadOf(frozen.kind, builder);
  return unread && contraryText(frozen.kind, unread, builder);
}

/**
 * True when a column of one value and gaps is like a box that is ticked or not: its information is whether a cell has
 * the value. That is not so for a single cell, or when the gaps are cells of another kind.
 */
const isTick = (kind: Column['kind'], count: number, missing: number, unread: ColumnSummary['unread']): boolean =>
  kind !== 'date' && count > 1 && missing > 0 && unread === undefined;

/** Why a column that does not vary can be neither a target nor a feature. */
export const SAME_VALUE = 'every value is the same';

function sameValue(kind: Column['kind'], unread: ColumnSummary['unread']): string {
  return unread === undefined ? SAME_VALUE : sameText(kind, unread.count);
}

/** Why a column whose numbers would lose digits is not read as numbers. */
export const LONG_DIGITS = 'whole numbers beyond 2⁵³, whose last digits a number would lose: read as IDs';

/** The parts of a report on the unusual cells of a column, if it has any. */
export const unusual = (
  { amounts: { withoutUnit, limits, unit }, numbers, frozen }: ColumnBuilder,
  unread: ColumnSummary['unread'],
) => ({
  ...(unread && { unread }),
  ...(numbers && limits.count > 0 && { limits: someCells(limits.count, limits.first) }),
  ...(numbers && withoutUnit > 0 && (frozen || unit === '%') && { withoutUnit }),
});

/** The cells that are not of their column's kind. */
export function unreadOf(kind: Column['kind'], builder: ColumnBuilder): ColumnSummary['unread'] {
  const { labels, odd } = builder;
  if (kind === 'boolean' && labels) {
    const example = labels.seen.find((level) => !builder.isNone(level) && truthOf(level) === undefined);
    return example === undefined ? undefined : { count: untrue(labels, builder), example };
  }
  if (builder.unread === 0 || (kind !== 'number' && kind !== 'date' && kind !== 'empty')) return undefined;
  return someCells(builder.unread, odd);
}

const someCells = (count: number, odd: OddCell | undefined) => ({
  count,
  example: odd?.text ?? '',
  ...(odd && odd.line > 0 && { line: odd.line }),
  ...(odd?.part !== undefined && { part: odd.part }),
});

/** The reason given for words that are numbers with additions that are not read: several units, "<". */
function otherwiseDecorated(kind: Column['kind'], { labels, forced }: ColumnBuilder): string | undefined {
  if ((kind !== 'category' && kind !== 'text') || !labels || forced !== undefined) return undefined;
  const { counted } = labels;
  return counted.some(({ level }) => /\d/.test(level)) ? decoratedWords(counted, kind) : undefined;
}

/** The tokens found in the missing cells, most frequent first. */
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

/** The reason given for words that would be numbers but for a few cells, whether or not they can be used as words. */
function mostlyNumbers(kind: Column['kind'], builder: ColumnBuilder): string | undefined {
  const { odd, labels, forced, dates } = builder;
  if (
    (kind !== 'category' && kind !== 'text') ||
    !labels ||
    odd === undefined ||
    builder.longs > 0 ||
    forced !== undefined ||
    dates !== undefined
  )
    return undefined;
  const none = labels.levels.findIndex((level) => builder.isNone(level));
  const present = labels.present - (none < 0 ? 0 : labels.counts[none]);
  let numbers = odd.after;
  if (!labels.overflow) numbers = labels.levels.reduce((n, l, k) => n + (isPlain(l) ? labels.counts[k] : 0), 0);
  const words = labels.levels.filter((level, k) => k !== none && !isPlain(level)).length;
  const fewWords = !labels.overflow && words <= FEW_WORDS && labels.levels.length - words >= MANY_NUMBERS;
  if (numbers < (fewWords ? HALF : MOSTLY) * present) return undefined;
  return mostlyText(odd);
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
