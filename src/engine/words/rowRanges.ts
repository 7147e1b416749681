import { KernelscopeError } from '../contract/failure';
import { count } from './numbers';
import { listed } from './sentence';

/** Rows of a file from one number to another, both included, counted from 1. */
export type RowRange = readonly [from: number, to: number];

/** More ranges than this are better expressed as a filter. */
const MOST_RANGES = 50_000;
/** The number of ranges shown of a long list. */
const SHOWN = 5;

/** "12, 40-52" as ranges, ascending and apart. Throws `parameter/invalid` for anything else. */
export function parseRows(text: string): readonly RowRange[] {
  const parts = text
    .replaceAll(/\s*[\u2013-]\s*/g, '-')
    .split(/[\s,;]+/)
    .filter((part) => part !== '');
  if (parts.length === 0) throw invalid('it is empty');
  if (parts.length > MOST_RANGES) throw invalid(`it has more than ${count(MOST_RANGES)} parts`);
  const ranges = parts.map((part): RowRange => {
    const [, first, last = first] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === undefined) throw invalid(`"${part.slice(0, 40)}" is no row`);
    if (from < 1) throw invalid('the first row is 1');
    if (to < from) throw invalid(`${part} ends before it begins`);
    return [from, to];
  });
  return joined(ranges);
}

/** The ranges of these rows, in any order. */
export const rangesOf = (rows: readonly number[]): readonly RowRange[] => joined(rows.map((row) => [row, row]));

/** The ranges as a request stores them: "12,40-52". */
export const rowsText = (ranges: readonly RowRange[]): string =>
  ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');

/** The number of rows in these ranges. */
export const countRows = (ranges: readonly RowRange[]): number =>
  ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);

/** For a sentence: "12, 40–52 and 3 more"; what is not named is counted in rows, as its reader would. */
export function rowsWords(ranges: readonly RowRange[]): string {
  const names = ranges.map(([from, to]) => (from === to ? count(from) : `${count(from)}–${count(to)}`));
  const more = countRows(ranges.slice(SHOWN));
  return more > 0 ? `${names.slice(0, SHOWN).join(', ')} and ${count(more)} more` : listed(names);
}

/** The number of rows that a request leaves out; 0 for a text that names none. */
export function countLeftOut(without: unknown): number {
  if (typeof without !== 'string') return 0;
  try {
    return countRows(parseRows(without));
  } catch {
    return 0;
  }
}

function joined(ranges: readonly RowRange[]): readonly RowRange[] {
  const apart: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = apart.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else apart.push([from, to]);
  }
  return apart;
}

const invalid = (why: string): KernelscopeError =>
  new KernelscopeError(
    'parameter/invalid',
    `Rows to leave out are numbers and ranges such as 12, 40-52: ${why}. Rows are counted from 1, without the header.`,
    { name: 'without' },
  );
