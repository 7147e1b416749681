import type { Callout, CalloutAct } from '../../engine/contract/callout';
import type { Sentence } from '../../engine/contract/figure';
import type { Note } from '../../engine/contract/note';
import type { Profile } from '../../engine/contract/profile';
import { count } from '../../engine/words/numbers';
import { counted, listed, plural, stressed } from '../../engine/words/sentence';
import type { ChosenRole, DataAction, DataChange } from '../protocol.schema';
import { type ColumnRow, columnRows } from './columnRows';
import type { Inspected } from './inspected';

/** Something about the file that needs a decision, or is good to know, with the action that settles it. */
export interface DataProblem {
  readonly severity: Note['severity'];
  readonly text: Sentence;
  readonly act?: { readonly label: string } & ({ readonly change: DataChange } | { readonly action: DataAction });
}

/** More missing cells than this fraction of a column are worth a decision. */
const MANY_GAPS = 0.2;

/** The problems that need a decision, then those that are only good to know. */
export function problemsOf({ profile, chosen }: Pick<Inspected, 'profile' | 'chosen'>): readonly DataProblem[] {
  const rows = columnRows(profile);
  const found = [
    ...refusal(profile),
    ...profile.callouts.map((callout) => fromCallout(callout, rows)),
    ...profile.inspection.notes.map(({ severity, text }): DataProblem => ({ severity, text: [{ text }] })),
    ...fewGaps(profile, rows, chosen.gaps),
    ...notUsed(rows),
    ...nameless(profile),
  ];
  return found.sort((a, b) => Number(b.severity === 'warning') - Number(a.severity === 'warning'));
}

function refusal({ refusal: failure }: Profile): DataProblem[] {
  return failure ? [{ severity: 'warning', text: [{ text: failure.message }] }] : [];
}

/** A callout with the action that settles it here, if there is one. */
function fromCallout({ severity, text, act }: Callout, rows: readonly ColumnRow[]): DataProblem {
  const does = act && actOf(act.change, rows);
  return {
    severity: severity === 'doubt' ? 'warning' : 'info',
    text,
    ...(act && does && { act: { label: act.label, ...does } }),
  };
}

/** The part of a callout's act that is a choice for the file; undefined for changes of the fit alone. */
function actOf(
  change: CalloutAct,
  rows: readonly ColumnRow[],
): { readonly change: DataChange } | { readonly action: DataAction } | undefined {
  const placed = (columns: readonly string[]) => rows.filter(({ summary }) => columns.includes(summary.name));
  const role = (columns: readonly string[], as: ChosenRole) => {
    const found = placed(columns).map(({ index }) => index);
    return found.length > 0 ? { change: { kind: 'role', columns: found, role: as } as const } : undefined;
  };
  switch (change.kind) {
    case 'without':
      return role(change.columns, 'out');
    case 'lastRows':
      return change.by === undefined ? undefined : role([change.by], 'order');
    case 'groups':
      return role([change.column], 'group');
    case 'readAs': {
      const [row] = placed([change.column]);
      return row && { change: { kind: 'kind', column: row.index, as: change.as } };
    }
    case 'classes':
      return { change: { kind: 'task', task: 'classify' } };
    case 'reading':
      return { action: 'changeData' };
    case 'leaveOut':
    case 'where':
      return { change };
    case 'random':
    case 'settings':
    case 'balance':
    case 'huber':
    case 'logarithm':
      return undefined;
  }
}

const shareOfGaps = ({ summary: { missing, count: present } }: ColumnRow): number =>
  missing / Math.max(1, missing + present);

function fewGaps(
  { complete, inspection, target }: Profile,
  rows: readonly ColumnRow[],
  policy: 'impute' | 'drop',
): DataProblem[] {
  const gappy = rows.filter(({ profile, summary }) => profile.role === 'feature' && summary.missing > 0);
  const incomplete = (target?.rows ?? inspection.rows) - complete;
  if (gappy.length === 0) return [];
  if (policy === 'drop')
    return [
      {
        severity: 'info',
        text: stressed(
          counted(incomplete, 'row'),
          ` with a gap in a feature ${plural(incomplete, 'is', 'are')} left out, ${count(complete)} remain.`,
        ),
        act: { label: 'Fill the gaps instead', change: { kind: 'gaps', gaps: 'impute' } },
      },
    ];
  const few = gappy.filter((row) => shareOfGaps(row) <= MANY_GAPS);
  if (few.length === 0) return [];
  return [
    {
      severity: 'info',
      text: few.length === 1 ? filledText(few[0]) : filledTexts(few),
      act: { label: `Leave out ${counted(incomplete, 'row')}`, change: { kind: 'gaps', gaps: 'drop' } },
    },
  ];
}

function filledText({ summary: { name, missing, kind } }: ColumnRow): Sentence {
  const by = kind === 'category' ? 'a separate level' : 'the training mean';
  return stressed(name, ` is missing in ${counted(missing, 'row')}, filled with ${by}.`);
}

function filledTexts(few: readonly ColumnRow[]): Sentence {
  const cells = few.map(({ summary }) => summary.missing);
  const [least, most] = [Math.min(...cells), Math.max(...cells)];
  const range = least === most ? counted(most, 'row') : `${count(least)} to ${count(most)} rows`;
  const others = ` have gaps (${range}): numbers get the training mean, words a separate level.`;
  return stressed(counted(few.length, 'column'), others);
}

/** One line for all columns that a fit leaves out by itself, counted by their reasons. */
function notUsed(rows: readonly ColumnRow[]): DataProblem[] {
  const kinds: readonly (readonly [string, string, (row: ColumnRow) => boolean])[] = [
    ['empty', 'empty', ({ summary }) => summary.kind === 'empty'],
    ['constant', 'constant', ({ summary }) => summary.constant],
    ['equal to another column', 'equal to others', ({ summary }) => summary.sameAs !== undefined],
    ['ID or row number', 'IDs or row numbers', ({ summary }) => summary.identifier],
    ['with free text', 'with free text', ({ summary }) => summary.kind === 'text'],
  ];
  const left = rows.filter(({ profile, summary }) => profile.role === 'out' && !summary.usable);
  if (left.length === 0) return [];
  const counts = kinds.map(() => 0);
  for (const row of left) {
    const at = kinds.findIndex(([, , holds]) => holds(row));
    if (at >= 0) counts[at]++;
  }
  const parts = kinds.flatMap(([one, many], i) =>
    counts[i] > 0 ? [`${count(counts[i])} ${plural(counts[i], one, many)}`] : [],
  );
  return [
    {
      severity: 'info',
      text: stressed(
        counted(left.length, 'column'),
        ` ${plural(left.length, 'is', 'are')} not used${parts.length > 0 ? `: ${listed(parts)}` : ''}.`,
      ),
    },
  ];
}

function nameless({ inspection: { dialect, columns } }: Profile): DataProblem[] {
  if (dialect.header || columns.some(({ name }, i) => name !== `c${i + 1}`)) return [];
  return [{ severity: 'info', text: [{ text: 'The file does not name its columns. Open one to give it a name.' }] }];
}
