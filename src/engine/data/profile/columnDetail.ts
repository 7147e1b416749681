import type { RunContext } from '../../contract/context';
import type { ColumnSummary, DesignOptions } from '../../contract/data';
import { KernelscopeError } from '../../contract/failure';
import type { ColumnDetail } from '../../contract/profile';
import { sortedValues } from '../../statistics/sorted';
import { keptRows, valuesAt } from '../keptRows';
import { encodedNames, learnInput } from '../learnTransform';
import { parsePlain } from '../numbers';
import { isGap } from '../response';
import type { Column, Table } from '../table';
import { barsOf } from './bars';

const STEPS = 48;
const SHARES = [0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1];
/** The most levels, lines and names of columns that are listed. */
const LEVELS = 30;
const LINES = 20;
const NAMES = 40;

/** Details of one column: its values, its gaps, its encoding. Throws `data/unknown-column`. */
export function columnDetail(table: Table, index: number, design: DesignOptions, context: RunContext): ColumnDetail {
  const summary = table.inspection.columns[index];
  const column = table.columns[index];
  if (summary === undefined || column === undefined) {
    const message = `${table.inspection.file.name} has no column ${index + 1}. Inspect the file again.`;
    throw new KernelscopeError('data/unknown-column', message, { column: String(index + 1) });
  }
  const { rows } = table.inspection;
  const input =
    column.kind === 'text'
      ? summary.reason || 'text'
      : learnInput(
          column,
          summary.name,
          keptRows(rows, () => true, context),
          design,
          context,
        );
  return {
    index,
    ...bars(summary, column, context),
    percentiles: percentiles(column, context),
    levels: levels(summary, column),
    gaps: summary.missing > 0 ? linesWhere(table, (row) => isGap(column, row), context) : [],
    odd: oddCells(table, summary, column, context),
    encoded: typeof input === 'string' ? [] : encodedNames(input).slice(0, NAMES),
    idle: typeof input === 'string' ? input : '',
  };
}

function bars({ distinct, numeric }: ColumnSummary, column: Column, context: RunContext): Pick<ColumnDetail, 'bars'> {
  if (!('values' in column) || numeric === undefined) return {};
  const found = barsOf(column.values, { distinct, ...numeric }, STEPS, context);
  return found ? { bars: found } : {};
}

/** The values that given fractions of a column do not exceed: the k-th of n for the least k ≥ share·n. */
function percentiles(column: Column, context: RunContext): ColumnDetail['percentiles'] {
  if (column.kind !== 'number' && column.kind !== 'date') return [];
  const { values } = column;
  const known = keptRows(values.length, (row) => !Number.isNaN(values[row]), context);
  const sorted = sortedValues(valuesAt(values, known, context), context);
  if (sorted.length === 0) return [];
  return SHARES.map((share) => ({ share, value: sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] }));
}

function levels(summary: ColumnSummary, column: Column): ColumnDetail['levels'] {
  if (summary.levels) return summary.levels.slice(0, LEVELS);
  if (!('codes' in column) || column.levels.length === 0) return [];
  const counts = new Float64Array(column.levels.length);
  for (const code of column.codes) if (code >= 0) counts[code]++;
  const byCount = Array.from(counts.keys()).sort((a, b) => counts[b] - counts[a]);
  return byCount.slice(0, LEVELS).map((code) => ({ label: column.levels[code], count: counts[code] }));
}

/** The lines of the first rows for which `holds` is true. */
function linesWhere({ lines }: Table, holds: (row: number) => boolean, context: RunContext): number[] {
  let left = LINES;
  const rows = keptRows(lines.length, (row) => left > 0 && holds(row) && left-- > 0, context);
  return Array.from(rows, (row) => lines[row]);
}

/** The cells that are no numbers in a column of words that are mostly numbers. */
function oddCells(table: Table, { reason }: ColumnSummary, column: Column, context: RunContext): ColumnDetail['odd'] {
  if (!reason.startsWith('mostly') || !('codes' in column) || column.levels.length === 0) return [];
  const { codes, levels } = column;
  const odd = levels.map((level) => Number.isNaN(parsePlain(level)));
  let left = LINES;
  const rows = keptRows(codes.length, (row) => left > 0 && codes[row] >= 0 && odd[codes[row]] && left-- > 0, context);
  return Array.from(rows, (row) => ({ line: table.lines[row], text: levels[codes[row]] }));
}
