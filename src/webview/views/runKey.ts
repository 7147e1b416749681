import type { RunStyle } from '../../figures/compare/comparison';
import { shapeCorners } from '../../figures/layout/shapes';
import { STYLES } from '../../figures/layout/style';
import { svg } from '../element';
import type { Theme } from '../theme';

const WIDTH = 28;
const HEIGHT = 12;

/** The line and the shape of a run in the figures of a comparison. */
export function runKey({ role, shape }: RunStyle, theme: Theme): SVGSVGElement {
  const { colour, dash, width } = STYLES[role];
  const [x, y] = [WIDTH / 2, HEIGHT / 2];
  const corners = shapeCorners(shape, x, y, 3.6);
  const mark = corners
    ? svg('polygon', { points: corners.map((corner) => corner.join(',')).join(' '), fill: theme[colour] })
    : svg('circle', { cx: x, cy: y, r: 3.6, fill: theme[colour] });
  const line = svg('path', {
    d: `M0 ${y}h${WIDTH}`,
    stroke: theme[colour],
    'stroke-width': width,
    'stroke-dasharray': dash.join(' ') || undefined,
  });
  const size = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT };
  return svg('svg.key', { ...size, 'aria-hidden': 'true', focusable: 'false' }, line, mark);
}
