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
