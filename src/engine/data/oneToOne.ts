import type { RunContext } from '../contract/context';
import type { ColumnSummary } from '../contract/data';
import type { Column } from './table';

/**
 * For every column, the one that has the same information in other words and is used in its place, as a code and its
 * label have: the same rows share a value in both, and have gaps in both. One of the two holds words (numbers may be
 * functions of each other whose distances differ), and values repeat. Words are preferred to numbers, then longer
 * words, then the first. Takes one pass over each column, and another when two seem alike.
 */
export function keptInPlace(
  columns: readonly Column[],
  summaries: readonly ColumnSummary[],
  rows: number,
  context: RunContext,
): (number | undefined)[] {
  const repeated = summaries.filter((summary) => repeats(summary) && codesOf(columns[summary.index]));
  const sizes = new Set(repeated.filter((summary) => summary.kind !== 'number').map(sizeOf));
  const alike = new Map<string, number[][]>();
  for (const summary of repeated) {
    if (!sizes.has(sizeOf(summary))) continue;
    context.check();
    const { index } = summary;
    const key = `${sizeOf(summary)} ${hashOf(columns[index], rows)}`;
    const groups = alike.get(key) ?? [];
    alike.set(key, groups);
    const group = groups.find(([first]) => areOneToOne(columns[first], columns[index], rows));
    if (group) group.push(index);
    else groups.push([index]);
  }
  const kept: (number | undefined)[] = columns.map(() => undefined);
  for (const group of [...alike.values()].flat()) {
    const lengths = group.map((index) => wordLength(columns[index]));
    const longest = Math.max(...lengths);
    if (longest < 0) continue;
    const best = group[lengths.indexOf(longest)];
    for (const index of group) if (index !== best) kept[index] = best;
  }
  return kept;
}

const repeats = ({ distinct, distinctCapped, count }: ColumnSummary): boolean =>
  !distinctCapped && distinct > 1 && distinct <= count / 2;

const sizeOf = ({ distinct, count }: ColumnSummary): string => `${distinct}/${count}`;

/** Reads a column from its first row on as codes in the order of their first appearance, −1 for a gap. */
function codesOf(column: Column): ((row: number) => number) | undefined {
  // Levels are in that order already.
  if (column.kind === 'category') return (row) => column.codes[row];
  if (column.kind !== 'number' && column.kind !== 'boolean') return undefined;
  const seen = new Map<number, number>();
  return (row) => {
    const value = column.values[row];
    if (Number.isNaN(value)) return -1;
    const code = seen.get(value);
    if (code !== undefined) return code;
    seen.set(value, seen.size);
    return seen.size - 1;
  };
}

function hashOf(column: Column, rows: number): number {
  const code = codesOf(column);
  let hash = 0;
  for (let i = 0; code && i < rows; i++) hash = Math.imul(hash ^ (code(i) + 1), 0x9e3779b1) ^ (hash >>> 15);
  return hash;
}

function areOneToOne(a: Column, b: Column, rows: number): boolean {
  const [first, second] = [codesOf(a), codesOf(b)];
  if (!first || !second) return false;
  for (let i = 0; i < rows; i++) if (first(i) !== second(i)) return false;
  return true;
}

/** The mean length of a column's words; −1 for numbers. */
function wordLength(column: Column): number {
  const words = column.kind === 'category' ? column.levels : column.kind === 'boolean' ? column.words : [];
  return words.length === 0 ? -1 : words.reduce((sum, word) => sum + word.length, 0) / words.length;
}
