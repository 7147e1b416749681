/** The number that a person wrote in decimal digits; NaN for anything else, as JavaScript would take '' for 0, and read hexadecimal. */
export function numberOf(text: string): number {
  const trimmed = text.trim();
  return /^[+-]?(\d|\.\d)[\d.]*(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : Number.NaN;
}
