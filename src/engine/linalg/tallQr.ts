import { householderQr } from './householderQr';
import { type Computing, full } from './linalg';

/** With ||Q1'Q1 − I|| below this after the first pass, the second leaves Q orthonormal to rounding. */
const NEARLY_ORTHONORMAL = 0.1;

/**
 * Thin QR of a tall matrix: `a` (n×p, n ≥ p) becomes Q, R (p×p, zeros below the diagonal) is returned, with a positive
 * diagonal when the columns are well enough conditioned (about 1e7, columns scaled to one length) for two passes of
 * Cholesky QR (Yamamoto, Nakatsukasa, Yanagisawa and Fukaya 2015), which are matrix products alone; else by reflections.
 */
export function tallQr(a: Float64Array, n: number, p: number, context: Computing): Float64Array {
  const { linalg } = context;
  return linalg.scope(() => {
    const q = linalg.allocate(n * p);
    q.set(a.subarray(0, n * p));
    const first = onePass(q, n, p, Number.POSITIVE_INFINITY, context);
    const second = first && onePass(q, n, p, NEARLY_ORTHONORMAL, context);
    if (first === undefined || second === undefined) return householderQr(a, n, p, context);
    a.set(q);
    const r = new Float64Array(p * p);
    linalg.gemm(false, false, p, p, p, 1, full(second, p), full(first, p), 0, full(r, p), context);
    return r;
  });
}

/** Q ← Q·R^-1 with the Cholesky factor R' of Q'Q; undefined when that fails, or Q'Q is further from I than `distance`. */
function onePass(
  q: Float64Array,
  n: number,
  p: number,
  distance: number,
  context: Computing,
): Float64Array | undefined {
  const { linalg } = context;
  const gram = new Float64Array(p * p);
  linalg.syrk(true, p, n, 1, full(q, n), 0, full(gram, p), context);
  let far = 0;
  for (let j = 0; j < p; j++)
    for (let i = j; i < p; i++) far += (i === j ? 1 : 2) * (gram[i + j * p] - (i === j ? 1 : 0)) ** 2;
  if (!(Math.sqrt(far) <= distance) || linalg.cholesky(gram, p, context) !== undefined) return undefined;
  linalg.solveLowerRight(gram, p, true, q, n, context);
  const r = new Float64Array(p * p);
  for (let j = 0; j < p; j++) for (let i = 0; i <= j; i++) r[i + j * p] = gram[j + i * p];
  return r;
}
