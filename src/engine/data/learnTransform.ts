import { inBlocks, type RunContext } from '../contract/context';
import type { ColumnSummary, DesignOptions, Transform, TransformInput } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { scientific } from '../words/numbers';
import { DATE_PARTS, partsOf } from './dateParts';
import { datePartsOf, encodedWidth, encodeRows, OTHER_LEVEL } from './encodeRows';
import { everyRow, keptRows, valuesAt } from './keptRows';
import { MANY_GAPS } from './missing';
import { deviationOf, finiteMean } from './moments';
import type { Column, Table } from './table';

/** Standard deviations below this have lost digits, or are about to, at the lower end of the range of numbers. */
const CLOSEST = 1e-290;

/** The number of levels of a category that have a column each, however rare, when no number of columns is set. */
const ALWAYS_ENCODED = 30;
/** Further levels have a column if they have at least this many training rows. */
const LEAST_ROWS = 3;
/** The most numbers in the columns of a category with more than 30 levels: 40 MB. */
const MOST_NUMBERS = 5e6;

interface LearntTransform {
  readonly transform: Transform;
  /** The features that say nothing on the training rows, and why. */
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
}

/**
 * Learns, on the training rows only, how columns become numbers: the values that fill gaps, the levels that get a
 * column, the centres and scales. Every level gets its column; none is dropped, as a kernel needs no full rank and
 * distances then treat all levels alike. Standard deviations divide by n. Throws `data/no-features`, and
 * `data/not-finite` for values too close together.
 */
export function learnTransform(
  table: Table,
  features: readonly ColumnSummary[],
  train: Uint32Array,
  options: Pick<DesignOptions, 'missing' | 'standardise' | 'maxLevels'>,
  context: RunContext,
): LearntTransform {
  const leftOut: { name: string; why: string }[] = [];
  const inputs: TransformInput[] = [];
  for (const feature of features) {
    const input = learnInput(table.columns[feature.index], feature.name, train, options, context);
    if (typeof input === 'string') leftOut.push({ name: feature.name, why: input });
    else inputs.push(input);
  }
  if (inputs.length === 0) {
    const message = `No chosen column varies over the ${train.length} training rows. Choose other columns, or more rows.`;
    throw new KernelscopeError('data/no-features', message);
  }
  const names = inputs.flatMap(encodedNames);
  const centre = new Array<number>(names.length).fill(0);
  const scale = new Array<number>(names.length).fill(1);
  if (options.standardise) {
    const { x } = encodeRows(table, inputs, train, context);
    for (let j = 0; j < x.columns; j++) {
      const column = x.values.subarray(j * x.rows, (j + 1) * x.rows);
      centre[j] = finiteMean(column, context);
      const sd = deviationOf(column, centre[j], context);
      if (sd > 0 && sd < CLOSEST) throw tooClose(names[j], sd);
      scale[j] = sd > 0 ? sd : 1;
      context.progress((j + 1) / x.columns, 'preparing the columns');
    }
    shareScales(inputs, scale);
  }
  return { transform: { inputs, centre, scale, names, missing: options.missing }, leftOut };
}

/**
 * Gives one scale to columns that say one thing together. The cosine and the sine of a cycle are divided by the root of
 * their mean variance, so that a circle stays one; the levels of a category, if more than 30, by the root of the sum of
 * their variances: on separate scales, two rows would be farther apart the more levels there are, and a level of a few
 * rows so far from all others that these would say nothing about it.
 */
function shareScales(inputs: readonly TransformInput[], scale: number[]): void {
  let at = 0;
  for (const input of inputs) {
    let within = at;
    if (input.kind === 'category' && input.levels.length > ALWAYS_ENCODED) {
      const end = at + encodedWidth(input);
      const variance = scale.slice(at, end).reduce((sum, sd) => sum + sd * sd, 0);
      scale.fill(Math.sqrt(variance), at, end);
    }
    for (const part of input.kind === 'date' ? datePartsOf(input) : []) {
      const { width } = DATE_PARTS[part];
      if (width === 2) scale[within] = scale[within + 1] = Math.hypot(scale[within], scale[within + 1]) / Math.SQRT2;
      within += width;
    }
    at += encodedWidth(input);
  }
}

