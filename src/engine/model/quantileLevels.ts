/** Position of the tau closest to one half, the lower one of two. */
export function middleOf(taus: readonly number[]): number {
  let middle = 0;
  taus.forEach((tau, i) => {
    if (Math.abs(tau - 0.5) < Math.abs(taus[middle] - 0.5) - 1e-12) middle = i;
  });
  return middle;
}

/**
 * Puts the levels (arrays of one length) in order at every place, which only brings quantiles that were fitted
 * separately closer to the true ones (Chernozhukov, Fernández-Val and Galichon 2010). Returns the places where they
 * were out of order.
 */
export function sortLevels(levels: readonly Float64Array[]): Uint32Array {
  if (levels.length < 2) return new Uint32Array(0);
  const crossed: number[] = [];
  const here = new Float64Array(levels.length);
  for (let o = 0; o < levels[0].length; o++) {
    let ordered = true;
    for (let level = 0; level < levels.length; level++) {
      here[level] = levels[level][o];
      if (level > 0 && here[level] < here[level - 1]) ordered = false;
    }
    if (ordered) continue;
    crossed.push(o);
    here.sort();
    for (let level = 0; level < levels.length; level++) levels[level][o] = here[level];
  }
  return Uint32Array.from(crossed);
}
