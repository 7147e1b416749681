import type { Sentence } from '../../engine/contract/figure';
import type { Importance } from '../../engine/contract/importance';
import type { RunResult } from '../../engine/contract/run';
import { count, fixed, inUnits, NARROW, plain } from '../../engine/words/numbers';
import { claimed, counted, sentence } from '../../engine/words/sentence';
import { shortened } from '../fit/levelNames';
import { numberColumn, type TableSpec, tableOf, wordColumn } from '../tableSpec';

/**
 * The rise of the error with one column shuffled, in terms that a person reads: RMSE, mean absolute error, rows of 100
 * predicted wrongly, or pairs of 100 in the wrong order.
 */
export interface ColumnRise {
  readonly column: string;
  readonly rise: number;
  readonly low: number;
  readonly high: number;
  /** The whole interval lies above 0. */
  readonly matters: boolean;
}

const NAME: Readonly<Record<Importance['loss'], string>> = {
  squared: 'RMSE',
  absolute: 'mean absolute error',
  wrong: 'number wrong in 100',
  ranking: 'number of pairs in the wrong order in 100',
};

/** Losses that are counted in 100, and the words for a rise of them. */
const IN_A_HUNDRED: Partial<Readonly<Record<Importance['loss'], string>>> = {
  wrong: 'more in 100 are wrong',
  ranking: 'more pairs in 100 are in the wrong order',
};

export const importanceLoss = ({ loss }: Importance): string => NAME[loss];

/**
 * Rises as differences of the quantity in `NAME`, the largest first: a rise of the mean square becomes one of its root.
 */
export function columnRises({ loss, baseline, columns }: Importance): readonly ColumnRise[] {
  const shown: Readonly<Record<Importance['loss'], (rise: number) => number>> = {
    squared: (rise) => Math.sqrt(Math.max(0, baseline + rise)) - Math.sqrt(baseline),
    absolute: (rise) => rise,
    wrong: (rise) => 100 * rise,
    ranking: (rise) => 100 * rise,
  };
  return columns
    .map(({ column, rise, interval: [low, high] }) => ({
      column,
      rise: shown[loss](rise),
      low: shown[loss](low),
      high: shown[loss](high),
      matters: low > 0,
    }))
    .sort((a, b) => b.rise - a.rise);
}

/**
 * The form of all rises of a run: two digits of the largest, three where it begins with 1; one decimal for rows or
 * pairs in 100.
 */
export function riseFormat(importance: Importance): (rise: number) => string {
  if (IN_A_HUNDRED[importance.loss]) return (rise) => fixed(rise, 1);
  const largest = Math.max(...columnRises(importance).map(({ rise }) => Math.abs(rise)));
  if (!(largest > 0)) return (rise) => plain(rise, 2);
  const order = Math.floor(Math.log10(largest));
  const digits = largest < 2 * 10 ** order ? 3 : 2;
  const step = 10 ** Math.max(0, order - digits + 1);
  const format = inUnits(largest, digits);
  return (rise) => format(step > 1 ? Math.round(rise / step) * step : rise);
}

/** Most bars of an overview; with only one column more, all are shown. */
const BARS = 6;

/** Which columns the predictions rest on. */
export interface ColumnBars {
  /** The columns with the largest rises, the largest first. */
  readonly bars: readonly ColumnRise[];
  /** The number of measured columns without a bar. */
  readonly more: number;
  readonly sentence: Sentence;
  /** The form in which rises are written. */
  readonly format: (rise: number) => string;
}

/** The bars of a run's columns; undefined where these are not measured, or not yet. */
export function columnBars({ importance }: Pick<RunResult, 'importance'>): ColumnBars | undefined {
  if (importance === undefined) return undefined;
  const rises = columnRises(importance);
  const bars = rises.slice(0, rises.length === BARS + 1 ? rises.length : BARS);
  return {
    bars,
    more: rises.length - bars.length,
    sentence: importanceSentence(importance),
    format: riseFormat(importance),
  };
}

