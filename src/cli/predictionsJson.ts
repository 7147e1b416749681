import type { Model } from '../engine/contract/model';
import type { PredictedOutput, PredictionFindings, Predictions } from '../engine/contract/rpc';
import { version } from '../engine/machine/version';
import { jsonText } from './json';
import type { ClassRow, NumberRow, PredictionsJson } from './schemas/predict';

// The JSON of `predict --json`: a member of `rows` for each row of the file, in the file's order and on its own line.

/** The text before the rows; `predictionsEnd` closes it. */
function head({ method, classes, taus, components }: Model, file: string, { outputs }: Predictions): string {
  const text = jsonText('predict', {
    kernelscope: version,
    method,
    file,
    targets: classes ? [classes.column] : outputs.map(({ target }) => target),
    levels: classes?.levels ?? null,
    taus: taus ?? null,
    components: components ? components.offset.length : null,
    rows: [],
    notes: [],
    errors: [],
  });
  return text.slice(0, text.indexOf(`],\n "notes"`));
}

/** The text after the rows: the findings about the predictions. */
export const predictionsEnd = ({ notes, errors }: PredictionFindings): string =>
  `\n ],\n "notes": ${JSON.stringify(notes)},\n "errors": ${JSON.stringify(errors)}\n}\n`;

/** The number of rows that are joined at once. */
const PART = 10_000;

/** A block of rows, the first or a later one; in parts, to be written one after another. */
export function* predictionsJson(
  model: Model,
  file: string,
  block: Predictions,
  further: boolean,
): Generator<string, void, undefined> {
  if (!further) yield head(model, file, block);
  const rowOf = rowsOf(block);
  for (let from = 0; from < block.rows.length; from += PART) {
    let part = '';
    for (let i = from; i < Math.min(block.rows.length, from + PART); i++)
      part += `${further || i > 0 ? ',' : ''}\n  ${JSON.stringify(rowOf(i))}`;
    yield part;
  }
}

function rowsOf({ rows, outputs, classes, components }: Predictions): (i: number) => PredictionsJson['rows'][number] {
  if (components) {
    const { count, scores, error } = components;
    return (i) => ({
      row: rows[i],
      scores: Array.from(scores.subarray(i * count, (i + 1) * count), finite),
      error: finite(error[i]),
    });
  }
  return (i) => (classes ? classRow(rows[i], outputs, classes, i) : numberRow(rows[i], outputs, i));
}

function numberRow(row: number, outputs: readonly PredictedOutput[], i: number): NumberRow {
  const each = (of: (output: PredictedOutput) => number | undefined) =>
    outputs.map((output) => finite(of(output) ?? Number.NaN));
  const levels = outputs.some(({ quantiles }) => quantiles);
  return {
    row,
    predicted: each(({ predicted }) => predicted[i]),
    ...(levels
      ? { quantiles: outputs.map(({ quantiles = [] }) => quantiles.map(({ predicted }) => finite(predicted[i]))) }
      : { lower: each(({ lower }) => lower[i]), upper: each(({ upper }) => upper[i]) }),
    ...(outputs.some(({ observed }) => observed) && { observed: each(({ observed }) => observed?.[i]) }),
  };
}

function classRow(
  row: number,
  outputs: readonly PredictedOutput[],
  { levels, predicted, probabilities, sets, observed }: NonNullable<Predictions['classes']>,
  i: number,
): ClassRow {
  return {
    row,
    class: levels[predicted[i]] ?? null,
    ...(probabilities && { probabilities: probabilities.map((of) => finite(of[i])) }),
    ...(sets && { set: levels.filter((_, k) => sets[k][i] === 1) }),
    scores: outputs.map((output) => finite(output.predicted[i])),
    ...(observed && { observed: levels[observed[i]] ?? null }),
  };
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
