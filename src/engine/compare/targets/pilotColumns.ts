import type { RunContext } from '../../contract/context';
import type { ColumnSummary, TransformInput } from '../../contract/data';
import { encodedWidth, encodeRows } from '../../data/encodeRows';
import { keptRows, valuesAt } from '../../data/keptRows';
import { learnInput } from '../../data/learnTransform';
import { deviationOf, finiteMean } from '../../data/moments';
import { canBeTarget } from '../../data/proposeTarget';
import { permutation } from '../../data/random';
import { subsample } from '../../data/splitRows';
import type { Column, Table } from '../../data/table';

/**
 * The number of rows drawn, and of the numeric columns they become: with these a pilot takes a fraction of a second,
 * however large the file is.
 */
const ROWS = 1200;
const WIDTH = 100;
/** The number of levels of a category that are told apart, the most frequent ones. */
const LEVELS = 6;

/** A column of the file, in the rows that were drawn. */
export interface PilotColumn {
  readonly summary: ColumnSummary;
  /** The range of its columns in `z`, from…to. */
  readonly from: number;
  readonly to: number;
  /**
   * The values to be predicted for the column, NaN in gaps, each divided by its deviation: its numbers or, for words,
   * indicators of the levels. Empty for dates.
   */
  readonly outputs: readonly Float64Array[];
  /** The fraction of the column's variance that each output has. */
  readonly shares: readonly number[];
  /** The values of the column in these rows, words as the codes of their levels, NaN in gaps. */
  readonly values: Float64Array;
}

export interface PilotColumns {
  /**
   * The numbers that all columns become, each with mean 0 and variance 1 over the rows, gaps at 0: n×width, row by row.
   */
  readonly z: Float64Array;
  readonly n: number;
  readonly width: number;
  readonly columns: readonly PilotColumn[];
  /** The number of columns that could be features or targets: of a wide file, more than were taken. */
  readonly all: number;
}

/** A seeded sample of rows and, of wide files, of columns; `first` is always among them. */
export function pilotColumns(table: Table, first: number | undefined, context: RunContext): PilotColumns {
  const { inspection } = table;
  const rows = subsample(
    keptRows(inspection.rows, () => true, context),
    ROWS,
    0,
    undefined,
    context,
  );
  const possible = inspection.columns.filter((column) => column.usable || canBeTarget(column));
  const drawn = Array.from(permutation(possible.length, 0, context), (i) => possible[i]);
  const taken: { summary: ColumnSummary; input: TransformInput }[] = [];
  let width = 0;
  for (const summary of drawn.sort((a, b) => Number(b.index === first) - Number(a.index === first))) {
    context.check();
    if (width >= WIDTH) break;
    const input = learnInput(
      table.columns[summary.index],
      summary.name,
      rows,
      { missing: 'impute', maxLevels: LEVELS },
      context,
    );
    if (typeof input === 'string' || width + encodedWidth(input) > WIDTH) continue;
    taken.push({ summary, input });
    width += encodedWidth(input);
  }
  taken.sort((a, b) => a.summary.index - b.summary.index);
  const { x } = encodeRows(
    table,
    taken.map(({ input }) => input),
    rows,
    context,
  );
  const z = new Float64Array(rows.length * width);
  for (let k = 0; k < width; k++) {
    const scaled = standardised(x.values.subarray(k * x.rows, (k + 1) * x.rows), context);
    for (let i = 0; i < rows.length; i++) z[i * width + k] = scaled[i];
  }
  let at = 0;
  const columns = taken.map(({ summary, input }): PilotColumn => {
    const [from, to] = [at, at + encodedWidth(input)];
    at = to;
    const values = valuesOf(table.columns[summary.index], rows, context);
    return { summary, from, to, ...outputsOf(summary, input, table.columns[summary.index], values, context), values };
  });
  return { z, n: rows.length, width, columns, all: possible.length };
}

/** Finite values with mean 0 and variance 1, gaps 0; all 0 if they do not vary. */
function standardised(values: Float64Array, context: RunContext): Float64Array {
  const mean = finiteMean(values, context);
  const sd = deviationOf(values, mean, context);
  if (!(sd > 0 && Number.isFinite(sd))) return new Float64Array(values.length);
  return values.map((v) => (Number.isNaN(v) ? 0 : (v - mean) / sd));
}

function valuesOf(column: Column, rows: Uint32Array, context: RunContext): Float64Array {
  if (column.kind === 'empty') return new Float64Array(rows.length).fill(Number.NaN);
  if (!('codes' in column)) return valuesAt(column.values, rows, context);
  return Float64Array.from(rows, (row) => (column.codes[row] < 0 ? Number.NaN : column.codes[row]));
}

function outputsOf(
  summary: ColumnSummary,
  input: TransformInput,
  column: Column,
  values: Float64Array,
  context: RunContext,
): Pick<PilotColumn, 'outputs' | 'shares'> {
  if (!canBeTarget(summary)) return { outputs: [], shares: [] };
  const known = (output: Float64Array) => output.filter((v) => !Number.isNaN(v));
  const of =
    input.kind === 'category' && 'levels' in column
      ? (input.levels.length === 2 && !input.otherLevel ? input.levels.slice(1) : input.levels).map((level) => {
          const code = column.levels.indexOf(level);
          return values.map((v) => (Number.isNaN(v) ? v : Number(v === code)));
        })
      : [values];
  const scales = of.map((output) => {
    const mean = finiteMean(known(output), context);
    return { mean, sd: deviationOf(known(output), mean, context) };
  });
  const varying = of.flatMap((output, o) =>
    scales[o].sd > 0 && Number.isFinite(scales[o].sd) ? [{ output, ...scales[o] }] : [],
  );
  // Variances are compared only among the levels of one column, where they are at most ¼; a column of numbers is its
  // only output.
  const all = varying.reduce((sum, { sd }) => sum + sd ** 2, 0);
  return {
    outputs: varying.map(({ output, mean, sd }) => output.map((v) => (v - mean) / sd)),
    shares: varying.map(({ sd }) => (varying.length === 1 ? 1 : sd ** 2 / all)),
  };
}