/** Which columns matter, in a sentence or two. */
export function importanceSentence(importance: Importance): Sentence {
  const { loss, columns, unmeasured = [] } = importance;
  const rises = columnRises(importance);
  const mattering = rises.filter(({ matters }) => matters);
  const [most] = mattering;
  const more = IN_A_HUNDRED[loss];
  const left = unmeasured.length > 0 ? ` ${counted(unmeasured.length, 'more was', 'more were')} not measured.` : '';
  const form = riseFormat(importance);
  if (!most) {
    const [top] = rises;
    const possible =
      top?.high > 0 ? `; that of “${top.column}” may be up to ${form(top.high)}${more ? ' in 100' : ''}` : '';
    return sentence(`For no column can a rise of the error be told from chance${possible}.${left}`);
  }
  const rise = form(most.rise);
  const said = more ? `${rise} ${more}` : `the error rises by ${rise}`;
  const others = othersWords(mattering.length, columns.length, unmeasured.length > 0);
  return claimed('column-matters', 'With ', most.column, ` shuffled ${said}.${others}${left}`);
}

/** How many rises are beyond chance, of which one has been named. A rise that cannot be told from chance may be there all the same. */
function othersWords(mattering: number, measured: number, moreThere: boolean): string {
  if (measured === 1) return '';
  if (mattering === measured && !moreThere) return ' All rises are beyond chance.';
  if (mattering === 1) return ' No other rise can be told from chance.';
  return ` ${count(mattering)} of ${count(measured)} rises are beyond chance.`;
}

/** The level of the intervals: "95 %". */
export const levelWords = ({ level }: Importance): string => `${plain(100 * level, level > 0.95 ? 4 : 2)}${NARROW}%`;

/** Every measured column with its rise and interval, the largest first. */
export function importanceTable(importance: Importance): TableSpec {
  const format = riseFormat(importance);
  return tableOf({ id: 'columns', title: 'Which columns' }, columnRises(importance), [
    wordColumn('column', ({ column }) => column),
    numberColumn(`rise of the ${importanceLoss(importance)}`, ({ rise }) => format(rise)),
    numberColumn(`${levelWords(importance)} interval`, ({ low, high }) => `${format(low)} to ${format(high)}`),
  ]);
}

/** The basis of the importances, and what they do not say. */
export function importanceNote(importance: Importance): string {
  const { rows, repetitions, loss, ranked } = importance;
  const pairs =
    loss === 'ranking'
      ? ` A pair is a row of ${ranked === undefined ? 'the most common class' : shortened(ranked)} and one of another class, in the wrong order where the other one scores higher for it.`
      : '';
  return `Rise of the ${importanceLoss(importance)} when a column's values are shuffled among ${counted(rows, 'held-out row')}, ${counted(repetitions, 'time')}, without a new fit; intervals are ${levelWords(importance)} over rows. Columns that say nearly the same share it, also those that the target does not depend on.${pairs}`;
}

/** The length scale of each column of the file, the smallest of those of its encoded columns; undefined where all have one. */
export function columnScales({
  kernel,
  model,
  data,
}: Pick<RunResult, 'kernel' | 'model' | 'data'>): ReadonlyMap<string, number> | undefined {
  const { names } = model.transform;
  if (!('lengthScale' in kernel) || kernel.lengthScale.length !== names.length || names.length < 2) return undefined;
  const columnOf = new Map(
    data.encoded.flatMap(({ column, columns }) => columns.map((name) => [name, column] as const)),
  );
  const scales = new Map<string, number>();
  names.forEach((name, j) => {
    const column = columnOf.get(name) ?? name;
    scales.set(column, Math.min(scales.get(column) ?? Number.POSITIVE_INFINITY, kernel.lengthScale[j]));
  });
  return scales;
}
