import type { RunContext } from '../contract/context';
import type { Model } from '../contract/model';
import type { PredictedOutput, Predictions } from '../contract/rpc';
import { classCodes } from '../data/classes';
import type { EncodedRows } from '../data/encodeRows';
import { ofLogarithms } from '../data/logarithm';
import type { Column, RowsTable } from '../data/table';
import type { Computing } from '../linalg/linalg';
import { byLevel, probabilitiesOf } from '../statistics/calibration';
import { decidedLevels } from '../statistics/classes';
import { setsOf } from '../statistics/classSets';
import { inFile, isLogarithm } from '../words/logarithmName';
import { type RowPredictions, requireFiniteRows } from './predict';
import { type PreImages, rebuiltColumns } from './preImages';
import { type ComponentsProjection, projectComponents } from './projectComponents';

export const isFilter = ({ outputs }: Model): boolean => outputs.every(({ filter }) => filter !== undefined);

/** Sets predictions to NaN for rows that are not complete, and intervals for all rows if they were not computed. */
export function withoutGaps(rows: RowPredictions[], complete: Uint8Array, intervals: boolean): RowPredictions[] {
  for (const { predicted, lower, upper, quantiles = [] } of rows) {
    const all = [predicted, lower, upper, ...quantiles.map((level) => level.predicted)];
    for (let i = 0; i < complete.length; i++) if (complete[i] === 0) for (const values of all) values[i] = Number.NaN;
    if (!intervals) for (const values of [lower, upper]) values.fill(Number.NaN);
  }
  return rows;
}

/** The predictions, with the table's values of the targets. */
export function predictionsOf(
  table: RowsTable,
  model: Model,
  rows: readonly RowPredictions[],
  context: RunContext,
): Predictions {
  const outputs = rows.map(({ name, ...output }): PredictedOutput => {
    const column = model.classes ? undefined : columnOf(table, name);
    return { target: name, ...output, ...(column && 'values' in column && { observed: column.values.slice() }) };
  });
  return {
    rows: rowNumbers(table),
    outputs: [...outputs, ...outputs.flatMap((output) => inUnits(model, output) ?? [])],
    ...(model.classes && { classes: predictedClasses(model.classes, outputs, table, context) }),
  };
}

/**
 * The predictions of a logarithm as numbers of its column in the file: a median stays the median, and an interval keeps
 * its fraction of the rows.
 */
function inUnits(
  { read }: Model,
  { target, quantiles, observed, ...bounds }: PredictedOutput,
): PredictedOutput | undefined {
  const reading = read.frozen?.columns.find(({ name }) => name === target)?.reading;
  if (!isLogarithm(reading)) return undefined;
  const { predicted, lower, upper } = bounds;
  return {
    target: inFile({ name: target, reading }),
    predicted: predicted.map(Math.exp),
    lower: lower.map(Math.exp),
    upper: upper.map(Math.exp),
    ...(observed && { observed: ofLogarithms(observed) }),
    ...(quantiles && { quantiles: quantiles.map((level) => ({ ...level, predicted: level.predicted.map(Math.exp) })) }),
  };
}

/** The row numbers, counted from 1 in the file. */
const rowNumbers = ({ inspection, before = 0 }: RowsTable): Uint32Array =>
  Uint32Array.from({ length: inspection.rows }, (_, i) => before + i + 1);

/**
 * Scores of a table's rows, once they are encoded, and the errors that they leave; NaN for rows that could not be
 * projected. `inverse`: with rows rebuilt from them.
 */
export function projected(
  table: RowsTable,
  model: Model & ComponentsProjection,
  { x, complete }: EncodedRows,
  context: Computing,
  inverse?: PreImages,
): Predictions {
  requireFiniteRows(x, model.transform.names);
  const { scores, error } = projectComponents(model, x, context);
  const count = model.components.offset.length;
  const images = inverse?.rowsOf(scores, context);
  complete.forEach((whole, i) => {
    if (whole === 1) return;
    scores.fill(Number.NaN, i * count, (i + 1) * count);
    error[i] = Number.NaN;
    for (let o = i; images && o < images.values.length; o += images.rows) images.values[o] = Number.NaN;
  });
  return {
    rows: rowNumbers(table),
    outputs: [],
    components: {
      count,
      scores,
      error,
      ...(images && { rebuilt: rebuiltColumns(images, model.transform) }),
    },
  };
}

function columnOf({ inspection, columns }: RowsTable, name: string): Column | undefined {
  const at = inspection.columns.findIndex((column) => column.name === name);
  return at < 0 ? undefined : columns[at];
}

/**
 * The level that each row is predicted as, with the probabilities of all levels, and the level in the file if it has
 * the column.
 */
function predictedClasses(
  classes: NonNullable<Model['classes']>,
  outputs: readonly PredictedOutput[],
  table: RowsTable,
  context: RunContext,
): NonNullable<Predictions['classes']> {
  const { column: name, levels, calibration, sets } = classes;
  const scores = outputs.map((output) => output.predicted);
  const probabilities = calibration && byLevel(probabilitiesOf(calibration, scores));
  const column = columnOf(table, name);
  const observed = column && classCodes(column, levels, table.inspection.rows, context);
  return {
    column: name,
    levels,
    predicted: decidedLevels(scores, classes),
    ...(probabilities && { probabilities }),
    ...(probabilities && sets && { sets: setsOf(probabilities, sets) }),
    ...(observed && { observed }),
  };
}
