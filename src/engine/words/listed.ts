import { cut, NAME_LENGTH } from '../contract/cut';

/** Names in quotes, the first few of many. */
export function quoted(names: readonly string[], most = 12): string {
  const shown = names.slice(0, most).map((name) => `"${cut(name, NAME_LENGTH)}"`);
  return names.length > most ? `${shown.join(', ')} and ${names.length - most} more` : shown.join(', ');
}

/** "a, b and c" */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}

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
