/** "A,B" → [A, B]; a name with a comma goes in double quotes: '"a,b",c'. */
export function splitNames(text: string): string[] {
  const out: string[] = [];
  for (const match of text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/g)) {
    const item = match[1]?.replaceAll('""', '"') ?? match[2].trim();
    if (match[0] !== '' && (item !== '' || match[1] !== undefined)) out.push(item);
  }
  return out;
}

/** The text that `splitNames` takes apart into these names. */
export const joinNames = (names: readonly string[]): string => names.map(quotedWhereNeeded).join(',');

const quotedWhereNeeded = (name: string): string =>
  name === '' || /[",]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
