/** As much of a name as has room beside a line. */
const LONGEST = 24;

/**
 * Names as they stand within figures: whole, or where one is too long, all without the words that they begin with alike; numbered where they would still read
 * alike.
 */
export function labelsOf(names: readonly string[]): readonly string[] {
  const words = names.map((name) => name.split(' '));
  const shared = words[0].findIndex((word, i) => words.some((others) => others[i] !== word || others.length <= i + 1));
  const long = names.length > 1 && shared > 0 && names.some((name) => name.length > LONGEST);
  const cut = words
    .map((parts) => (long ? parts.slice(shared).join(' ').replace(/^· /, '') : parts.join(' ')))
    .map((text) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text));
  return cut.map((text, i) => {
    const before = cut.slice(0, i).filter((other) => other === text).length;
    return before === 0 ? text : `${text.slice(0, LONGEST - 4)} (${before + 1})`;
  });
}
