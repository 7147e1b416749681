import { csvCell } from '../contract/csvCell';
import type { PredictedOutput, Predictions, RebuiltColumn } from '../contract/rpc';
import { date } from '../words/numbers';
import { DecimalsTally } from './decimalsTally';
import { type CsvBlock, csvParts, levelCell, percentOf, predictionsCsv, setColumns } from './predictionsCsv';

/**
 * Predictions as CSV: scores of components, the columns of the file followed by predictions if the columns are there,
 * or predictions alone.
 */
export function predictedCsv(predictions: Predictions, block: CsvBlock = {}): Iterable<string> {
  const { rows, components } = predictions;
  if (components) return scoresCsv({ rows, components }, block);
  return keptCsv(predictions, block) ?? predictionsCsv(predictions, block);
}

interface Added {
  readonly name: string;
  readonly at: (row: number) => string | number;
}

/**
 * The columns of the file, followed by the predictions of each row, in the digits that have a meaning given its
 * interval: c6_predicted, c6_low95 and c6_high95; for quantiles c6_q10 and the like; for classes colour_predicted,
 * colour_probability_red and colour_set95. In parts, to be written one after another; undefined without the file's
 * columns and for principal components.
 */
export function keptCsv(
  { rows, outputs, classes, input }: Predictions,
  { further, decimals = decimalsOf(outputs) }: CsvBlock = {},
): Iterable<string> | undefined {
  if (!input || (outputs.length === 0 && !classes)) return undefined;
  const added = classes ? classColumns(classes) : outputs.flatMap((output, o) => numberColumns(output, decimals[o]));
  const names = [...input.names];
  for (const { name } of added) names.push(freeName(name, names));
  return csvParts(further ? undefined : names.map(csvCell).join(','), rows.length, (i) =>
    [input.lines[i], ...added.map(({ at }) => csvCell(at(i)))].join(','),
  );
}

/** A name that is still free: a file that was predicted before already has such columns. */
function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let i = 2; taken.includes(free); i++) free = `${name} (${i})`;
  return free;
}

function numberColumns({ target, predicted, lower, upper, quantiles }: PredictedOutput, decimals: number): Added[] {
  const column = (name: string, of: Float64Array): Added => ({
    name: `${target}_${name}`,
    at: (i) => Number(of[i].toFixed(decimals)),
  });
  return [
    column('predicted', predicted),
    ...(quantiles?.map(({ tau, predicted: level }) => column(`q${percentOf(tau)}`, level)) ?? [
      column('low95', lower),
      column('high95', upper),
    ]),
  ];
}

/** The decimals of each output, from all of its rows. */
function decimalsOf(outputs: readonly PredictedOutput[]): number[] {
  const tally = new DecimalsTally();
  tally.add(outputs);
  return tally.decimals();
}

const PROBABILITY_DECIMALS = 4;

function classColumns(classes: NonNullable<Predictions['classes']>): Added[] {
  const { column, levels, predicted, probabilities = [] } = classes;
  const cells = levels.map(levelCell);
  return [
    { name: `${column}_predicted`, at: (i) => cells[predicted[i]] ?? '' },
    ...probabilities.map((of, l) => ({
      name: `${column}_probability_${levels[l]}`,
      at: (i: number) => Number(of[i].toFixed(PROBABILITY_DECIMALS)),
    })),
    ...setColumns(classes),
  ];
}

/**
 * One line per row of the file, RFC 4180: row, the score of each component (score1, score2, …), and the part of the row
 * that the components leave (error); rebuilt rows replace their scores. Empty where a row could not be projected. In
 * parts, to be written one after another.
 */
function scoresCsv(
  { rows, components }: Pick<Predictions, 'rows'> & Required<Pick<Predictions, 'components'>>,
  { further }: CsvBlock = {},
): Iterable<string> {
  const { count, scores, error, rebuilt } = components;
  if (rebuilt) {
    const names = ['row', ...rebuilt.map(({ column }) => column), 'error'].map(csvCell);
    return csvParts(further ? undefined : names.join(','), rows.length, (i) =>
      [rows[i], ...rebuilt.map((column) => rebuiltCell(column, i)), error[i]].map(csvCell).join(','),
    );
  }
  const head = ['row', ...Array.from({ length: count }, (_, c) => `score${c + 1}`), 'error'];
  return csvParts(further ? undefined : head.join(','), rows.length, (i) => {
    const cells = [rows[i], ...scores.subarray(i * count, (i + 1) * count), error[i]];
    return cells.map(csvCell).join(',');
  });
}

function rebuiltCell(column: RebuiltColumn, i: number): string | number {
  if ('codes' in column) return levelCell(column.levels[column.codes[i]] ?? '');
  return column.days === undefined || Number.isNaN(column.values[i])
    ? column.values[i]
    : date(column.values[i], column.days);
}
