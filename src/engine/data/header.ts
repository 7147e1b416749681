import type { RunContext } from '../contract/context';
import { parseDate } from './dates';
import type { Detected } from './doubts';
import { MissingTokens } from './missing';
import { numberedNames } from './numberedNames';
import { looksNumeric } from './numbers';

const BUILT_IN = new MissingTokens();
const NUMBER = /^[+-]?(?:\d[\d.,' \u00a0]*|[.,]\d+)(?:[eE][+-]?\d+)?$/;

/** The kind that a cell seems to have. */
export type Look = 'gap' | 'number' | 'date' | 'word';

export function lookOf(cell: string): Look {
  const text = cell.trim();
  if (text === '' || BUILT_IN.has(text)) return 'gap';
  if (NUMBER.test(text)) return parseDate(text) ? 'date' : 'number';
  if (parseDate(text)) return 'date';
  return looksNumeric(text) ? 'number' : 'word';
}

/**
 * Detects whether the first record names the columns. Every column votes: a word above numbers or dates is a name; a
 * number or date above its like, or a word that occurs again further down, is not. Without any vote, distinct words are
 * names. Names above numbers may be repeated as a complete row, when tables were put together. The margin is the
 * fraction of votes that no other cancels.
 */
export function detectHeader(records: readonly (readonly string[])[], context: RunContext): Detected<boolean> {
  const [first, ...below] = records;
  if (!first || first.every((cell) => lookOf(cell) === 'gap')) return { value: false, margin: 1 };
  const others = below.filter((record) => first.some((cell, j) => cell !== record[j]));
  const body = headsMeasured([first, ...others]) ? others : below;
  if (body.length === 0) {
    const named = first.some((c) => lookOf(c) === 'word') && first.every((c) => lookOf(c) !== 'number');
    return { value: named, margin: 1 };
  }
  const votes = [first.some((cell) => /^ *\d+ *$/.test(cell)) ? numberedNames(first, body, lookOf) : 0];
  for (let j = 0; j < first.length; j++) {
    context.check();
    votes.push(columnVote(first[j], body, j));
  }
  const sum = votes.reduce((a, b) => a + b);
  const margin =
    Math.abs(sum) /
    Math.max(
      1,
      votes.reduce((a, b) => a + Math.abs(b), 0),
    );
  // A word above numbers is no value, so the choice is in doubt if other columns outvote it.
  if (sum !== 0) return { value: sum > 0, margin: sum < 0 && votes.includes(1) ? 0 : margin };
  const words = first.filter((cell) => lookOf(cell) !== 'gap').map((cell) => cell.trim());
  return {
    value: words.every((word) => lookOf(word) === 'word') && new Set(words).size === words.length,
    margin,
  };
}

/** True when a word of the first record stands above numbers or dates. */
export function headsMeasured([first, ...body]: readonly (readonly string[])[]): boolean {
  return first.some((cell, j) => columnVote(cell, body, j) === 1);
}

function columnVote(head: string, body: readonly (readonly string[])[], j: number): number {
  const look = lookOf(head);
  if (look === 'gap') return 0;
  const all = body.map((record) => record[j] ?? '');
  const looks = all.map(lookOf);
  const cells = all.filter((_, i) => looks[i] !== 'gap');
  if (cells.length === 0) return look === 'word' ? 0.5 : -1;
  const share = (of: Look) => looks.filter((each) => each === of).length / cells.length;
  const measured = 1 - share('word');
  // Months above numbers are names: a first row of values would have the kind of those below.
  if (look === 'date' && share('number') > 0.8) return 1;
  if (look !== 'word') return measured > 0.5 ? -1 : 0;
  if (measured > 0.8) return 1;
  if (cells.some((cell) => cell.trim() === head.trim())) return -1;
  // A word that does not occur below, above a few that repeat, is the name of a category.
  return new Set(cells).size <= cells.length / 2 ? 0.5 : 0;
}

/** Unique names: the header's text with accents in their letters, c1, c2, … where it has none, " (2)" after repeated ones. */
export function columnNames(header: readonly string[] | undefined, width: number): string[] {
  const used = new Set<string>();
  return Array.from({ length: width }, (_, j) => {
    const text = header?.[j]?.replace(/\s+/g, ' ').trim().normalize() || `c${j + 1}`;
    let name = text;
    for (let n = 2; used.has(name); n++) name = `${text} (${n})`;
    used.add(name);
    return name;
  });
}
