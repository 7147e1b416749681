/** Whole powers of ten around positive values, for log axes that must not move. */
export function decadesAround(low: number, high: number): [number, number] {
  const from = Math.floor(Math.log10(low) + 1e-9);
  const to = Math.ceil(Math.log10(high) - 1e-9);
  return [Number(`1e${from}`), Number(`1e${Math.max(to, from + 1)}`)];
}

/** A stretch padded by a share of itself on both sides; a single point gets room around it. */
export function padded(low: number, high: number, share = 0.05): [number, number] {
  if (!(high > low)) {
    const room = Math.abs(low) > 0 ? Math.abs(low) * 0.5 : 1;
    return [low - room, low + room];
  }
  const room = (high - low) * share;
  return [low - room, high + room];
}
