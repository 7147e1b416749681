/** Images as rows: n×d pixels in 0 … 1, column-major, and a label of +1 or −1 for each. */
export interface LabelledImages {
  readonly n: number;
  readonly d: number;
  readonly pixels: Float64Array;
  readonly labels: Float64Array;
}
