/** Red, green and blue, 0…255, and opacity, 0…1. */
export type Rgba = readonly [number, number, number, number];

/** Reads #rgb, #rgba, #rrggbb, #rrggbbaa, rgb(…) and rgba(…): what an editor's theme holds. Undefined for other colours. */
export function parseColour(text: string): Rgba | undefined {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(text)?.[1];
  if (hex !== undefined && hex.length !== 5 && hex.length !== 7) {
    const digits = hex.length <= 4 ? [...hex].map((d) => d + d) : (hex.match(/../g) ?? []);
    const [red, green, blue, alpha = 255] = digits.map((pair) => Number.parseInt(pair, 16));
    return [red, green, blue, alpha / 255];
  }
  const numbers = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:[\s,/]+([\d.]+))?\s*\)$/i.exec(text);
  if (!numbers) return undefined;
  const [red, green, blue] = numbers.slice(1, 4).map(Number);
  return [red, green, blue, numbers[4] === undefined ? 1 : Number(numbers[4])];
}

/** `share` of one colour over another, opaque. Colours that cannot be read stay as they are. */
export function mix(over: string, under: string, share: number): string {
  const a = parseColour(over);
  const b = parseColour(under);
  if (!a || !b) return over;
  const part = share * a[3];
  const channel = (i: 0 | 1 | 2) => Math.round(a[i] * part + b[i] * (1 - part));
  return `rgb(${channel(0)}, ${channel(1)}, ${channel(2)})`;
}

/** A colour by CIE lightness 0…100, chroma and hue in degrees, white at D65: luminance follows from the lightness alone. */
interface Lch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

/** The white of sRGB in XYZ. */
const WHITE = [0.95047, 1, 1.08883] as const;

/** Luminance of a colour relative to white, 0…1 (WCAG 2.2). */
export function luminance([red, green, blue]: Rgba): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast of two luminances, 1…21 (WCAG 2.2). */
export function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const linear = (channel: number): number => {
  const v = channel / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
};

/** CIE lightness of a luminance. */
export const lightnessOf = (y: number): number => (y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y);

/** The colour in sRGB; chroma that a screen cannot show is left out, the lightness stays. */
export function rgbOf({ l, c, h }: Lch): Rgba {
  let chroma = c;
  for (let step = 0; step < 40; step++, chroma *= 0.93) {
    const channels = channelsOf(l, chroma, h);
    if (channels.every((v) => v >= -1e-3 && v <= 1.001)) return encoded(channels);
  }
  return encoded(channelsOf(l, 0, h));
}

/** Linear red, green and blue; outside 0…1 where no screen shows the colour. */
function channelsOf(l: number, c: number, h: number): readonly [number, number, number] {
  const angle = (h * Math.PI) / 180;
  const fy = (l + 16) / 116;
  const cubed = (f: number) => (f > 6 / 29 ? f ** 3 : (f - 4 / 29) * 3 * (6 / 29) ** 2);
  const x = WHITE[0] * cubed(fy + (c * Math.cos(angle)) / 500);
  const y = WHITE[1] * cubed(fy);
  const z = WHITE[2] * cubed(fy - (c * Math.sin(angle)) / 200);
  return [
    3.2406 * x - 1.5372 * y - 0.4986 * z,
    -0.9689 * x + 1.8758 * y + 0.0415 * z,
    0.0557 * x - 0.204 * y + 1.057 * z,
  ];
}

function encoded(channels: readonly [number, number, number]): Rgba {
  const [red, green, blue] = channels.map((v) => {
    const inside = Math.min(1, Math.max(0, v));
    return Math.round(255 * (inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055));
  });
  return [red, green, blue, 1];
}
