/** The part of D + rho·z·z' that the secular equation still has to solve, ascending in value. */
export interface Deflation {
  /** Columns of Q, k of them. */
  readonly columns: Int32Array;
  /** 1 where the column has entries in the top half alone, or in both halves; the others are in the bottom half alone. */
  readonly topOnly: Uint8Array;
  readonly both: Uint8Array;
}

/** D + rho·z·z'. */
export interface RankOneUpdate {
  readonly d: Float64Array;
  readonly z: Float64Array;
  readonly rho: number;
}

/** Columns from…from+half−1 and from+half…from+size−1, solved halves of a problem. */
export interface Halves {
  readonly from: number;
  readonly half: number;
  readonly size: number;
}

/** Turns columns (left, right) of Q into (cosine·left − sine·right, sine·left + cosine·right). */
export type Rotate = (left: number, right: number, cosine: number, sine: number) => void;

/**
 * Sets aside the eigenpairs that the coupling does not change, to rounding: those with a negligible weight, and one of
 * two with nearly equal values, after a rotation of their columns has moved all the weight to the other (Dongarra and
 * Sorensen 1987). `ascending` lists the columns of both halves by value in `d`; d and z change with the rotations.
 */
export function deflate(
  { d, z, rho }: RankOneUpdate,
  ascending: Int32Array,
  { from, half, size }: Halves,
  rotate: Rotate,
): Deflation {
  const middle = from + half;
  let largest = 0;
  for (const c of ascending) largest = Math.max(largest, Math.abs(d[c]), Math.abs(z[c]));
  const tolerance = 8 * Number.EPSILON * largest;
  const mixed = new Uint8Array(size);
  const coupled: number[] = [];
  for (const c of ascending) {
    if (rho * Math.abs(z[c]) <= tolerance) continue;
    const before = coupled.length > 0 ? coupled[coupled.length - 1] : -1;
    if (before >= 0) {
      const weight = Math.hypot(z[before], z[c]);
      const cosine = z[c] / weight;
      const sine = z[before] / weight;
      // After the rotation the two values are coupled by gap·sine·cosine, which is dropped if it is rounding.
      const gap = d[c] - d[before];
      if (Math.abs(gap * sine * cosine) <= tolerance) {
        z[c] = weight;
        z[before] = 0;
        rotate(before, c, cosine, sine);
        if (before < middle !== c < middle || mixed[before - from] === 1 || mixed[c - from] === 1)
          mixed[before - from] = mixed[c - from] = 1;
        const low = d[before];
        d[before] = low * cosine * cosine + d[c] * sine * sine;
        d[c] = low * sine * sine + d[c] * cosine * cosine;
        coupled.pop();
      }
    }
    coupled.push(c);
  }
  const columns = Int32Array.from(coupled);
  return {
    columns,
    topOnly: Uint8Array.from(columns, (c) => (c < middle && mixed[c - from] === 0 ? 1 : 0)),
    both: Uint8Array.from(columns, (c) => mixed[c - from]),
  };
}
