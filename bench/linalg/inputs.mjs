// The seeded inputs of our side; peer.py draws the same numbers, entry by entry, so that results can be compared.

/** 2654435769 = 2^32/golden ratio: sets the sequences of neighbouring seeds apart. */
const GOLDEN = 0x9e3779b9;

/**
 * Fills `target` with numbers in [-range, range): entry i is a hash of i and the seed (xorshift and multiply, the constants of
 * C. Wellons, "Prospecting for hash functions", 2018), so that any language draws it in any order.
 */
export function fillUniform(target, seed, range = 1) {
  const unit = range * 2 ** -31;
  const start = Math.imul(seed, GOLDEN);
  for (let i = 0; i < target.length; i++) {
    let h = (i + start) >>> 0;
    h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
    h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
    target[i] = ((h ^ (h >>> 16)) >>> 0) * unit - range;
  }
}

/** Fills `target` with standard normal numbers (Box and Muller). */
export function fillNormal(target, seed) {
  const angle = new Float64Array(target.length);
  fillUniform(target, seed);
  fillUniform(angle, seed + 1);
  for (let i = 0; i < target.length; i++) {
    target[i] = Math.sqrt(-2 * Math.log((1 - target[i]) / 2)) * Math.cos(Math.PI * angle[i]);
  }
}

/** Adds `shift` to the diagonal of the n×n matrix. */
export function shiftDiagonal(matrix, n, shift) {
  for (let i = 0; i < n; i++) matrix[i * n + i] += shift;
}

/** Copies the lower triangle of the n×n column-major matrix above the diagonal. */
export function mirrorLower(matrix, n) {
  for (let j = 1; j < n; j++) for (let i = 0; i < j; i++) matrix[i + j * n] = matrix[j + i * n];
}

/** 64 entries spread over the lower triangle of the column-major matrix with n rows and columns. */
export function lowerSample(matrix, n) {
  return Array.from({ length: 64 }, (_, t) => {
    const [j, i] = [(t * 7919) % n, (t * 104729) % n].sort((p, q) => p - q);
    return matrix[i + j * n];
  });
}

/** 64 entries spread over a vector. */
export function vectorSample(vector) {
  return Array.from({ length: 64 }, (_, t) => vector[(t * 7919 + t * t * 131) % vector.length]);
}
