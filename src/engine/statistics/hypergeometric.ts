/** log k! for k = 0 … n. */
export function logFactorials(n: number): Float64Array {
  const logs = new Float64Array(n + 1);
  for (let k = 2; k <= n; k++) logs[k] = logs[k - 1] + Math.log(k);
  return logs;
}

/**
 * The probability that at least `count` of `drawn` rows are marked, when these are drawn at random from `rows` of which `marked` are:
 * the upper tail of the hypergeometric distribution. `logs`: log k! up to `rows`.
 */
export function atLeast(count: number, drawn: number, marked: number, rows: number, logs: Float64Array): number {
  const choose = (n: number, k: number) => logs[n] - logs[k] - logs[n - k];
  const all = choose(rows, drawn);
  const most = Math.min(drawn, marked);
  const least = Math.max(0, drawn + marked - rows);
  let sum = 0;
  for (let k = Math.max(count, least); k <= most; k++) {
    const term = Math.exp(choose(marked, k) + choose(rows - marked, drawn - k) - all);
    sum += term;
    // Past the mode terms fall, and faster and faster.
    if (k > (drawn * marked) / rows && term < 1e-17 * sum) break;
  }
  return Math.min(1, sum);
}
