import type { ColourScale, SeriesSpec } from '../../engine/contract/figure';
import { mix } from './colour';

/** The theme's colours that a sequential scale is mixed from. */
export interface SequentialTheme {
  readonly background: string;
  readonly blue: string;
  readonly text: string;
  readonly highContrast?: boolean;
}

/** Part of the scale at which the theme's blue stands pure: before it, it is paler; after it, it turns to the text's colour. */
const PURE = 0.6;

/**
 * The colour of a share of the scale, 0…1: from a blue near the background to nearly the colour of the text. Contrast with
 * the background grows all along, in dark themes as in light ones, so that order can be read without hue.
 */
export function sequentialColour({ background, blue, text, highContrast }: SequentialTheme, share: number): string {
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

/** Colours of the points of a series with values, by their place in it; points without a value have `none`. */
export function pointColours(
  theme: SequentialTheme,
  scale: ColourScale,
  { values = [] }: SeriesSpec,
  none: string,
): (index: number) => string {
  // A hundred steps look continuous, and mixing each once is quick for twenty thousand points.
  const steps = Array.from({ length: 101 }, (_, i) => sequentialColour(theme, i / 100));
  return (index) => {
    const share = shareOnScale(scale, values[index] ?? Number.NaN);
    return Number.isNaN(share) ? none : steps[Math.round(100 * share)];
  };
}
