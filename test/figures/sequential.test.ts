import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, lightnessOf, luminance, parseColour, type Rgba } from '../../src/figures/layout/colour';
import {
  LEAST_CONTRAST,
  LEAST_CONTRAST_HIGH,
  scaleColours,
  sequentialColour,
} from '../../src/figures/layout/sequential';
import { colourOf } from '../../src/figures/layout/shapes';
import { stepShare } from '../../src/figures/layout/surface';
import { DARK_THEME, type FigureTheme, LIGHT_THEME } from '../../src/figures/layout/theme';
import themes from '../webview/themes.json';

const THEMES: readonly (readonly [string, FigureTheme])[] = [
  ['pictures, light', LIGHT_THEME],
  ['pictures, dark', DARK_THEME],
  ...Object.entries(themes).map(([name, { bodyClass, variables }]): [string, FigureTheme] => [
    name,
    {
      ...LIGHT_THEME,
      background: variables['editor-background'],
      blue: variables['charts-blue'],
      highContrast: bodyClass.includes('high-contrast'),
    },
  ]),
  // Backgrounds that are neither black nor white.
  ['solarized', { ...LIGHT_THEME, background: '#002b36' }],
  ['sepia', { ...LIGHT_THEME, background: '#fdf6e3' }],
];

/** Linear red, green and blue as people without one kind of cone see them (Machado, Oliveira and Fernandes 2009). */
const VISION = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const;

const read = (text: string): Rgba => {
  const colour = parseColour(text);
  assert.ok(colour, text);
  return colour;
};
const lightness = (text: string) => lightnessOf(luminance(read(text)));

function seen(text: string, m: readonly number[]): number {
  const [r, g, b] = read(text)
    .slice(0, 3)
    .map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  const channel = (i: number) => Math.min(1, Math.max(0, m[i] * r + m[i + 1] * g + m[i + 2] * b));
  return lightnessOf(0.2126 * channel(0) + 0.7152 * channel(3) + 0.0722 * channel(6));
}

for (const [name, theme] of THEMES) {
  // Coarse enough for the rounding of channels to integers.
  const scale = Array.from({ length: 51 }, (_, i) => sequentialColour(theme, i / 50));
  const under = luminance(read(theme.background));
  const away = Math.sign(lightness(scale[50]) - lightness(scale[0]));

  test(`colours of points keep the order of their values: ${name}`, () => {
    const steps = scale.slice(1).map((colour, i) => away * (lightness(colour) - lightness(scale[i])));
    const range = away * (lightness(scale[50]) - lightness(scale[0]));
    assert.ok(range > 30, `lightness spans ${range}`);
    for (const step of steps) assert.ok(step > 0 && step < (2 * range) / 50, `equal steps, not ${step}`);
  });

  test(`both ends can be told from the background: ${name}`, () => {
    const [near, far] = [scale[0], scale[50]].map((colour) => contrast(luminance(read(colour)), under));
    const least = theme.highContrast ? LEAST_CONTRAST_HIGH : LEAST_CONTRAST;
    assert.ok(near >= least, `the near end has ${near}`);
    assert.ok(far > 2 * near, `the far end has ${far}`);
  });

  for (const [kind, matrix] of Object.entries(VISION))
    test(`the order is seen with ${kind}: ${name}`, () => {
      // Ten steps, as a reader tells values apart.
      const values = Array.from({ length: 11 }, (_, i) => away * seen(scale[5 * i], matrix));
      for (let i = 1; i < values.length; i++)
        assert.ok(values[i] > values[i - 1] + 1, `step ${i}: ${values[i - 1]} to ${values[i]}`);
    });

  test(`steps of a map grow away from the background: ${name}`, () => {
    const levels = [1, 2, 3, 4, 5, 6];
    const surface = { name: '', x: [0], y: [0], values: [0], levels, format: 'plain' as const };
    const of = (step: number) => contrast(luminance(read(colourOf(theme, { blue: stepShare(surface, step) }))), under);
    for (let step = 1; step <= levels.length; step++) assert.ok(of(step) < of(step - 1), `step ${step}`);
    assert.ok(of(0) > 2, `the strongest has ${of(0)}`);
    assert.ok(of(levels.length) > 1.02, `the palest has ${of(levels.length)}`);
  });
}

test('what has no value is muted, and a background without a name is taken as white', () => {
  assert.equal(scaleColours(LIGHT_THEME)(Number.NaN), LIGHT_THEME.muted);
  assert.equal(
    sequentialColour({ ...LIGHT_THEME, background: 'Canvas' }, 0.3),
    sequentialColour({ ...LIGHT_THEME }, 0.3),
  );
});
