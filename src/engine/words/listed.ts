import { cut, NAME } from '../contract/cut';

/** Names in quotes, the first few of many. */
export function quoted(names: readonly string[], most = 12): string {
  const shown = names.slice(0, most).map((name) => `"${cut(name, NAME)}"`);
  return names.length > most ? `${shown.join(', ')} and ${names.length - most} more` : shown.join(', ');
}

/** "a, b and c" */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}
