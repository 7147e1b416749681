import type { RunContext } from '../contract/context';
import { parseDate } from './dates';
import { MissingTokens } from './missing';

const BUILT_IN = new MissingTokens();
const NUMBER = /^[+-]?(?:\d[\d.,' \u00a0]*|[.,]\d+)(?:[eE][+-]?\d+)?$/;

type Look = 'gap' | 'number' | 'date' | 'word';

function lookOf(cell: string): Look {
  const text = cell.trim();
  if (text === '' || BUILT_IN.has(text)) return 'gap';
  if (NUMBER.test(text)) return parseDate(text) ? 'date' : 'number';
  return parseDate(text) ? 'date' : 'word';
}

/**
 * Whether the first record names the columns. Every column votes: a word above numbers or dates is a name; a number or
 * date above its like, or a word that comes again further down, is not. Without any vote, distinct words are names. Names above
 * numbers may come again as a whole row, where tables were put together.
 */
export function detectHeader(records: readonly (readonly string[])[], context: RunContext): boolean {
  const [first, ...below] = records;
  if (!first || first.every((cell) => lookOf(cell) === 'gap')) return false;
  const others = below.filter((record) => first.some((cell, j) => cell !== record[j]));
  const body = headsMeasured([first, ...others]) ? others : below;
  if (body.length === 0) return first.some((c) => lookOf(c) === 'word') && first.every((c) => lookOf(c) !== 'number');
  let votes = 0;
  for (let j = 0; j < first.length; j++) {
    context.check();
    votes += columnVote(first[j], body, j);
  }
  if (votes !== 0) return votes > 0;
  const words = first.filter((cell) => lookOf(cell) !== 'gap').map((cell) => cell.trim());
  return words.every((word) => lookOf(word) === 'word') && new Set(words).size === words.length;
}

/** Whether a word of the first record stands above numbers or dates. */
export function headsMeasured([first, ...body]: readonly (readonly string[])[]): boolean {
  return first.some((cell, j) => columnVote(cell, body, j) === 1);
}

function columnVote(head: string, body: readonly (readonly string[])[], j: number): number {
  const look = lookOf(head);
  if (look === 'gap') return 0;
  const cells = body.map((record) => record[j] ?? '').filter((cell) => lookOf(cell) !== 'gap');
  if (cells.length === 0) return look === 'word' ? 0.5 : -1;
  const measured = cells.filter((cell) => lookOf(cell) !== 'word').length / cells.length;
  if (look !== 'word') return measured > 0.5 ? -1 : 0;
  if (measured > 0.8) return 1;
  if (cells.some((cell) => cell.trim() === head.trim())) return -1;
  // A word of its own above few others that repeat: a name above a category.
  return new Set(cells).size <= cells.length / 2 ? 0.5 : 0;
}

/** Unique names: the header's text, c1, c2, … where there is none, " (2)" after repeated ones. */
export function columnNames(header: readonly string[] | undefined, width: number): string[] {
  const used = new Set<string>();
  return Array.from({ length: width }, (_, j) => {
    const text = header?.[j]?.replace(/\s+/g, ' ').trim() || `c${j + 1}`;
    let name = text;
    for (let n = 2; used.has(name); n++) name = `${text} (${n})`;
    used.add(name);
    return name;
  });
}
