import type { Pixel } from '../../figures/layout/shapes';

/** Height of the track's drawing in its own units; its width is 100. */
export const SCENT_HEIGHT = 24;

/**
 * The error over the slider's own range as the outline of a small landscape: 0 at the least error, 1 one decade above it,
 * where it is cut. A flat curve stays flat: the drawing spans at least 0.3 decades.
 * `at` holds positions 0…1, `errors` the values there; what is not positive is left out.
 */
export function scentOutline(at: ArrayLike<number>, errors: ArrayLike<number>): readonly Pixel[] {
  const points: { x: number; y: number }[] = [];
  for (let i = 0; i < at.length; i++) if (errors[i] > 0) points.push({ x: at[i], y: Math.log10(errors[i]) });
  if (points.length === 0) return [];
  points.sort((a, b) => a.x - b.x);
  const least = Math.min(...points.map((p) => p.y));
  const greatest = Math.max(...points.map((p) => p.y));
  const span = Math.min(1, Math.max(0.3, greatest - least));
  return points.map(({ x, y }) => ({ x, y: Math.min(1, (y - least) / span) }));
}

/** Paths of the curve and of the area under it. The floor keeps a little height so that the least stays visible. */
export function scentPaths(outline: readonly Pixel[]): { readonly line: string; readonly area: string } {
  if (outline.length === 0) return { line: '', area: '' };
  const y = (height: number) => (SCENT_HEIGHT - 2 - height * (SCENT_HEIGHT - 6)).toFixed(2);
  const line = outline.map((p, i) => `${i === 0 ? 'M' : 'L'}${(100 * p.x).toFixed(2)} ${y(p.y)}`).join('');
  const first = (100 * outline[0].x).toFixed(2);
  const last = (100 * outline[outline.length - 1].x).toFixed(2);
  return { line, area: `${line}L${last} ${SCENT_HEIGHT}L${first} ${SCENT_HEIGHT}Z` };
}
