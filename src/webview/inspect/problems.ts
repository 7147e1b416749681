import type { Sentence } from '../../engine/contract/figure';
import type { Note } from '../../engine/contract/note';
import type { Profile } from '../../engine/contract/profile';
import { CELLS_OF } from '../../engine/words/dataWords';
import { listed } from '../../engine/words/listed';
import { count, inUnits, percent } from '../../engine/words/numbers';
import { counted, plural, sentence } from '../../engine/words/sentence';
import { type ColumnRow, columnRows } from './columnRows';
import type { DataAction, DataChange, Inspected } from './inspected';

/** Something about the file that needs a decision, or is good to know, with what decides it. */
export interface DataProblem {
  readonly severity: Note['severity'];
  readonly text: Sentence;
  readonly act?: { readonly label: string } & ({ readonly change: DataChange } | { readonly action: DataAction });
}

/** More missing cells than this share of a column are worth a decision. */
const MANY_GAPS = 0.2;
/** Columns that have a line each; more share one. */
const EACH = 3;
/** Names in a sentence about many columns. */
const NAMED = 5;
/** A gap says something of the target beyond chance where n·R² is above this (t above 3.2). */
const BEYOND_CHANCE = 10;
/** Whole numbers of no more different values may be codes of classes. */
const FEW_VALUES = 10;

/** Told by the lines about columns. */
const TOLD: ReadonlySet<string> = new Set(['data/mostly-numbers', 'data/odd-cells']);

/** What needs a decision first, then what is only good to know. */
export function problemsOf({ profile, chosen }: Pick<Inspected, 'profile' | 'chosen'>): readonly DataProblem[] {
  const rows = columnRows(profile);
  const found = [
    ...refusal(profile),
    ...leak(profile, rows),
    ...manyGaps(profile, rows),
    ...mostlyNumbers(rows),
    ...oddCells(rows),
    ...profile.inspection.notes.filter(({ code }) => !TOLD.has(code)).map(fromNote),
    ...fewGaps(profile, rows, chosen.gaps),
    ...inOrder(profile, rows),
    ...fewValues(profile, chosen.task),
    ...notUsed(rows),
    ...nameless(profile),
  ];
  return found.sort((a, b) => Number(b.severity === 'warning') - Number(a.severity === 'warning'));
}

function refusal({ refusal: failure }: Profile): DataProblem[] {
  return failure ? [{ severity: 'warning', text: [{ text: failure.message }] }] : [];
}

const out = (rows: readonly ColumnRow[]): DataChange => ({
  kind: 'role',
  columns: rows.map(({ index }) => index),
  role: 'out',
});

function leak({ leak: found }: Profile, rows: readonly ColumnRow[]): DataProblem[] {
  if (!found) return [];
  const columns = rows.filter(
    ({ summary, profile }) => profile.role === 'feature' && found.columns.includes(summary.name),
  );
  const label = plural(columns.length, 'Leave it out', 'Leave them out');
  const act = columns.length > 0 ? { act: { label, change: out(columns) } } : {};
  return [{ severity: 'warning', text: [{ text: found.text }], ...act }];
}

const shareOfGaps = ({ summary: { missing, count: present } }: ColumnRow): number =>
  missing / Math.max(1, missing + present);

function manyGaps(profile: Profile, rows: readonly ColumnRow[]): DataProblem[] {
  const many = rows.filter((row) => row.profile.role === 'feature' && shareOfGaps(row) > MANY_GAPS);
  if (many.length <= EACH) return many.map((row) => gapsOf(profile, row));
  const names = many.slice(0, NAMED).map((row) => `${row.summary.name} (${percent(shareOfGaps(row))})`);
  const rest = many.length > NAMED ? [`${count(many.length - NAMED)} more`] : [];
  return [
    {
      severity: 'warning',
      text: sentence(
        '',
        counted(many.length, 'column'),
        ` are missing in over ${percent(MANY_GAPS)} of the rows: ${listed([...names, ...rest])}.`,
      ),
      act: { label: 'Leave them out', change: out(many) },
    },
  ];
}

function gapsOf(profile: Profile, row: ColumnRow): DataProblem {
  const { missing } = row.summary;
  const gaps = gapWords(profile, row);
  return {
    severity: 'warning',
    text: sentence(
      '',
      row.summary.name,
      ` is missing in ${count(missing)} of ${counted(profile.inspection.rows, 'row')} (${percent(shareOfGaps(row))})${gaps}`,
    ),
    act: { label: 'Leave it out', change: out([row]) },
  };
}

