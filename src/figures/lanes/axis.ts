/** How far below its upper end a logarithmic axis may begin: the smallest of these that holds every value. */
const REACHES = [1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 100, 200, 500, 1000];
const ROUND = [1, 1.5, 2, 3, 5, 7];
const MOST_TICKS = 5;

/** Room beyond the outermost value. */
const SLACK = 1.08;

/** A logarithmic axis for positive values with plain ticks. With `atLeast` it reaches so far down whatever is there yet. */
export function logAxis(values: readonly number[], atLeast = 1.5): { domain: [number, number]; ticks: number[] } {
  const positive = values.filter((v) => Number.isFinite(v) && v > 0);
  const high = SLACK * Math.max(...positive, Number.MIN_VALUE);
  const needed = Math.max(atLeast, (SLACK * high) / Math.min(...positive, high));
  const low = high / (REACHES.find((reach) => reach >= needed) ?? needed);
  const ticks: number[] = [];
  for (let e = Math.floor(Math.log10(low)); e <= Math.log10(high); e++)
    for (const f of ROUND) {
      const v = Number((f * 10 ** e).toPrecision(6));
      if (v >= low && v <= high) ticks.push(v);
    }
  return { domain: [low, high], ticks: spread(ticks, MOST_TICKS) };
}

/** A linear axis for shares, in steps of 5 %. */
export function shareAxis(values: readonly number[]): { domain: [number, number]; ticks: number[] } {
  const finite = values.filter(Number.isFinite);
  const low = Math.max(0, Math.floor(20 * Math.min(...finite, 0.95) - 1e-9) / 20);
  const high = Math.min(1, Math.ceil(20 * Math.max(...finite, low + 0.05) + 1e-9) / 20);
  const step = high - low > 0.45 ? 0.2 : high - low > 0.2 ? 0.1 : 0.05;
  const ticks: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9; k++) ticks.push(Number((k * step).toFixed(2)));
  return { domain: [low, high], ticks };
}

/** At most this many, evenly chosen, with the last. */
function spread(ticks: readonly number[], most: number): number[] {
  const step = Math.ceil(ticks.length / most);
  return ticks.filter((_, i) => (ticks.length - 1 - i) % step === 0);
}
