import type { RowDifferences, SharedValue, ShiftedColumn } from '../../engine/contract/explain';
import type { Sentence } from '../../engine/contract/figure';
import { count, date, inUnits, wholePercent } from '../../engine/words/numbers';
import { counted, plural, told } from '../../engine/words/sentence';

/** "G3 = 0", "no age" */
export const valueWords = ({ column, value }: SharedValue): string =>
  value === undefined ? `no ${column}` : `${column} = ${value}`;

/** "20 of 21" */
export const shareOfRows = ({ count: some }: SharedValue, { rows }: RowDifferences): string =>
  some === rows ? `all ${count(rows)}` : `${count(some)} of ${count(rows)}`;

const numberIn = ({ kind, mean, others }: ShiftedColumn): ((value: number) => string) =>
  kind === 'date' ? date : inUnits(Math.max(Math.abs(mean), Math.abs(others)), 3);

/** "absences 0.3, 5.9 in the others" */
export function shiftWords(shift: ShiftedColumn): string {
  const format = numberIn(shift);
  return `${format(shift.mean)} on average, ${format(shift.others)} in the others`;
}

/** What tells some rows from the others, first of all. */
export function differencesSentence(found: RowDifferences): Sentence {
  const { rows, others, shared, shifted, columns } = found;
  const these = `${rows === 1 ? 'this row' : `these ${count(rows)} rows`}`;
  const [value] = shared;
  if (value) {
    const rest = `of the other ${count(others)} rows ${value.among === 0 ? 'none has it' : `${wholePercent(value.among / others)} do`}`;
    const who = value.count === rows ? `All ${count(rows)}` : `${count(value.count)} of the ${count(rows)}`;
    return told`**${who}** have ${valueWords(value)}; ${rest}.`;
  }
  const [first] = shifted;
  if (first) return told`**${first.column}** is ${first.standardised > 0 ? 'higher' : 'lower'}: ${shiftWords(first)}.`;
  return told`**Nothing beyond chance** tells ${these} from the other ${count(others)}: ${count(columns)} ${plural(columns, 'column')} ${plural(columns, 'was', 'were')} compared.`;
}

/** How much is said, and by which rule. */
export const differencesNote = ({ columns }: RowDifferences): string =>
  `Only differences beyond chance among ${counted(columns, 'column')} are listed: for rows drawn at random, at least one would be listed in at most 5\u202f% of cases.`;
