/** The word a person most likely meant: the one with the fewest edits, if these are at most a third of its letters, and leave one. */
export function closest(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const edits = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (edits < fewest) [best, fewest] = [candidate, edits];
  }
  if (best === undefined || fewest >= Math.max(word.length, best.length)) return undefined;
  return fewest <= Math.ceil(best.length / 3) ? best : undefined;
}

/** "Did you mean lambda?", if a name comes close. `quote` is the sign around the name. */
export function didYouMean(word: string, known: readonly string[], quote = ''): string | undefined {
  const near = closest(word, known);
  return near === undefined ? undefined : `Did you mean ${quote}${near}${quote}?`;
}

/** Insertions, deletions and replacements from one word to another (Levenshtein 1966). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[to.length];
}
