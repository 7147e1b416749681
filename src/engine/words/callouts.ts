import type { Callout, CalloutAct } from '../contract/callout';
import { count, fixed, NARROW } from './numbers';
import { counted, listed, plural, quoted, stressed } from './sentence';

/** The sentences of callouts, from numbers; rareCallouts.ts has those of few files. */

/** The most names in a sentence; the others are counted. */
export const NAMED = 3;
/** The same for the few words about a callout. */
export const few = (columns: readonly string[]) =>
  columns.length > 1 ? counted(columns.length, 'column') : quoted(columns, 1).slice(1, -1);

/** "19.9 %"; 0 % and 100 % only if that is exact. */
export function partText(part: number, whole: number): string {
  const share = (100 * part) / whole;
  const shown = part === 0 || part === whole ? share : Math.min(99.9, Math.max(0.1, share));
  return `${fixed(shown, part === whole || part === 0 ? 0 : 1)}${NARROW}%`;
}

export const actWithout = (columns: readonly string[]): Pick<Callout, 'act'> =>
  columns.length === 0
    ? {}
    : {
        act: {
          label:
            columns.length === 1
              ? `Leave out ${quoted(columns)}`
              : plural(columns.length, 'Leave it out', 'Leave them out'),
          change: { kind: 'without', columns },
        },
      };

/** A name in the form that a condition needs; undefined for a name that contains the quoting sign. */
export const inCondition = (name: string): string | undefined => (name.includes('`') ? undefined : `\`${name}\``);

/** The callout for rows that are alike near each other in the order of a date or, without one, of the file. */
export const alikeNeighbours = (by: string | undefined, folds: number, higher: string, share: number): Callout => ({
  kind: 'order',
  severity: by === undefined ? 'quiet' : 'doubt',
  text: stressed(
    `Rows near each other ${by === undefined ? 'in the file' : `by "${by}"`} are alike`,
    `: in ${counted(folds, 'run')} of rows that follow each other ${higher}, beside folds at random.${by === undefined ? ' New rows like none of these will be missed by as much.' : ''}`,
  ),
  short: 'neighbouring rows are alike',
  columns: by === undefined ? [] : [by],
  ...(by !== undefined && lastRows(share, by)),
});

const lastRows = (share: number, by: string): Pick<Callout, 'act'> => ({
  act: { label: `Hold out the last ${partText(share, 1).replace('.0', '')}`, change: { kind: 'lastRows', share, by } },
});

/** The file is in the order of a date, and random rows are held out. */
export const datedCallout = (by: string, share: number): Callout => ({
  kind: 'order',
  severity: 'doubt',
  text: stressed(
    `Rows are in order of "${by}"`,
    ', and the last ones are not held out: later rows may be missed by more.',
  ),
  short: `rows in order of ${by}`,
  columns: [by],
  ...lastRows(share, by),
});

/** The callout if the last rows are held out; once there is a fit, `measured` says how they were predicted. */
export const lastHeldOut = (
  by: string | undefined,
  rows: number | undefined,
  share: number,
  measured = '',
): Callout => ({
  kind: 'order',
  severity: 'quiet',
  text: stressed(
    `${rows === undefined ? 'The last rows' : `The last ${counted(rows, 'row')}`}${by === undefined ? '' : ` by "${by}"`} are held out`,
    measured === '' ? '.' : `: ${measured}`,
  ),
  short: 'the last rows are held out',
  columns: by === undefined ? [] : [by],
  ...(rows !== undefined && { rows }),
  act: { label: 'Hold out at random', change: { kind: 'random', share } },
});

/** The callout for columns that lack many of their cells. */
export function manyGaps(
  gappy: readonly { readonly column: string; readonly missing: number; readonly rows: number }[],
): Callout[] {
  const columns = gappy.map(({ column }) => column);
  if (columns.length === 0) return [];
  const [{ column, missing, rows }] = gappy;
  const each = gappy.slice(0, NAMED).map((one) => `"${one.column}" (${partText(one.missing, one.rows)})`);
  const rest = columns.length > NAMED ? [`${count(columns.length - NAMED)} more`] : [];
  return [
    {
      kind: 'missing',
      severity: 'quiet',
      text:
        columns.length === 1
          ? stressed(
              `"${column}" is missing in ${count(missing)} of ${counted(rows, 'row')}`,
              ` (${partText(missing, rows)}).`,
            )
          : stressed(
              `${counted(columns.length, 'column')} lack more than a fifth of their cells`,
              `: ${listed([...each, ...rest])}.`,
            ),
      short:
        columns.length === 1
          ? `${column} ${partText(missing, rows)} missing`
          : `${counted(columns.length, 'column')} with many gaps`,
      columns,
      ...actWithout(columns),
    },
  ];
}

/** The callout for a target of few values that nobody asked to predict as a number. */
export const fewValues = (target: string, values: number): Callout => ({
  kind: 'fewValues',
  severity: 'quiet',
  text: stressed(
    `"${target}" has only ${counted(values, 'different value')}`,
    ', all whole, and is predicted as a number.',
  ),
  short: `${target} has ${counted(values, 'value')}`,
  columns: [target],
  act: { label: 'Fit as classes', change: { kind: 'classes' } },
});

/**
 * The callout for a finding made elsewhere, in sentences, the first of which states the fact. `as`: the kind that one
 * column of `columns` can be read as; false if nothing is to be done.
 */
export function toldCallout(
  kind: 'unread' | 'reading' | 'intervals',
  severity: Callout['severity'],
  told: string,
  columns: readonly string[],
  as?: 'number' | 'category' | false,
): Callout {
  const end = /[.:;](?= )/.exec(told)?.index ?? told.length - 1;
  const change: CalloutAct =
    !as || columns.length !== 1 ? { kind: 'reading' } : { kind: 'readAs', column: columns[0], as };
  const label =
    change.kind === 'reading' ? 'Read it differently…' : as === 'number' ? 'Read as number' : 'Read as words';
  return {
    kind,
    severity,
    text: stressed(told.slice(0, end), told.slice(end)),
    short: TOLD[kind](columns),
    columns,
    ...(kind !== 'intervals' && as !== false && { act: { label, change } }),
  };
}

const TOLD = {
  unread: (columns: readonly string[]) => `${few(columns)} not read as they look`,
  reading: () => 'a guess of how to read it',
  intervals: () => 'intervals that miss',
};
