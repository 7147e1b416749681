import type { Matrix } from '../contract/data';
import { pickRows } from '../kernels/rows';

/** Encoded rows of a file that are kept as they are. */
export interface SampledRows {
  /** k×d. */
  readonly x: Matrix;
  /** Of each target the values, or of classes the codes. */
  readonly targets: readonly Float64Array[];
  /** As they stand in the file. */
  readonly weights?: Float64Array;
  /** Of each column that rows can be coloured by its numbers or codes. */
  readonly colours?: readonly Float64Array[];
  /** Counted from 0 in the rows that are visited. */
  readonly rows: Float64Array;
  /** 1-based line of its file where each row begins. */
  readonly lines: Uint32Array;
}

/** Some of these rows, by their positions. */
export function pickedRows({ x, targets, weights, colours, rows, lines }: SampledRows, at: Uint32Array): SampledRows {
  const picked = (values: Float64Array) => Float64Array.from(at, (i) => values[i]);
  return {
    x: pickRows(x, at),
    targets: targets.map(picked),
    ...(weights && { weights: picked(weights) }),
    ...(colours && { colours: colours.map(picked) }),
    rows: picked(rows),
    lines: Uint32Array.from(at, (i) => lines[i]),
  };
}

/** All of these rows in their order; at least one list, which may be of no rows. */
export function joinedRows(lists: readonly SampledRows[]): SampledRows {
  const [first] = lists;
  const count = lists.reduce((sum, { rows }) => sum + rows.length, 0);
  const { columns } = first.x;
  const values = new Float64Array(count * columns);
  let at = 0;
  for (const { x } of lists) {
    for (let j = 0; j < columns; j++) values.set(x.values.subarray(j * x.rows, (j + 1) * x.rows), j * count + at);
    at += x.rows;
  }
  const joined = (of: (list: SampledRows) => ArrayLike<number>) => {
    const all = new Float64Array(count);
    let end = 0;
    for (const list of lists) {
      all.set(of(list), end);
      end += list.rows.length;
    }
    return all;
  };
  return {
    x: { rows: count, columns, values },
    targets: first.targets.map((_, t) => joined(({ targets }) => targets[t])),
    ...(first.weights && { weights: joined(({ weights = [] }) => weights) }),
    ...(first.colours && { colours: first.colours.map((_, c) => joined(({ colours = [] }) => colours[c])) }),
    rows: joined(({ rows }) => rows),
    lines: Uint32Array.from(joined(({ lines }) => lines)),
  };
}
