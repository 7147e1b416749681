import type { ColourScale } from '../../engine/contract/figure';
import { lightnessOf, luminance, parseColour, type Rgba, rgbOf } from './colour';
import type { FigureTheme } from './theme';

/** Least contrast of any colour of the scale with the background: WCAG 2.2 asks 3 of graphics, high contrast themes for more. */
export const LEAST_CONTRAST = 3;
export const LEAST_CONTRAST_HIGH = 4.5;

/** Lightness at the far end: nearly white or nearly black, with hue left. */
const BRIGHTEST = 92;
const DARKEST = 16;

/**
 * Hues and chroma from the dark end to the bright one, in equal steps of lightness: violet, blue, teal, green, yellow.
 * All kinds of colour vision tell blue from yellow, and lightness alone keeps the order.
 */
const HUES = [306, 285, 245, 190, 145, 114, 104];
const CHROMA = [62, 54, 40, 40, 54, 72, 78];

/**
 * The colour at a fraction of the scale, 0…1. Lightness goes away from the background in equal steps, from the first
 * that can just be told from it: in dark themes from violet to yellow, in light ones from ochre to violet.
 */
export function sequentialColour(theme: FigureTheme, share: number): string {
  return stepsOf(theme)[Math.round(STEPS * Math.min(1, Math.max(0, share)))];
}

/** A hundred steps look continuous, and computing each once is quick for twenty thousand points. */
const STEPS = 100;
const known = new WeakMap<FigureTheme, readonly string[]>();

function stepsOf(theme: FigureTheme): readonly string[] {
  const before = known.get(theme);
  if (before) return before;
  const [near, far] = endsOf(theme);
  const steps = Array.from({ length: STEPS + 1 }, (_, i) => {
    const share = i / STEPS;
    return written(colourAt(near + (far - near) * share, far > near ? share : 1 - share));
  });
  known.set(theme, steps);
  return steps;
}

/** Lightness of the smallest and the largest value. A background that the page cannot name is taken as white. */
function endsOf({ background, highContrast }: FigureTheme): readonly [number, number] {
  const under = luminance(parseColour(background) ?? [255, 255, 255, 1]);
  const least = highContrast ? LEAST_CONTRAST_HIGH : LEAST_CONTRAST;
  // A little more, for channels are integers.
  const above = lightnessOf((under + 0.05) * least - 0.05) + 0.5;
  const below = lightnessOf(Math.max(0, (under + 0.05) / least - 0.05)) - 0.5;
  return BRIGHTEST - above > below - DARKEST ? [above, BRIGHTEST] : [below, DARKEST];
}

/** `bright` is the place between the dark end of the scale, 0, and its bright one. */
function colourAt(lightness: number, bright: number): Rgba {
  const place = bright * (HUES.length - 1);
  const i = Math.min(HUES.length - 2, Math.floor(place));
  const between = (values: readonly number[]) => values[i] + (values[i + 1] - values[i]) * (place - i);
  return rgbOf({ l: lightness, c: between(CHROMA), h: between(HUES) });
}

const written = ([red, green, blue]: Rgba): string => `rgb(${red}, ${green}, ${blue})`;

/** The place of a value on a scale, 0…1; NaN stays NaN. On a scale of one value, every place is the middle. */
export function shareOnScale({ domain: [low, high] }: ColourScale, value: number): number {
  if (!(high > low)) return Number.isNaN(value) ? value : 0.5;
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** The scale's colours by their fractions; a missing value is muted. */
export function scaleColours(theme: FigureTheme): (share: number) => string {
  return (share) => (Number.isNaN(share) ? theme.muted : sequentialColour(theme, share));
}
