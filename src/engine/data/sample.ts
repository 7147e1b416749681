import { inBlocks, type RunContext } from '../contract/context';
import type { Sample, Transform } from '../contract/data';
import { applyTransform } from './applyTransform';
import { valuesAt } from './keptRows';
import { normalised } from './rowWeights';
import type { Table } from './table';

/** Values and weights of all rows of a table. */
export interface RowValues {
  readonly values: readonly Float64Array[];
  /** The weights as they are in the file, and their mean over the training rows. */
  readonly weights?: Float64Array;
  readonly mean?: number;
}

/** Encoded features, targets and weights of these rows (0-based). */
export function sampleOf(
  table: Table,
  transform: Transform,
  { values, weights, mean }: RowValues,
  rows: Uint32Array,
  context: RunContext,
): Sample {
  const at = (all: Float64Array) => valuesAt(all, rows, context);
  const [y = new Float64Array(), ...more] = values.map(at);
  const scaled = weights && mean !== undefined ? normalised(at(weights), mean) : undefined;
  return {
    x: applyTransform(table, transform, rows, context).x,
    y,
    more,
    ...(scaled && { weights: scaled }),
    ...placesOf(table, rows, context),
  };
}

/** The 1-based numbers of rows, and the lines where they begin. */
function placesOf(table: Table, at: Uint32Array, context: RunContext): Pick<Sample, 'rows' | 'lines'> {
  const rows = new Uint32Array(at.length);
  const lines = new Uint32Array(at.length);
  inBlocks(at.length, context, 1, (from, to) => {
    for (let i = from; i < to; i++) {
      rows[i] = at[i] + 1;
      lines[i] = table.lines[at[i]];
    }
  });
  return { rows, lines };
}