/** The input, or the reason why the column is of no use. */
export function learnInput(
  column: Column,
  name: string,
  train: Uint32Array,
  { missing, maxLevels }: Pick<DesignOptions, 'missing' | 'maxLevels'>,
  context: RunContext,
): TransformInput | string {
  if (column.kind === 'empty') return 'no cell has a value';
  if ('codes' in column) {
    const { levels, counts, gaps } = frequentLevels(column, train, context);
    const missingLevel = gaps && missing === 'impute';
    if (levels.length + (missingLevel ? 1 : 0) < 2) return 'every value in the training rows is the same';
    const base = { kind: 'category', column: name, missingLevel } as const;
    const most = maxLevels ?? supportedLevels(counts, train.length);
    if (levels.length <= most) return { ...base, levels: levels.sort() };
    // New rows have levels of these and levels never seen together as often as the training rows have all with up to
    // one row more (Good 1953).
    const others = counts.filter((n) => n <= counts[most - 1] + 1).reduce((sum, n) => sum + n, 0) / train.length;
    return { ...base, levels: levels.slice(0, most - 1).sort(), otherLevel: true, others };
  }
  const known = valuesAt(column.values, train, context);
  const first = known.find((v) => !Number.isNaN(v));
  if (first === undefined) return 'no cell in the training rows has a value';
  const same = everyRow(train, (row) => column.values[row] === first || Number.isNaN(column.values[row]), context);
  const lacking = missing === 'impute' ? keptRows(train, (row) => Number.isNaN(column.values[row]), context).length : 0;
  const tick = column.kind !== 'date' && lacking > 0 && train.length - lacking > 1;
  if (same && !tick) return 'every value in the training rows is the same';
  // A yes or a 1 beside gaps means that these are a no or a 0, as other rows may say in full.
  const yes = same && first === 1;
  const impute = yes ? 0 : finiteMean(known, context);
  // With a single other value, only gaps distinguish rows.
  const gaps = !yes && (same || lacking > MANY_GAPS * train.length) ? { missingLevel: true } : {};
  const range = rangeOf(yes ? Float64Array.of(0, 1) : known);
  if (column.kind === 'date')
    return { kind: 'date', column: name, impute, range, parts: partsOf(known, context), ...gaps };
  const words = column.kind === 'boolean' ? { words: column.words } : {};
  const ends = column.kind === 'number' ? { range } : {};
  return { kind: column.kind, column: name, impute, ...ends, ...words, ...gaps };
}

/** Least and greatest value, missing ones left out. */
function rangeOf(values: Float64Array): [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}

/**
 * The most columns that a category with these counts of its levels, descending, becomes, including that of the other
 * levels.
 */
function supportedLevels(counts: readonly number[], rows: number): number {
  const rare = counts.findIndex((count) => count < LEAST_ROWS);
  const told = rare < 0 ? counts.length : rare + 1;
  return Math.max(ALWAYS_ENCODED, Math.min(told, Math.floor(MOST_NUMBERS / rows)));
}

/** The levels of a category in these rows with their counts, the most frequent first, equal counts by name. */
function frequentLevels(
  { codes, levels }: Column & { kind: 'category' | 'text' },
  rows: Uint32Array,
  context: RunContext,
): { levels: string[]; counts: number[]; gaps: boolean } {
  const counts = new Map<number, number>();
  inBlocks(rows.length, context, 8, (from, to) => {
    for (let i = from; i < to; i++) counts.set(codes[rows[i]], (counts.get(codes[rows[i]]) ?? 0) + 1);
  });
  const gaps = counts.delete(-1);
  const ordered = [...counts].map(([code, count]) => ({ level: levels[code], count }));
  ordered.sort((a, b) => b.count - a.count || (a.level < b.level ? -1 : 1));
  return { levels: ordered.map(({ level }) => level), counts: ordered.map(({ count }) => count), gaps };
}

export function encodedNames(input: TransformInput): string[] {
  const { column } = input;
  const missing = input.missingLevel ? [`${column} is missing`] : [];
  switch (input.kind) {
    case 'date':
      return [...datePartsOf(input).flatMap((p) => DATE_PARTS[p].names.map((name) => `${column}${name}`)), ...missing];
    case 'category': {
      const levels = input.otherLevel ? [...input.levels, OTHER_LEVEL] : input.levels;
      return [...levels.map((level) => `${column}=${level}`), ...missing];
    }
    case 'number':
    case 'boolean':
      return [column, ...missing];
  }
}

function tooClose(name: string, sd: number): KernelscopeError {
  const message = `The standard deviation of ${name} is ${scientific(sd)}, too small to compute with. Multiply ${name} by 1e300 or leave the column out.`;
  return new KernelscopeError('data/not-finite', message, { column: name });
}
