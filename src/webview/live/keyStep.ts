/**
 * How far a key moves a slider: by `step` or by `leap`, up or down, or by ±∞ to an end. Undefined for keys that mean something else; the event
 * of others is taken.
 */
export function keyStep(event: KeyboardEvent, step: number, leap: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowRight: step,
    ArrowUp: step,
    ArrowLeft: -step,
    ArrowDown: -step,
    PageUp: leap,
    PageDown: -leap,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  if (event.altKey || event.ctrlKey || event.metaKey || steps[event.key] === undefined) return undefined;
  event.preventDefault();
  return steps[event.key];
}
