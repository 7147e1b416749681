import { csvCell } from '../contract/csvCell';
import type { PredictedOutput, Predictions } from '../contract/rpc';

type Column = { readonly name: string; readonly at: (row: number) => string | number };

/**
 * One line per row of the file, RFC 4180. One target: row, predicted, lower, upper, one column for each quantile of a model of
 * quantiles (q0.1), and, where the file holds the target, observed; of several each name ends in the target's. Classes: row, class, a score per class and observed. Empty where
 * there is no value.
 */
export function predictionsCsv(predictions: Predictions): string {
  const { rows, outputs, classes } = predictions;
  const columns: readonly Column[] = [
    { name: 'row', at: (i) => rows[i] },
    ...(classes
      ? classColumns(predictions, classes)
      : outputs.flatMap((output) => numberColumns(output, outputs.length > 1))),
  ];
  const lines = [columns.map(({ name }) => csvCell(name)).join(',')];
  for (let i = 0; i < rows.length; i++) lines.push(columns.map(({ at }) => csvCell(at(i))).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

function numberColumns(output: PredictedOutput, several: boolean): Column[] {
  const { target, predicted, lower, upper, observed, quantiles = [] } = output;
  const levels = Object.fromEntries(quantiles.map((level) => [`q${level.tau}`, level.predicted]));
  const values = { predicted, lower, upper, ...levels, ...(observed && { observed }) };
  return Object.entries(values).map(([name, of]) => ({ name: several ? `${name}_${target}` : name, at: (i) => of[i] }));
}

/** With two classes the one score is that of the second, and the row is of that class where it is positive. */
function classColumns(
  { outputs }: Predictions,
  { levels, predicted, observed }: NonNullable<Predictions['classes']>,
): Column[] {
  const cells = levels.map(levelCell);
  const level = (codes: Int32Array) => (i: number) => cells[codes[i]] ?? '';
  return [
    { name: 'class', at: level(predicted) },
    ...outputs.map(({ target, predicted: score }) => ({ name: `score_${target}`, at: (i: number) => score[i] })),
    ...(observed ? [{ name: 'observed', at: level(observed) }] : []),
  ];
}

/** A level that is a number is written as one: its minus begins no formula. */
function levelCell(level: string): string | number {
  const number = Number(level);
  return Number.isFinite(number) && String(number) === level ? number : level;
}
