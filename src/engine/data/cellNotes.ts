import type { ColumnSummary } from '../contract/data';
import type { Note } from '../contract/note';
import { CELLS_OF } from '../words/dataWords';
import { quoted } from '../words/listed';
import { count } from '../words/numbers';
import { counted } from '../words/sentence';
import type { ColumnBuilder } from './columnBuilder';
import { signsIn } from './columnSummary';

/** Columns that have a note each; more share one. */
const NOTED = 3;

/** Words that are nearly numbers: a note each while they are few. */
export function mostlyNotes(mostly: readonly ColumnSummary[]): readonly Note[] {
  const columns = mostly.map((column) => column.name);
  const note = (text: string, about = columns): Note => ({
    severity: 'warning',
    code: 'data/mostly-numbers',
    text,
    columns: about,
  });
  if (mostly.length <= NOTED) return mostly.map(({ name, reason }) => note(`"${name}" is ${reason}.`, [name]));
  const [{ name, reason }] = mostly;
  return [
    note(`${mostly.length} columns are mostly numbers with a few words, ${quoted(columns)}: "${name}" is ${reason}.`),
  ];
}

/** Of columns of percent with numbers that lack the sign. */
export function percentNotes(mixed: readonly ColumnSummary[]): readonly Note[] {
  return mixed.slice(0, NOTED).map(({ name, withoutPercent = 0, count: values }) => {
    const text = `${count(withoutPercent)} of ${counted(values, 'number')} in "${name}" ${withoutPercent === 1 ? 'stands' : 'stand'} without “%” and ${withoutPercent === 1 ? 'is' : 'are'} read as percent like the others. If they are shares of 1, multiply them by 100.`;
    return { severity: 'warning', code: 'data/without-percent', text, columns: [name] };
  });
}

type Limited = Pick<ColumnSummary, 'name' | 'count' | 'limits'>;

/** Of columns with cells that state a limit in place of a number. */
export function limitNotes(limited: readonly Limited[]): readonly Note[] {
  return limited.slice(0, NOTED).map(({ name, limits, count: values }, k) => {
    const { count: cells, example, line, part } = limits as NonNullable<Limited['limits']>;
    const more =
      k === NOTED - 1 && limited.length > NOTED
        ? ` So are cells of ${counted(limited.length - NOTED, 'other column')}.`
        : '';
    const text = `${count(cells)} of ${count(values)} cells of "${name}" are limits (“${example}”${lineOf(line, part)}) and are read as these. If they should count as missing, add them to the values that mean missing.${more}`;
    return { severity: 'warning', code: 'data/limits', text, columns: [name] };
  });
}

const lineOf = (line: number | undefined, part: string | undefined): string =>
  line === undefined ? '' : `, line ${count(line)}${part === undefined ? '' : ` of ${part}`}`;

interface Unread extends Pick<ColumnSummary, 'name' | 'kind' | 'count' | 'unread'> {
  readonly builder?: Pick<ColumnBuilder, 'forced' | 'frozen' | 'elsewhere'>;
}

/** Of columns with cells that are not of their kind; `count` of them are. */
export function unreadNotes(some: readonly Unread[]): readonly Note[] {
  const said = some.slice(0, NOTED).map((each) => ({ text: unreadText(each), columns: [each.name] }));
  const others = some.slice(NOTED).map(({ name }) => name);
  if (others.length > 0)
    said.push({ text: `So do cells of ${counted(others.length, 'other column')}.`, columns: others });
  return said.map((note) => ({ severity: 'warning', code: 'data/odd-cells', ...note }));
}

/** Cells that are not of the kind of their column, and what to do. */
function unreadText({ name, kind, unread, count: read, builder }: Unread): string {
  const { count: cells, example, line, part } = unread as NonNullable<Unread['unread']>;
  const { forced, frozen, elsewhere } = builder ?? {};
  const what = CELLS_OF[forced ?? kind];
  const cure =
    elsewhere?.example !== undefined
      ? `If they are numbers with ${signsIn(elsewhere.example)}, write all numbers alike, or set the decimal sign and the thousands separator`
      : frozen
        ? 'Correct them if they should have a value'
        : forced
          ? 'If that is wrong, let its kind be found'
          : 'If they are values of their own, set its kind to category';
  return `${count(cells)} of ${count(cells + read)} cells of "${name}" are no ${what} (“${example}”${lineOf(line, part)}) and count as missing. ${cure}.`;
}
