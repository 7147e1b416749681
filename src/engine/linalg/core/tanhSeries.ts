/** Beyond this many standard deviations the square root of the normal density is below 2^-56. */
export const END = 12.5;

/** Hermite coefficients of odd order 1, 3, …, by the trapezium rule on the half-line. */
export class Hermite {
  readonly nodes: Float64Array;
  /** Row t, one entry a node: the Hermite polynomial of order 2t + 1 times the node's share. Rows of zeros make them a multiple of four. */
  readonly weights: Float64Array;
  /** The weight of the density at each node: E[f(g)²] of an odd f is the sum of shares·f². */
  readonly shares: Float64Array;
  private readonly terms: number;

  /** For variances up to `largest`. The step resolves the Hermite functions, of wave number sqrt(k), and tanh's poles. */
  constructor(terms: number, largest: number) {
    this.terms = terms;
    const step = (2 * Math.PI) / (Math.sqrt(2 * terms) + 24 * Math.min(Math.sqrt(largest), 8) + 12);
    const count = Math.ceil(END / step);
    this.nodes = Float64Array.from({ length: count }, (_, q) => (q + 0.5) * step);
    this.weights = new Float64Array(4 * Math.ceil(terms / 4) * count);
    this.shares = this.nodes.map((g) => ((2 * step) / Math.sqrt(2 * Math.PI)) * Math.exp(-0.5 * g * g));
    const roots = this.nodes.map((g) => Math.exp(-0.25 * g * g));
    const factors = roots.map((root) => ((2 * step) / Math.sqrt(2 * Math.PI)) * root);
    let previous = new Float64Array(count);
    let current = roots.slice();
    // All nodes at once, as each order waits for the two before it at the same node.
    for (let k = 0; k < 2 * terms; k++) {
      const [root, next] = [Math.sqrt(k), Math.sqrt(k + 1)];
      const row = ((k - 1) / 2) * count;
      for (let q = 0; q < count; q++) {
        if (k % 2 === 1) this.weights[row + q] = factors[q] * current[q];
        previous[q] = (this.nodes[q] * current[q] - root * previous[q]) / next;
      }
      [previous, current] = [current, previous];
    }
  }

  coefficients(variance: number): Float64Array {
    const sigma = Math.sqrt(variance);
    const count = this.nodes.length;
    const values = this.nodes.map((g) => Math.tanh(sigma * g));
    const weights = this.weights;
    const result = new Float64Array(weights.length / count);
    // Four sums at a time, as each addition waits for the last one to the same sum.
    for (let t = 0; t < this.terms; t += 4) {
      let [first, second, third, fourth] = [0, 0, 0, 0];
      for (let q = 0, at = t * count; q < count; q++, at++) {
        const value = values[q];
        first += value * weights[at];
        second += value * weights[at + count];
        third += value * weights[at + 2 * count];
        fourth += value * weights[at + 3 * count];
      }
      result[t] = first;
      result[t + 1] = second;
      result[t + 2] = third;
      result[t + 3] = fourth;
    }
    return result.subarray(0, this.terms);
  }
}

/**
 * tanh u = E[erf(u/(sqrt(2)·T))], T of Kolmogorov's distribution (Andrews & Mallows 1974). Rates 1/(sqrt(2)·T) and
 * weights of the Gaussian quadrature with 12 nodes in ln T for that distribution. The sum is within 1.4e-9 of tanh,
 * with an error that oscillates: in the kernel only 2e-14 of it remain, for any variances.
 */
export const MIXTURE: readonly (readonly [rate: number, weight: number])[] = [
  [0.2576670214186007, 3.804432690988788e-6],
  [0.31697091660222454, 0.00038094132478774036],
  [0.3876546577417091, 0.0069637656335712434],
  [0.47666134463728627, 0.045497709898706766],
  [0.5910026352074554, 0.14306434548266136],
  [0.7375401860650346, 0.2566611928614643],
  [0.9210483465994248, 0.2825826783009418],
  [1.143957574002748, 0.18634620490848963],
  [1.4083725813177357, 0.066803591397149],
  [1.7187055948014356, 0.011054560381193705],
  [2.086631072583996, 0.0006346896919439011],
  [2.548831490619302, 6.5156863996764715e-6],
];
