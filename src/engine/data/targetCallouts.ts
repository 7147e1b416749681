import { type Callout, quietly } from '../contract/callout';
import type { ColumnSummary } from '../contract/data';
import { decisive } from '../statistics/suspects';
import { datedCallout, fewValues, lastHeldOut } from '../words/callouts';
import { commonClass, edge, farRows, rareClasses } from '../words/rareCallouts';
import { rangesOf, rowsWords } from '../words/rowRanges';
import { dateOfOrder } from './dateOrder';
import { heldOutInOrder, splitReferences } from './divideRows';
import { gapCallouts } from './fileCallouts';
import { roleCallouts, type TargetRows } from './roleColumns';
import { RARE } from './splitRows';

/** Integers with at most this many different values may be codes of classes. */
const FEW_VALUES = 10;
/** A target with fewer different values has no ends that stand out. */
const LEAST_VALUES = 30;
/** The smallest fraction of rows at the highest or lowest value that makes it a limit. */
const AT_END = 0.01;
/**
 * The smallest ratio of these rows to those at any of the nearest other values, and the number of such values that are
 * compared.
 */
const TIMES = 10;
const NEAR = 20;
/** Rows that are far out are few up to this fraction. */
const FEW_ROWS = 0.1;
/** A class with this fraction of the rows or more makes guessing it look good. */
export const COMMON_SHARE = 0.9;

/** The callouts on a target, its features and the rows held out, before any fit. */
export function targetCallouts(facts: TargetRows): readonly Callout[] {
  const { chosen, response } = facts;
  const [target] = chosen.targets;
  if (!target) return [];
  const { levels } = response;
  const about = levels ? classCallouts(target.name, response, levels) : numberCallouts(target, facts);
  const roles = chosen.features.some((feature) => mayHaveRole(feature, facts)) ? roleCallouts(facts) : [];
  return [...roles, ...about, ...orderCallouts(facts), ...gapCallouts(chosen.features)];
}

const ROLES =
  /pred|cast|fitted|hat|resid|prob|event|status|cens|d(?:ied|ead|eath|eceased)$|fail|fold|train|test|valid|hold.?out|.w(?:eigh)?ts?$/i;

/** True for most features about which there is a callout of their role, which is looked for in a later bundle. */
const mayHaveRole = ({ name, index }: ColumnSummary, { table: { columns } }: TargetRows): boolean => {
  const column = columns[index];
  return ROLES.test(name) || (column.kind === 'category' && column.levels.some((level) => /^train/i.test(level)));
};

function classCallouts(name: string, { rows, values }: TargetRows['response'], levels: readonly string[]): Callout[] {
  const counts = new Uint32Array(levels.length);
  for (const i of rows) counts[values[0][i]]++;
  const most = counts.indexOf(Math.max(...counts));
  const common = counts[most] >= COMMON_SHARE * rows.length;
  const rare = counts.some((all) => all > RARE) ? RARE : 1;
  const lone = levels.filter((_, code) => counts[code] <= rare);
  const single = lone.every((level) => counts[levels.indexOf(level)] === 1);
  return [
    ...(common ? [commonClass(name, levels[most], counts[most], rows.length)] : []),
    ...(lone.length > 0 ? [rareClasses(name, lone, single ? 'only one row' : 'three rows or fewer')] : []),
  ];
}

function numberCallouts(
  target: ColumnSummary,
  { table, chosen, response: { rows, values }, options: { task } }: TargetRows,
): Callout[] {
  const y = Float64Array.from(rows, (i) => values[0][i]);
  const few =
    target.distinct <= FEW_VALUES && !target.distinctCapped && task === undefined && y.every(Number.isInteger);
  const beyond = decisive(y);
  const far = beyond.length > FEW_ROWS * y.length ? [] : beyond;
  const numbers = far.map((i) => rows[i] + 1);
  // A total is far out by what it sums up, and leaving it out, which the callout on totals offers, settles both.
  const summed = numbers.every((row) => table.inspection.totals?.rows.includes(row));
  const told = () => farRows(target.name, far.length, rowsWords(rangesOf(numbers)));
  return [
    ...edges(target, y),
    ...(far.length > 0 ? [summed ? quietly(told()) : told()] : []),
    ...(few && chosen.targets.length === 1 && target.kind === 'number'
      ? [fewValues(target.name, target.distinct)]
      : []),
  ];
}

/**
 * The highest and the lowest value of the target, if the number of rows there shows a limit of the measurement. Counts
 * of few values and rounded numbers show none: they have as many rows at other values.
 */
function edges({ name, kind }: ColumnSummary, y: Float64Array): Callout[] {
  const ordered = y.slice().sort();
  const floor = firstValues(ordered);
  if (kind !== 'number' || floor.length < LEAST_VALUES) return [];
  const ends = { ceiling: firstValues(ordered.reverse()), floor };
  return (['ceiling', 'floor'] as const).flatMap((end) => {
    const [{ value, rows }, ...near] = ends[end].slice(0, NEAR + 1);
    const least = Math.max(AT_END * y.length, TIMES * Math.max(...near.map((other) => other.rows)));
    return rows >= least ? [edge(end, name, value, rows, y.length)] : [];
  });
}

/** The first different values with the number of rows at each. */
function firstValues(ordered: Float64Array): readonly { readonly value: number; readonly rows: number }[] {
  const first: { value: number; rows: number }[] = [];
  for (const value of ordered) {
    const last = first.at(-1);
    if (last?.value === value) last.rows++;
    else if (first.length === LEAST_VALUES) break;
    else first.push({ value: value + 0, rows: 1 });
  }
  return first;
}

/** The callout on the rows held out of a file in the order of a date; none when they were divided in another way. */
function orderCallouts({ table, chosen: { targets }, response: { rows }, options }: TargetRows): Callout[] {
  const { holdout, splitBy } = options;
  if (holdout.kind === 'file' || holdout.fraction === 0) return [];
  if (heldOutInOrder(options)) return [lastHeldOut(splitReferences(options).order, undefined, holdout.fraction)];
  const date = splitBy === undefined ? dateOfOrder(table, rows, targets) : undefined;
  return date ? [datedCallout(date.name, holdout.fraction)] : [];
}
