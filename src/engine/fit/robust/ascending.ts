/** Puts what was computed from the regular end on into the order of ascending strengths. */
export class Ascending {
  constructor(
    private readonly count: number,
    readonly position: (l: number) => number,
  ) {}

  values(from: Float64Array): Float64Array {
    return Float64Array.from({ length: this.count }, (_, l) => from[this.position(l)]);
  }

  /** Rows × L with the path fastest. */
  rows(from: Float32Array): Float32Array {
    const { count } = this;
    return from.map((_, o) => from[o - (o % count) + this.position(o % count)]);
  }

  /** n × L with the rows fastest, to the path fastest. */
  columns(from: Float32Array | Float64Array, n: number): Float32Array {
    const { count } = this;
    const out = new Float32Array(n * count);
    for (let i = 0; i < n; i++) for (let l = 0; l < count; l++) out[i * count + l] = from[this.position(l) * n + i];
    return out;
  }
}
