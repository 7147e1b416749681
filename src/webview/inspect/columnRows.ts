import type { ColumnSummary } from '../../engine/contract/data';
import type { ColumnProfile, ColumnRole, Profile } from '../../engine/contract/profile';
import { count, percent } from '../../engine/words/numbers';
import { counted } from '../../engine/words/sentence';
import { explainedText } from '../../figures/data/relationFigure';
import { columnRange } from '../../figures/view/columnRange';
import type { InspectState } from '../protocol.schema';
import type { Sort } from './inspected';

/** One column of the file, in words and numbers ready to show. */
export interface ColumnRow {
  readonly index: number;
  readonly summary: ColumnSummary;
  readonly profile: ColumnProfile;
}

export const columnRows = ({ inspection, columns }: Profile): readonly ColumnRow[] =>
  inspection.columns.map((summary, index) => ({ index, summary, profile: columns[index] }));

/** The keys that the headings sort by: the largest first; names in alphabetical order. */
const KEYS: Readonly<Record<Sort, (row: ColumnRow) => number | string>> = {
  name: ({ summary }) => summary.name,
  kind: ({ summary }) => summary.kind,
  gaps: ({ summary }) => -summary.missing,
  distinct: ({ summary }) => -summary.distinct - (summary.distinctCapped ? 0.5 : 0),
  relation: ({ profile }) => -(profile.relation?.explained ?? Number.NEGATIVE_INFINITY),
  encoded: ({ profile }) => -profile.encoded,
};

/** The rows whose names contain the typed text, in the order asked for; the target stays first. */
export function columnsShown(
  rows: readonly ColumnRow[],
  { sort, reversed = false, filter = '' }: InspectState,
): readonly ColumnRow[] {
  const typed = filter.trim().toLowerCase();
  const kept = rows.filter(({ summary }) => summary.name.toLowerCase().includes(typed));
  const related = rows.some(({ profile }) => profile.relation !== undefined);
  const key = sort ? KEYS[sort] : related ? KEYS.relation : ({ index }: ColumnRow) => index;
  const sign = reversed ? -1 : 1;
  const by = (a: ColumnRow, b: ColumnRow) =>
    (sort ? 0 : unused(a) - unused(b)) || sign * compare(key(a), key(b)) || a.index - b.index;
  return kept.sort((a, b) => Number(b.profile.role === 'target') - Number(a.profile.role === 'target') || by(a, b));
}

const unused = ({ profile }: ColumnRow): number => Number(profile.role === 'out');

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'string' || typeof b === 'string')
    return String(a).localeCompare(String(b), 'en', { numeric: true });
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The words for a column's role in a fit. */
export const ROLE_WORDS: Readonly<Record<ColumnRole, string>> = {
  target: 'target',
  feature: 'used',
  weights: 'row weights',
  group: 'groups of rows',
  fold: 'folds',
  out: 'not used',
};

/** The reason why a column is not used, without the verb: "looks like an ID: every value is unique". */
export const whyText = ({ profile, summary }: ColumnRow): string =>
  profile.role === 'out' ? profile.why || summary.reason : '';

/** The contents of a column in words, for a screen reader and where there is no room for a plot. */
export function valuesText({ summary }: ColumnRow): string {
  const { kind, count: present, distinct, distinctCapped } = summary;
  if (kind === 'empty' || present === 0) return 'no values';
  const range = columnRange(summary);
  if (range !== '') return range;
  return kind === 'boolean' ? 'yes and no' : `${distinctCapped ? 'over ' : ''}${counted(distinct, 'different value')}`;
}

export const distinctText = ({ summary: { distinct, distinctCapped } }: ColumnRow): string =>
  `${distinctCapped ? 'over ' : ''}${count(distinct)}`;

/** "177 (20 %)"; below one in a hundred only the number, which says more. */
export function gapsText({ summary: { missing, count: present } }: ColumnRow): string {
  if (missing === 0) return 'none';
  const share = missing / (missing + present);
  return share < 0.01 ? count(missing) : `${count(missing)} (${percent(share)})`;
}

export const relationText = ({ profile: { relation } }: ColumnRow): string => (relation ? explainedText(relation) : '');

export function encodedText({ profile: { role, encoded } }: ColumnRow): string {
  return role === 'feature' && encoded > 0 ? count(encoded) : '';
}
