import type { Matrix } from '../../contract/data';

/** Rows (0-based, ascending) that are equal to none before them. 0 and −0 are equal. */
export function distinctRows({ rows, columns, values }: Matrix): Uint32Array {
  const sameHash = new Map<number, number[]>();
  const distinct: number[] = [];
  const bits = new Uint32Array(new Float64Array(1).buffer);
  const number = new Float64Array(bits.buffer);
  const equal = (a: number, b: number) => {
    for (let c = 0; c < columns; c++) if (values[c * rows + a] !== values[c * rows + b]) return false;
    return true;
  };
  for (let i = 0; i < rows; i++) {
    let hash = 0;
    for (let c = 0; c < columns; c++) {
      number[0] = values[c * rows + i] + 0;
      hash = Math.imul(hash ^ bits[0], 0x9e3779b1);
      hash = Math.imul((hash ^ (hash >>> 15)) + bits[1], 0x85ebca6b);
      hash ^= hash >>> 13;
    }
    const earlier = sameHash.get(hash);
    if (earlier?.some((j) => equal(i, j))) continue;
    if (earlier) earlier.push(i);
    else sameHash.set(hash, [i]);
    distinct.push(i);
  }
  return Uint32Array.from(distinct);
}
