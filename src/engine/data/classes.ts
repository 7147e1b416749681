import { inBlocks, type RunContext } from '../contract/context';
import type { Column } from './table';
import { levelOfWord, truthPair } from './truthWords';

/** The codes in place of a class when the cell is missing, and when its value is none of the levels. */
export const NO_CLASS = -1;
export const UNKNOWN_CLASS = -2;

/** The cost of one row's word, in simple steps. */
const WORD = 16;

export interface Classes {
  /** Sorted as numbers when all of them are, otherwise by code unit. */
  readonly levels: readonly string[];
  /** For every row of the table the position of its level; NaN for rows that were not given. */
  readonly codes: Float64Array;
}

/** The distinct values, as classes, of a column that is not empty, in the given rows (0-based; no cell missing). */
export function classesOf(column: Column, rows: Uint32Array, count: number, context: RunContext): Classes {
  const label = labelling(column);
  const seen = new Set<string>();
  const see = (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      const level = label(rows[i]);
      if (level !== undefined) seen.add(level);
    }
  };
  inBlocks(rows.length, context, WORD, see);
  const levels = sortedLevels([...seen]);
  const known = classCodes(column, levels, count, context);
  const codes = new Float64Array(count).fill(Number.NaN);
  inBlocks(rows.length, context, 1, (from, to) => {
    for (let i = from; i < to; i++) codes[rows[i]] = known[rows[i]];
  });
  return { levels, codes };
}

/**
 * The codes of known levels in the `count` rows of a column, which may be from another file: `NO_CLASS` where the cell
 * is missing, `UNKNOWN_CLASS` where its value is none of the levels. When the levels are words for no and yes, their
 * other spellings and 0 and 1 are understood.
 */
export function classCodes(column: Column, levels: readonly string[], count: number, context: RunContext): Int32Array {
  const label = labelling(column);
  const place = new Map(levels.map((level, code) => [level, code]));
  const pair = truthPair(levels);
  if (pair) {
    levels.forEach((level, code) => {
      const word = level.toLowerCase();
      for (const spelling of [word, String(pair.indexOf(word))]) if (!place.has(spelling)) place.set(spelling, code);
    });
  }
  if (column.kind === 'boolean')
    for (const word of column.words) {
      const code = levelOfWord(levels, word);
      if (code >= 0 && !place.has(word)) place.set(word, code);
    }
  const code = (text: string) => place.get(text) ?? (pair && place.get(text.toLowerCase())) ?? UNKNOWN_CLASS;
  const codes = new Int32Array(count);
  const tell = (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      const text = label(i);
      codes[i] = text === undefined ? NO_CLASS : code(text);
    }
  };
  inBlocks(count, context, WORD, tell);
  return codes;
}

/** Returns the class that a row's cell names; undefined where it is missing. */
export function labelling(column: Column): (i: number) => string | undefined {
  if (column.kind === 'empty') return () => undefined;
  if ('codes' in column) return (i) => (column.codes[i] < 0 ? undefined : (column.levels[column.codes[i]] ?? ''));
  return (i) => {
    const value = column.values[i];
    if (Number.isNaN(value)) return undefined;
    return column.kind === 'boolean' ? column.words[value] : String(value);
  };
}

function sortedLevels(levels: readonly string[]): readonly string[] {
  const numbers = levels.every((level) => level.trim() !== '' && Number.isFinite(Number(level)));
  const byText = levels.toSorted();
  return numbers ? byText.sort((a, b) => Number(a) - Number(b)) : byText;
}
