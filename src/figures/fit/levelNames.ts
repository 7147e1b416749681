const LETTERS = 14;

/**
 * A level cut to the room of a label. Where others `among` the levels begin alike, it begins where they differ:
 * "…north shore" beside "…south shore".
 */
export function shortened(text: string, among: readonly string[] = []): string {
  const cut = (whole: string) => (whole.length > LETTERS ? `${whole.slice(0, LETTERS - 1)}…` : whole);
  let short = cut(text);
  let alike = among.filter((other) => other !== text && cut(other) === short);
  while (alike.length > 0) {
    let from = 0;
    while (from < text.length && alike.every((other) => other[from] === text[from])) from++;
    // At the beginning of the word that differs, where that is near.
    const word = text.slice(0, from).search(/[^\s_.,;:/()-]*$/);
    const start = Math.min(from - word > LETTERS / 2 ? from : word, text.length - 1);
    short = cut(`…${text.slice(start)}`);
    alike = alike.filter((other) => cut(`…${other.slice(start)}`) === short);
  }
  return short;
}

/** All of them, each as long as a label has room for. */
export const shortenedAll = (levels: readonly string[]): string[] => levels.map((level) => shortened(level, levels));

/** Rows of a level: "true 1s", "rows with True", and other words as they are. */
export function manyOf(level: string, among?: readonly string[]): string {
  const text = shortened(level, among);
  if (/^(true|false|yes|no|on|off)$/i.test(text)) return `rows with ${text}`;
  return /^\d+$/.test(text) ? `true ${text}s` : `true ${text}`;
}
