import type { PointShape, Role } from '../../engine/contract/figure';
import { shapeCorners } from '../../figures/layout/pointShapes';
import { STYLES } from '../../figures/layout/style';
import { svg } from '../element';
import type { Theme } from '../theme';

const SIZE = 14;
const RADIUS = 4;

/** The dot that a way has in the figure. */
export function wayKey(
  { role, shape }: { readonly role: Role; readonly shape: PointShape },
  theme: Theme,
  chosen: boolean,
): SVGSVGElement {
  const fill = chosen ? theme.accent : theme[STYLES[role].colour];
  const corners = chosen ? undefined : shapeCorners(shape, SIZE / 2, SIZE / 2, RADIUS);
  const mark = corners
    ? svg('polygon', { points: corners.map((corner) => corner.join(',')).join(' '), fill })
    : svg('circle', { cx: SIZE / 2, cy: SIZE / 2, r: chosen ? RADIUS + 1 : RADIUS, fill });
  const size = { viewBox: `0 0 ${SIZE} ${SIZE}`, width: SIZE, height: SIZE };
  return svg('svg', { class: 'key', ...size, 'aria-hidden': 'true', focusable: 'false' }, mark);
}
