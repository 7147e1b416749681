import { inBlocks, type RunContext } from '../contract/context';
import type { SharedValue } from '../contract/explain';
import { labelling } from '../data/classes';
import type { Column } from '../data/table';
import { atLeast, logFactorials } from '../statistics/hypergeometric';

/** A column to be compared, by its name. */
export interface ComparedColumn {
  readonly name: string;
  readonly column: Column;
}

/** Different values of a column beyond which it says nothing that single values do. */
const MOST_VALUES = 1000;

interface Counted extends SharedValue {
  /** The number of compared rows of the file that have it. */
  readonly marked: number;
}

/**
 * Values that more of the rows have than a random draw of as many rows would have, with probability `level` that chance
 * names any among all columns and values. Exact tests (hypergeometric), and Tarone's count of those that can be
 * significant at all (Biometrics 46, 1990). `member`: 1 for the rows, 0 for the others, 2 for rows that are not
 * compared.
 */
export function sharedValues(
  columns: readonly ComparedColumn[],
  member: Uint8Array,
  level: number,
  context: RunContext,
): SharedValue[] {
  const sizes = [0, 0, 0];
  for (const m of member) sizes[m]++;
  const [others, rows] = sizes;
  const all = rows + others;
  const logs = logFactorials(all);
  const counted = columns.flatMap(({ name, column }) => {
    context.check();
    return countsOf(name, column, member, context);
  });
  // No value of fewer rows can be less likely than this.
  const possible = counted
    .map(({ marked }) => atLeast(Math.min(rows, marked), rows, marked, all, logs))
    .sort((a, b) => a - b);
  let tests = 1;
  while (tests < possible.length && possible[tests] <= level / tests) tests++;
  return counted
    .map((one) => ({ ...one, p: one.count < 2 ? 1 : atLeast(one.count, rows, one.marked, all, logs) }))
    .filter(({ p }) => p <= level / tests)
    .sort((a, b) => a.p - b.p || b.count - a.count)
    .map(({ column, value, count, among }) => ({ column, ...(value !== undefined && { value }), count, among }));
}

/** The values that at least one of the rows and two of the file have, a gap among them, with their counts. */
function countsOf(name: string, column: Column, member: Uint8Array, context: RunContext): Counted[] {
  if (column.kind === 'empty' || ('codes' in column && column.levels.length === 0)) return [];
  const label = labelling(column);
  const among = new Map<string, [number, number]>();
  const missing: [number, number] = [0, 0];
  let many = false;
  inBlocks(member.length, context, 16, (from, to) => {
    for (let i = from; !many && i < to; i++) {
      const side = member[i];
      if (side === 2) continue;
      const text = label(i);
      const counts = text === undefined ? missing : (among.get(text) ?? [0, 0]);
      counts[side]++;
      if (text !== undefined) among.set(text, counts);
      many = among.size > MOST_VALUES;
    }
  });
  const values = many ? [] : [...among];
  return [...values, [undefined, missing] as const].flatMap(([value, [others, count]]) =>
    others + count < 2
      ? []
      : [{ column: name, ...(value !== undefined && { value }), count, among: others, marked: others + count }],
  );
}
