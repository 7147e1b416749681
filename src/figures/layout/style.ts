import type { Role, SeriesSpec } from '../../engine/contract/figure';

/** Names of theme colours; a theme says which they are. The accent is the chosen value, everywhere; never a series. */
export type ColourToken = 'text' | 'muted' | 'accent' | 'yellow' | 'purple' | 'green' | 'red' | 'blue';

interface LineStyle {
  readonly colour: ColourToken;
  /** Lengths of dashes and gaps in pixels; empty for a solid line. */
  readonly dash: readonly number[];
  readonly width: number;
}

/** Roles differ in dash as well as in colour, so that no figure rests on colour alone. */
export const STYLES: Readonly<Record<Role, LineStyle>> = {
  main: { colour: 'text', dash: [], width: 2 },
  bias: { colour: 'yellow', dash: [7, 3], width: 1.5 },
  variance: { colour: 'purple', dash: [2, 2.5], width: 1.5 },
  loo: { colour: 'green', dash: [], width: 2 },
  cv: { colour: 'purple', dash: [7, 3], width: 1.5 },
  gcv: { colour: 'muted', dash: [1.5, 2.5], width: 1.25 },
  reference: { colour: 'muted', dash: [5, 4], width: 1 },
  fitted: { colour: 'muted', dash: [1, 3], width: 1 },
  chosen: { colour: 'accent', dash: [], width: 1.5 },
  outlier: { colour: 'red', dash: [], width: 1.5 },
  noise: { colour: 'muted', dash: [5, 4], width: 1 },
  first: { colour: 'blue', dash: [], width: 1.75 },
  second: { colour: 'yellow', dash: [8, 3], width: 1.75 },
  third: { colour: 'green', dash: [3, 2.5], width: 1.75 },
  fourth: { colour: 'purple', dash: [9, 3, 2, 3], width: 1.75 },
  fifth: { colour: 'red', dash: [1.5, 2.5], width: 2 },
  sixth: { colour: 'muted', dash: [14, 4], width: 1.5 },
};

/** Opacity of a band: text-coloured ones stay pale, so that what lies over them can be read. */
export function bandOpacity(role: Role, highContrast: boolean): number {
  const plain = STYLES[role].colour === 'text' || STYLES[role].colour === 'muted';
  if (highContrast) return plain ? 0.2 : 0.35;
  return plain ? 0.11 : 0.16;
}

/** Opacity of series that do not follow the sliders. */
export const FAINT_OPACITY = 0.45;

interface PointStyle {
  readonly radius: number;
  readonly opacity: number;
  /**
   * Drawn as a ring: outliers, which lie over their own dot, and the second of two clouds, so that not only colour
   * tells them apart.
   */
  readonly hollow: boolean;
  /** Width of a ring's line. */
  readonly rim: number;
}

/** Opacity of points that others were selected from. */
export const DIMMED_OPACITY = 0.2;

/**
 * Dots shrink and pale as they become many, so that a crowd still shows its density. Where shape or colour says something of a
 * point, it stays large and opaque enough to be read.
 */
export function pointStyle(series: SeriesSpec): PointStyle {
  const many = series.x.length > 600;
  if (series.role === 'outlier') return { radius: 4, opacity: 1, hollow: true, rim: 1.5 };
  const hollow = series.hollow ?? series.role === 'second';
  const { radius, opacity } = discStyle(series, many);
  if (!hollow) return { radius, opacity, hollow, rim: 0 };
  // A ring takes a larger place than a disc: no larger and thin, so that held-out rows stay behind training rows.
  const crowded = series.x.length > 30;
  return { radius: radius - (crowded ? 0.2 : 0), opacity: 0.85, hollow, rim: crowded ? 1 : 1.5 };
}

function discStyle({ x, shape, values }: SeriesSpec, many: boolean): Pick<PointStyle, 'radius' | 'opacity'> {
  const some = x.length > 30;
  if (shape !== undefined || values !== undefined)
    return { radius: many ? 1.9 : some ? 2.8 : 3.5, opacity: many ? 0.7 : 0.85 };
  if (many) return { radius: 1.4, opacity: 0.42 };
  return some ? { radius: 2.2, opacity: 0.5 } : { radius: 3.5, opacity: 0.9 };
}
