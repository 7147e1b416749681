import type { ColourScale } from '../../engine/contract/figure';
import { mix } from './colour';
import type { FigureTheme } from './theme';

/** Part of the scale at which the theme's blue stands pure: before it, it is paler; after it, it turns to the text's colour. */
const PURE = 0.6;

/**
 * The colour of a share of the scale, 0…1: from a blue near the background to nearly the colour of the text. Contrast with
 * the background grows all along, in dark themes as in light ones, so that order can be read without hue.
 */
export function sequentialColour({ background, blue, text, highContrast }: FigureTheme, share: number): string {
  const s = Math.min(1, Math.max(0, share));
  const palest = highContrast ? 0.55 : 0.42;
  if (s < PURE) return mix(blue, background, palest + ((1 - palest) * s) / PURE);
  return mix(text, blue, (0.8 * (s - PURE)) / (1 - PURE));
}

/** Where a value stands on a scale, 0…1; NaN stays NaN. A scale of one value is all middle. */
export function shareOnScale({ domain: [low, high] }: ColourScale, value: number): number {
  if (!(high > low)) return Number.isNaN(value) ? value : 0.5;
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** The scale's colours by their shares; what has no value is muted. */
export function scaleColours(theme: FigureTheme): (share: number) => string {
  // A hundred steps look continuous, and mixing each once is quick for twenty thousand points.
  const steps = Array.from({ length: 101 }, (_, i) => sequentialColour(theme, i / 100));
  return (share) => (Number.isNaN(share) ? theme.muted : steps[Math.round(100 * share)]);
}
