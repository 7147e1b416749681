import { type Callout, inOrder } from '../contract/callout';
import type { ColumnSummary, Inspection } from '../contract/data';
import type { Note } from '../contract/note';
import { manyGaps, toldCallout } from '../words/callouts';
import { totalRows } from '../words/rareCallouts';
import { quoted } from '../words/sentence';
import { WITHOUT_CELLS } from '../words/withoutCells';
import { DOUBTS } from './doubts';
import { keyMargin } from './keys';
import { MANY_GAPS } from './missing';

/** Up to this fraction of a column's cells may be of another kind without making a number doubtful. */
const SOME = 0.05;

/** Notes on values taken for missing and on keys make no number doubtful. */
const QUIET: ReadonlySet<string> = new Set([DOUBTS.missing.code, DOUBTS.keys.code]);

/**
 * By the code of a note on columns not understood, the kind as which its action reads one; false if it has no such
 * action.
 */
const UNREAD: Readonly<Record<string, 'number' | 'category' | false | undefined>> = {
  'data/mostly-numbers': 'number',
  'data/odd-cells': 'category',
  'data/no-logarithm': false,
  'data/other-units': undefined,
};

/** Guesses that are wrong where the column holds numbers. */
const BY_NUMBER: ReadonlySet<string> = new Set([DOUBTS.times.code, DOUBTS.keys.code]);

type LeftOut = { readonly name: string; readonly why: string };

type Described = Pick<Inspection, 'columns' | 'notes' | 'totals'>;

/**
 * The callouts of a file before any target is chosen: rows of totals among those used (0-based; all if omitted),
 * columns that were not understood, and guesses about how it is to be read. `leftOut`: the columns that a fit
 * does not use by default; without it, all that look like row numbers.
 */
export function fileCallouts(
  { columns, notes, totals }: Described,
  used?: Uint32Array,
  leftOut?: readonly LeftOut[],
): readonly Callout[] {
  const rows = totals?.rows.filter((row) => used?.includes(row - 1) ?? true);
  const { column, levels = [] } = totals ?? {};
  const label = column === undefined ? undefined : { column: columns[column].name, levels };
  return [
    ...(rows && rows.length > 0 ? [totalRows(rows, label)] : []),
    ...notes.filter((note) => isCallout(note) && !isKeyInUse(note, leftOut)).map((note) => fromNote(note, columns)),
  ];
}

/** The notes of a file that are no callouts. */
export const fileNotes = (notes: readonly Note[]): readonly Note[] => notes.filter((note) => !isCallout(note));

/** The inspection as it is shown to people: with the file's callouts, and only the other notes. */
export const inspectionTold = (inspection: Inspection): Inspection => ({
  ...inspection,
  notes: fileNotes(inspection.notes),
  callouts: inOrder(fileCallouts(inspection)),
});

const isKeyInUse = ({ code, columns = [] }: Note, leftOut?: readonly LeftOut[]): boolean | undefined =>
  code === DOUBTS.keys.code && leftOut?.every(({ name, why }) => keyMargin(name, why) > 0 || !columns.includes(name));

const isCallout = ({ severity }: Note): boolean => severity === 'warning';

function fromNote({ code, text, columns: about = [] }: Note, columns: readonly ColumnSummary[]): Callout {
  const unread = Object.hasOwn(UNREAD, code);
  const few = columns.every(
    ({ name, unread: odd, count }) => !about.includes(name) || (odd && odd.count <= SOME * (odd.count + count)),
  );
  const quiet = QUIET.has(code) || (code === 'data/odd-cells' && few);
  const as = BY_NUMBER.has(code) ? 'number' : UNREAD[code];
  const callout = toldCallout(unread ? 'unread' : 'reading', quiet ? 'quiet' : 'doubt', text, about, as);
  if (!Object.hasOwn(WITHOUT_CELLS, code)) return callout;
  return { ...callout, bare: `${about.length > 0 ? `${quoted(about, 3)}: ` : ''}${WITHOUT_CELLS[code]}` };
}

/** The callout on features that lack more than a fifth of their cells, unless gaps are all their information. */
export const gapCallouts = (features: readonly ColumnSummary[]): readonly Callout[] =>
  manyGaps(
    features
      .filter(({ constant }) => !constant)
      .map(({ name, missing, count: present }) => ({ column: name, missing, rows: missing + present }))
      .filter(({ missing, rows }) => missing > MANY_GAPS * rows)
      .sort((a, b) => b.missing / b.rows - a.missing / a.rows),
  );
