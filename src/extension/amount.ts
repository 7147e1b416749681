import { l10n } from 'vscode';
import { count } from '../engine/words/numbers';

/** One and several of a thing, in the language of the window. */
const AMOUNTS = {
  cells: (n: string) => [l10n.t('1 cell'), l10n.t('{0} cells', n)],
  emptyCells: (n: string) => [l10n.t('1 empty cell'), l10n.t('{0} empty cells', n)],
  columns: (n: string) => [l10n.t('1 column'), l10n.t('{0} columns', n)],
  components: (n: string) => [l10n.t('1 component'), l10n.t('{0} components', n)],
  files: (n: string) => [l10n.t('1 file'), l10n.t('{0} files', n)],
  moreNotes: (n: string) => [l10n.t('1 more note'), l10n.t('{0} more notes', n)],
  rows: (n: string) => [l10n.t('1 row'), l10n.t('{0} rows', n)],
  runs: (n: string) => [l10n.t('1 run'), l10n.t('{0} runs', n)],
  settings: (n: string) => [l10n.t('1 setting'), l10n.t('{0} settings', n)],
} as const;

/** "a", "a and b", "a, b and c" */
export const enumerated = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join() : l10n.t('{0} and {1}', parts.slice(0, -1).join(', '), parts[parts.length - 1]);

/** "1 row", "2,000 rows" */
export const amount = (n: number, of: keyof typeof AMOUNTS): string => AMOUNTS[of](count(n))[n === 1 ? 0 : 1];
