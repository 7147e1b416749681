/** A level as long as a label has room for. */
export function shortened(text: string): string {
  return text.length > 14 ? `${text.slice(0, 13)}…` : text;
}

/** Rows of a level: "true 1s", "rows with True", and other words as they are. */
export function manyOf(level: string): string {
  const text = shortened(level);
  if (/^(true|false|yes|no|on|off)$/i.test(text)) return `rows with ${text}`;
  return /^\d+$/.test(text) ? `true ${text}s` : `true ${text}`;
}
