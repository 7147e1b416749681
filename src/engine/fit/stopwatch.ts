/** Seconds since the last lap, by name; laps of one name add up. */
export function stopwatch(): { readonly laps: Record<string, number>; lap(name: string): void } {
  let last = performance.now();
  const laps: Record<string, number> = {};
  return {
    laps,
    lap(name) {
      const now = performance.now();
      laps[name] = (laps[name] ?? 0) + (now - last) / 1000;
      last = now;
    },
  };
}
