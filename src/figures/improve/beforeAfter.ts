import type { RowDifferences, SharedValue, ShiftedColumn } from '../../engine/contract/explain';
import type { Sentence } from '../../engine/contract/figure';
import { type AnyRun, isComponents, type RunResult } from '../../engine/contract/run';
import { count, date, inUnits, percent } from '../../engine/words/numbers';
import { countLeftOut } from '../../engine/words/rowRanges';
import { counted, plural, told } from '../../engine/words/sentence';
import { type ComparedRun, comparedRun } from '../compare/comparedRun';
import { type Comparison, comparisonOf } from '../compare/comparison';
import { componentsBefore } from '../components/before';
import type { ComponentsBefore } from '../components/view';

/** A run beside the one that it was fitted from, both on the held-out rows that both have. */
export function beforeAfter(before: ComparedRun, run: RunResult): Comparison {
  const after = comparedRun(run, nameAfter(run));
  const ofAfter = new Set(after.targets[0]?.held?.rows);
  const common = new Set([...(before.targets[0]?.held?.rows ?? [])].filter((row) => ofAfter.has(row)));
  return comparisonOf([only(before, common), only(after, common)]);
}

/** "the fit without 19 rows" */
function nameAfter({ request: { design }, data }: RunResult): string {
  return design.without === undefined
    ? `the fit with ${counted(data.columns.length, 'column')}`
    : `the fit without ${counted(countLeftOut(design.without), 'row')}`;
}

/** The run as it is measured on these rows. */
function only(run: ComparedRun, rows: ReadonlySet<number>): ComparedRun {
  return {
    ...run,
    targets: run.targets.map((target) => {
      const { held } = target;
      if (!held || held.rows.length === rows.size) return target;
      const at = Uint32Array.from(held.rows.keys()).filter((j) => rows.has(held.rows[j]));
      const pick = (values: Float64Array) => Float64Array.from(at, (j) => values[j]);
      return {
        ...target,
        held: {
          ...held,
          rows: at.map((j) => held.rows[j]),
          lines: at.map((j) => held.lines[j]),
          observed: pick(held.observed),
          predicted: pick(held.predicted),
        },
      };
    }),
  };
}

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

/** The first difference between some rows and the others. */
export function differencesSentence(found: RowDifferences): Sentence {
  const { rows, others, shared, shifted, columns } = found;
  const these = `${rows === 1 ? 'this row' : `these ${count(rows)} rows`}`;
  const [value] = shared;
  if (value) {
    const rest = `of the other ${count(others)} rows ${value.among === 0 ? 'none has it' : `${percent(value.among / others)} do`}`;
    const who = value.count === rows ? `All ${count(rows)}` : `${count(value.count)} of the ${count(rows)}`;
    return told`**${who}** have ${valueWords(value)}; ${rest}.`;
  }
  const [first] = shifted;
  if (first) return told`**${first.column}** is ${first.standardised > 0 ? 'higher' : 'lower'}: ${shiftWords(first)}.`;
  return told`**Nothing beyond chance** tells ${these} from the other ${count(others)}: ${counted(columns, 'column')} ${plural(columns, 'was', 'were')} compared.`;
}

/** Says which differences are listed, and by which rule. */
export const differencesNote = ({ columns }: RowDifferences): string =>
  `Only differences beyond chance among ${counted(columns, 'column')} are listed: for rows drawn at random, at least one would be listed in at most 5\u202f% of cases.`;

/** The run that another was fitted from, as much of it as is shown beside the other. */
export type RunBefore =
  | { readonly kind: 'fit'; readonly run: ComparedRun }
  | { readonly kind: 'components'; readonly run: ComponentsBefore };

export function runBefore(run: AnyRun): RunBefore {
  return isComponents(run)
    ? { kind: 'components', run: componentsBefore(run) }
    : { kind: 'fit', run: comparedRun(run, 'the fit before') };
}
