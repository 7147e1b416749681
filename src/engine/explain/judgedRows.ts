import type { RunContext } from '../contract/context';
import type { Sample } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import type { Model } from '../contract/model';
import { applyTransform } from '../data/applyTransform';
import { classCodes } from '../data/classes';
import { keptRows } from '../data/keptRows';
import { permutation } from '../data/random';
import type { Table } from '../data/table';
import { MOST_SHUFFLED_ROWS } from './importance';

/**
 * Rows of a file that a model can be judged on, encoded as its training rows were: those with a target that it knows,
 * or a random sample if they are very many. Throws `data/unknown-column` if the file lacks the target, and what
 * `applyTransform` throws.
 */
export function judgedRows(table: Table, model: Model, context: RunContext): Sample {
  const y = targetOf(table, model, context);
  const known = keptRows(table.inspection.rows, (row) => !Number.isNaN(y[row]), context);
  const drawn =
    known.length > MOST_SHUFFLED_ROWS
      ? permutation(known.length, 0, context).subarray(0, MOST_SHUFFLED_ROWS)
      : undefined;
  const rows = drawn ? drawn.map((at) => known[at]) : known;
  const { complete } = applyTransform(table, model.transform, rows, context);
  const whole = rows.filter((_, i) => complete[i] === 1);
  const { x } = applyTransform(table, model.transform, whole, context);
  return {
    x,
    y: Float64Array.from(whole, (row) => y[row]),
    more: [],
    rows: whole.map((row) => row + 1),
    lines: whole.map((row) => table.lines[row]),
  };
}

/** The first target of every row (n), or the codes of its classes; NaN if there is none that the model knows. */
function targetOf({ inspection, columns }: Table, { classes, outputs }: Model, context: RunContext): Float64Array {
  const target = classes?.column ?? outputs[0]?.name;
  const column = columns[inspection.columns.findIndex(({ name }) => name === target)];
  if (column && classes) {
    const codes = classCodes(column, classes.levels, inspection.rows, context);
    return Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : code));
  }
  if (column && 'values' in column) return column.values;
  throw new KernelscopeError(
    'data/unknown-column',
    `${inspection.file.name} has no column "${target}" of numbers, which the model predicts. Give a file that holds it.`,
    { column: target ?? '' },
  );
}