/** Whether the target differs where the value is missing. */
function gapWords({ target, inspection }: Profile, { profile: { gaps } }: ColumnRow): string {
  const [known, missing] = ['known', 'missing'].map((label) => gaps?.groups.find((group) => group.label === label));
  if (!target || !gaps || !known || !missing) return '.';
  if (gaps.explained * gaps.n <= BEYOND_CHANCE || target.outputs.length > 1) return '.';
  const [there, absent] = [known.means[0], missing.means[0]];
  const { name } = inspection.columns[target.index];
  if (target.classify)
    return `, and not at random: ${percent(there)} are ${target.outputs[0]} where it is known, ${percent(absent)} where not.`;
  const write = inUnits(Math.max(Math.abs(there), Math.abs(absent)), 3);
  return `, and not at random: the mean of ${name} is ${write(there)} where it is known, ${write(absent)} where not.`;
}

function mostlyNumbers(rows: readonly ColumnRow[]): DataProblem[] {
  const mostly = rows.filter(({ summary }) => summary.reason.startsWith('mostly'));
  const problem = ({ summary, index }: ColumnRow): DataProblem => ({
    severity: 'warning',
    text: sentence('', summary.name, ` is ${summary.reason.split(';')[0]}.`),
    act: { label: 'Count such cells as missing', change: { kind: 'kind', column: index, as: 'number' } },
  });
  return eachOf(mostly, problem, (rest) => ` ${plural(rest, 'is', 'are')} mostly numbers with a few words.`);
}

/** Cells that are not of the kind of their column: gaps, unless the column is words. */
function oddCells(rows: readonly ColumnRow[]): DataProblem[] {
  const odd = rows.filter(({ summary }) => summary.unread);
  const problem = ({ summary: { name, kind, unread, count: present }, index }: ColumnRow): DataProblem => {
    const { count: cells, example, line } = unread as NonNullable<typeof unread>;
    const where = line === undefined ? '' : `, line ${count(line)}`;
    const are = ` of ${count(cells + present)} cells ${plural(cells, 'counts', 'count')} as missing, being no ${CELLS_OF[kind]} (“${example}”${where}).`;
    return {
      severity: 'warning',
      text: sentence('', name, `: ${count(cells)}${are}`),
      act: { label: 'Read it as words', change: { kind: 'kind', column: index, as: 'category' } },
    };
  };
  return eachOf(odd, problem, (rest) => ` ${plural(rest, 'has', 'have')} such cells.`);
}

/** A line for each of the first, and one for the others. */
function eachOf(
  rows: readonly ColumnRow[],
  problem: (row: ColumnRow) => DataProblem,
  more: (rest: number) => string,
): DataProblem[] {
  const rest = rows.length - EACH;
  if (rest <= 0) return rows.map(problem);
  const others = sentence('', counted(rest, 'more column'), more(rest));
  return [...rows.slice(0, EACH).map(problem), { severity: 'warning', text: others }];
}

function fromNote({ severity, text }: Note): DataProblem {
  const act = severity === 'warning' ? { act: { label: 'Read it differently…', action: 'changeData' as const } } : {};
  return { severity, text: [{ text }], ...act };
}

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
        text: sentence(
          '',
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
  return sentence('', name, ` is missing in ${counted(missing, 'row')}, filled with ${by}.`);
}

function filledTexts(few: readonly ColumnRow[]): Sentence {
  const cells = few.map(({ summary }) => summary.missing);
  const [least, most] = [Math.min(...cells), Math.max(...cells)];
  const range = least === most ? counted(most, 'row') : `${count(least)} to ${count(most)} rows`;
  const others = ` have gaps (${range}): numbers get the training mean, words a separate level.`;
  return sentence('', counted(few.length, 'column'), others);
}

function inOrder({ target }: Profile, rows: readonly ColumnRow[]): DataProblem[] {
  if (!target || rows.some(({ profile }) => profile.order || profile.role === 'group' || profile.role === 'fold'))
    return [];
  const ordered = rows.find(({ profile }) => profile.ordered && profile.role !== 'target');
  if (!ordered) return [];
  return [
    {
      severity: 'warning',
      text: sentence(
        'The rows are in order of ',
        ordered.summary.name,
        '. To predict later rows, test on the last ones and not on random ones.',
      ),
      act: { label: 'Hold out the last rows', change: { kind: 'role', columns: [ordered.index], role: 'order' } },
    },
  ];
}

function fewValues({ target, inspection }: Profile, task: Inspected['chosen']['task']): DataProblem[] {
  if (!target || target.classify || task !== 'auto') return [];
  const { kind, distinct, distinctCapped, name, numeric } = inspection.columns[target.index];
  const whole = numeric !== undefined && [numeric.min, numeric.max, numeric.sum].every(Number.isInteger);
  if (kind !== 'number' || distinctCapped || distinct > FEW_VALUES || !whole) return [];
  return [
    {
      severity: 'info',
      text: sentence('', name, ` has only ${counted(distinct, 'different value')} and is predicted as a number.`),
      act: { label: 'Predict classes instead', change: { kind: 'task', task: 'classify' } },
    },
  ];
}

/** One line for all columns that a fit leaves out by itself, counted by the reason. */
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
      text: sentence(
        '',
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
