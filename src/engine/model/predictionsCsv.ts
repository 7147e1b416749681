import { csvCell } from '../contract/csvCell';
import type { PredictedOutput, Predictions } from '../contract/rpc';

type Column = { readonly name: string; readonly at: (row: number) => string | number };

/** Settings for writing a block of rows as CSV. */
export interface CsvBlock {
  /** True if other rows precede it, with the names of the columns before them. */
  readonly further?: boolean;
  /**
   * The decimals of each output's numbers that follow the columns of a file; if omitted, those that these rows call
   * for.
   */
  readonly decimals?: readonly number[];
}

/**
 * One line per row of the file, RFC 4180. One target: row, predicted, lower and upper (for a model of quantiles, its
 * levels instead: rent_q10, rent_q90) and, if the file holds the target, observed; with several targets each name
 * includes the target. Classes: row, class, a probability per class (colour_probability_red), the classes of the 95 %
 * set (colour_set95), a score per class and observed. Empty where there is no value. In parts, to be written one after
 * another.
 */
export function predictionsCsv(predictions: Predictions, { further }: CsvBlock = {}): Iterable<string> {
  const { rows, outputs, classes } = predictions;
  const columns: readonly Column[] = [
    { name: 'row', at: (i) => rows[i] },
    ...(classes
      ? classColumns(predictions, classes)
      : outputs.flatMap((output) => numberColumns(output, outputs.length > 1))),
  ];
  const head = columns.map(({ name }) => csvCell(name)).join(',');
  return csvParts(further ? undefined : head, rows.length, (i) => columns.map(({ at }) => csvCell(at(i))).join(','));
}

/** Lines joined at once: a text of all rows would take several times the memory of their numbers. */
const PART = 10_000;

/** A head, if there is one, and a line for each row, with their line ends, in parts of some hundred kilobytes. */
export function* csvParts(
  head: string | undefined,
  rows: number,
  lineOf: (row: number) => string,
): Generator<string, void, undefined> {
  if (head !== undefined) yield `${head}\r\n`;
  for (let from = 0; from < rows; from += PART) {
    let part = '';
    for (let i = from; i < Math.min(rows, from + PART); i++) part += `${lineOf(i)}\r\n`;
    yield part;
  }
}

function numberColumns(output: PredictedOutput, several: boolean): Column[] {
  const { target, predicted, lower, upper, observed, quantiles } = output;
  const column = (name: string, of: Float64Array): Column => ({ name, at: (i) => of[i] });
  const named = (name: string, of: Float64Array) => column(several ? `${name}_${target}` : name, of);
  return [
    named('predicted', predicted),
    ...(quantiles?.map(({ tau, predicted: level }) => column(`${target}_q${percentOf(tau)}`, level)) ?? [
      named('lower', lower),
      named('upper', upper),
    ]),
    ...(observed ? [named('observed', observed)] : []),
  ];
}

/** 0.025 as 2.5. */
export const percentOf = (tau: number) => Number((100 * tau).toPrecision(12));

/** With two classes the only score is that of the second: the larger, the more probable it is. */
function classColumns({ outputs }: Predictions, classes: NonNullable<Predictions['classes']>): Column[] {
  const { column, levels, predicted, probabilities = [], observed } = classes;
  const cells = levels.map(levelCell);
  const level = (codes: Int32Array) => (i: number) => cells[codes[i]] ?? '';
  return [
    { name: 'class', at: level(predicted) },
    ...probabilities.map((of, l) => ({ name: `${column}_probability_${levels[l]}`, at: (i: number) => of[i] })),
    ...setColumns(classes),
    ...outputs.map(({ target, predicted: score }) => ({ name: `score_${target}`, at: (i: number) => score[i] })),
    ...(observed ? [{ name: 'observed', at: level(observed) }] : []),
  ];
}

/** The classes of each row's 95 % set, "0|1"; a bar or a backslash in a name is preceded by a backslash. */
export function setColumns({ column, levels, sets }: NonNullable<Predictions['classes']>): Column[] {
  if (sets === undefined) return [];
  const names = levels.map((level) => level.replace(/[\\|]/g, '\\$&'));
  const at = (i: number) => {
    const held = levels.filter((_, k) => sets[k][i] === 1);
    return held.length === 1 ? levelCell(held[0]) : names.filter((_, k) => sets[k][i] === 1).join('|');
  };
  return [{ name: `${column}_set95`, at }];
}

/** A level that is a number is written as one: its minus begins no formula. */
export function levelCell(level: string): string | number {
  const number = Number(level);
  return Number.isFinite(number) && String(number) === level ? number : level;
}
