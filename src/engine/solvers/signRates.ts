import { type Computing, full } from '../linalg/linalg';
import { type Gram, gramProduct } from './gram';
import { addColumns } from './signProduct';

/** Share of the rows whose sign must flip for a product with all rows to be cheaper than a column for each. */
const MANY = 0.25;
/**
 * The number of columns that may be added, as a multiple of n, before the product is formed anew, free of the rounding
 * they left.
 */
const RENEW = 64;

/**
 * sign(r) and K·sign(r), n each, kept up to date as residuals move on: by the columns whose sign flipped, O(n·flips) a step;
 * with a factor of m features by Z'·sign(r), O(m·flips), and one product with Z, O(n·m), as soon as any has flipped.
 */
export class SignRates {
  readonly signs: Float64Array;
  readonly product: Float64Array;
  private readonly flipped: Uint32Array;
  private readonly changes: Float64Array;
  private readonly features: Float64Array;
  private added = 0;

  constructor(
    private readonly gram: Gram,
    residuals: Float64Array,
    private readonly context: Computing,
  ) {
    this.signs = residuals.map(Math.sign);
    this.product = new Float64Array(gram.n);
    this.flipped = new Uint32Array(gram.n);
    this.changes = new Float64Array(gram.n);
    this.features = new Float64Array(gram.kind === 'dense' ? 0 : gram.m);
    this.renew();
  }

  /** Takes over the signs of new residuals. */
  follow(residuals: Float64Array): void {
    const { signs, flipped, changes, gram } = this;
    let count = 0;
    for (let i = 0; i < gram.n; i++) {
      const sign = Math.sign(residuals[i]);
      if (sign === signs[i]) continue;
      flipped[count] = i;
      changes[count++] = sign - signs[i];
      signs[i] = sign;
    }
    if (count === 0) return;
    this.added += count;
    if (count > MANY * gram.n || this.added > RENEW * gram.n) this.renew();
    else if (gram.kind === 'dense') addColumns(gram.k, gram.n, flipped, changes, count, this.product);
    else {
      addColumns(gram.z, gram.m, flipped, changes, count, this.features);
      this.fromFeatures(gram.z, gram.m);
    }
  }

  private renew(): void {
    const { gram, signs, features, product, context } = this;
    const { linalg } = context;
    this.added = 0;
    if (gram.kind === 'dense') {
      gramProduct(gram, signs, product, context);
      return;
    }
    linalg.gemv(false, gram.m, gram.n, 1, full(gram.z, gram.m), signs, 0, features, context);
    this.fromFeatures(gram.z, gram.m);
  }

  private fromFeatures(z: Float64Array, m: number): void {
    this.context.linalg.gemv(true, m, this.gram.n, 1, full(z, m), this.features, 0, this.product, this.context);
  }
}
