import type { FigureSpec } from '../../engine/contract/figure';
import { scaleOf } from '../../figures/layout/scale';
import { svg } from '../element';

const WIDTH = 74;
const HEIGHT = 26;
/** Room for the width of the line. */
const EDGE = 1.5;

/** A figure's first curve without axes, and where the slider stands on it. */
export class Sparkline {
  private readonly line = svg('path.curve');
  private readonly at = svg('line.at', { y1: 0, y2: HEIGHT });
  readonly element = svg(
    'svg.spark',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    this.line,
    this.at,
  );

  update({ x, y, series, rules = [] }: FigureSpec): void {
    const across = scaleOf(x, EDGE, WIDTH - EDGE);
    const up = scaleOf(y, HEIGHT - EDGE, EDGE);
    const curve = series.find(({ kind, x: { length } }) => kind === 'line' && length > 2);
    const points = Array.from(curve?.x ?? [], (value, i) => [across.pixel(value), up.pixel(curve?.y[i] ?? Number.NaN)]);
    const inside = points
      .filter((point) => point.every(Number.isFinite))
      .map(([left, top]) => `${left.toFixed(1)} ${Math.min(HEIGHT, Math.max(0, top)).toFixed(1)}`);
    this.line.setAttribute('d', inside.length > 1 ? `M${inside.join('L')}` : '');
    const place = across.pixel(rules.find(({ axis, role }) => axis === 'x' && role === 'chosen')?.at ?? Number.NaN);
    this.at.toggleAttribute('hidden', !Number.isFinite(place));
    if (!Number.isFinite(place)) return;
    this.at.setAttribute('x1', place.toFixed(1));
    this.at.setAttribute('x2', place.toFixed(1));
  }
}
