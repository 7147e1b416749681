import type { Predictions } from '../contract/rpc';

type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** Joins blocks of predictions into those of all rows, each value held once: `rows` is their number, at least one. */
export async function joinedPredictions(rows: number, blocks: AsyncIterable<Predictions>): Promise<Predictions> {
  let joined: Predictions | undefined;
  const lines: string[] = [];
  let at = 0;
  for await (const { input, ...block } of blocks) {
    joined ??= { ...roomFor(block, block.rows.length, rows), ...(input && { input: { ...input, lines } }) };
    place(joined, block, block.rows.length, at);
    for (const line of input?.lines ?? []) lines.push(line);
    at += block.rows.length;
  }
  if (joined === undefined) throw new Error('There are no rows to join.');
  return joined;
}

/** The same value with arrays of numbers that have room for all rows. */
function roomFor<T>(value: T, block: number, rows: number): T {
  if (ArrayBuffer.isView(value)) {
    const numbers = value as unknown as Numbers;
    const Same = numbers.constructor as new (length: number) => T;
    return new Same((numbers.length / block) * rows);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => roomFor(member, block, rows)) as T;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, roomFor(member, block, rows)])) as T;
}

/** Puts the arrays of a block into those of all rows, from row `at` on. */
function place(into: unknown, value: unknown, block: number, at: number): void {
  if (ArrayBuffer.isView(value)) {
    const numbers = value as Numbers;
    (into as Numbers).set(numbers, (numbers.length / block) * at);
  } else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value))
      place((into as Record<string, unknown>)[name], member, block, at);
}

/** Rows from…to−1 of a block of n, copied. */
export function rowsBetween<T>(value: T, n: number, from: number, to: number): T {
  if (ArrayBuffer.isView(value)) {
    const numbers = value as unknown as Numbers;
    const each = numbers.length / n;
    return numbers.slice(each * from, each * to) as T;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => rowsBetween(member, n, from, to)) as T;
  const members = Object.entries(value).map(([name, member]) => [name, rowsBetween(member, n, from, to)]);
  return Object.fromEntries(members) as T;
}
