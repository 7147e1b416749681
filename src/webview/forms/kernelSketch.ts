import { svg } from '../element';
import sketches from './kernelSketches.json';

const WIDTH = 96;
const HEIGHT = 34;
/** Room for the line's own width at both ends. */
const EDGE = 2;
/** The greatest height in the file. */
const TOP = 399;

/** One function that the kernel of this name favours; an empty place for a name without a drawing, so that all names stand in one column. */
export function kernelSketch(name: string): SVGSVGElement {
  const points: readonly number[] = Object.hasOwn(sketches, name) ? sketches[name as keyof typeof sketches] : [];
  const place = (height: number, i: number) => {
    const x = EDGE + ((WIDTH - 2 * EDGE) * i) / (points.length - 1);
    const y = EDGE + (HEIGHT - 2 * EDGE) * (1 - height / TOP);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  };
  const line = svg('polyline', { points: points.map(place).join(' ') });
  const size = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT };
  return svg('svg', { class: 'sketch', ...size, 'aria-hidden': 'true', focusable: 'false' }, line);
}
