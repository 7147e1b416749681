import type { Importance } from '../../engine/contract/explain';
import type { Sentence } from '../../engine/contract/figure';
import type { RunResult } from '../../engine/contract/run';
import { listed } from '../../engine/words/listed';
import { count, inUnits, percent } from '../../engine/words/numbers';
import { counted, told } from '../../engine/words/sentence';

/** Columns that a sentence names. */
const NAMED = 4;

/** One column's part in the predictions, in what a person reads: RMSE, mean absolute error, or the share predicted wrongly. */
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
  wrong: 'share of wrong classes',
};

export const importanceLoss = ({ loss }: Importance): string => NAME[loss];

/** Rises as differences of what stands in `lossName`: a rise of the mean square is that of its root. */
export function columnRises({ loss, baseline, columns }: Importance): readonly ColumnRise[] {
  const shown = (rise: number) =>
    loss === 'squared' ? Math.sqrt(Math.max(0, baseline + rise)) - Math.sqrt(baseline) : rise;
  return columns.map(({ column, rise, interval: [low, high] }) => ({
    column,
    rise: shown(rise),
    low: shown(low),
    high: shown(high),
    matters: low > 0,
  }));
}

/** How a rise is written. */
export function riseFormat(importance: Importance): (rise: number) => string {
  if (importance.loss === 'wrong') return (rise) => percent(rise).replace('-', '\u2212');
  const base = importance.loss === 'squared' ? Math.sqrt(importance.baseline) : importance.baseline;
  return inUnits(Math.max(base, ...columnRises(importance).map(({ rise }) => Math.abs(rise))), 3);
}

/** Which columns matter, in a sentence or two. */
export function importanceSentence(importance: Importance): Sentence {
  const rises = columnRises(importance);
  const format = riseFormat(importance);
  const base = importance.loss === 'squared' ? Math.sqrt(importance.baseline) : importance.baseline;
  const [first] = rises;
  const rest = rises.filter(({ matters }) => !matters).map(({ column }) => column);
  if (!first?.matters)
    return told`**No column** by itself lowers the error on ${count(importance.rows)} held-out rows beyond chance.`;
  const named = rest.length > NAMED ? [...rest.slice(0, NAMED), `${count(rest.length - NAMED)} more`] : rest;
  const idle = rest.length === 0 ? ' Every column helps.' : ` No measurable effect: ${listed(named)}.`;
  return told`**${first.column}** matters most: with its values shuffled the ${importanceLoss(importance)} on ${count(importance.rows)} held-out rows rises from ${format(base)} to ${format(base + first.rise)}.${idle}`;
}

/** What it rests on, and what it does not say. */
export const importanceNote = ({ repetitions }: Importance): string =>
  `Each column's values were shuffled ${counted(repetitions, 'time')} among the held-out rows, without a new fit; intervals are 95\u202f% over rows. Of columns that are closely related, each can seem unimportant because the fit uses the other.`;

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
