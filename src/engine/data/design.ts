import type { RunContext } from '../contract/context';
import type { Design, DesignOptions, Sample, Transform } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { applyTransform } from './applyTransform';
import { chooseColumns } from './chooseColumns';
import { dataReport, type HoldoutFile } from './dataReport';
import { learnTransform } from './learnTransform';
import { MIN_ROWS, splitRows, subsample } from './splitRows';
import type { Column, Table } from './table';

/**
 * From the columns of a file to (X, y), training and held out. Rows without a target are left out, under 'drop' also
 * those with a gap in a feature; then a seeded subsample is drawn, then the split; then everything that is learnt from
 * the data is learnt on the training rows alone. `holdoutTable` is the second file when the holdout is a file.
 */
export function buildDesign(table: Table, options: DesignOptions, context: RunContext, holdoutTable?: Table): Design {
  context.progress(0, 'preparing the columns');
  const { target, features, leftOut } = chooseColumns(table, options);
  const y = targetValues(table.columns[target.index]);
  const withTarget = rowsWhere(table.inspection.rows, (i) => !Number.isNaN(y[i]));
  const gaps = options.missing === 'drop' ? features.map((f) => table.columns[f.index]) : [];
  const whole = withTarget.filter((i) => gaps.every((column) => !isGap(column, i)));
  if (whole.length < MIN_ROWS) throw tooFewRows(table, whole.length, withTarget.length, target.name);
  context.check();

  const used = subsample(whole, options.maxRows, options.seed);
  const { holdout } = options;
  const split = splitRows(used, holdout.kind === 'fraction' ? holdout.fraction : 0, options.seed);
  if (split.train.length < 2) throw tooFewRows(table, split.train.length, withTarget.length, target.name);
  checkVaries(y, split.train, target.name);
  const learnt = learnTransform(table, features, split.train, options);
  const { transform } = learnt;
  context.check();
  context.progress(0.5, 'preparing the columns');

  const train = sampleOf(table, transform, y, split.train);
  const other = holdout.kind === 'file' ? holdoutFile(holdoutTable, target.name, transform) : undefined;
  const heldOut =
    other?.sample ?? (split.holdout.length > 0 ? sampleOf(table, transform, y, split.holdout) : undefined);
  context.check();
  const report = dataReport({
    table,
    target,
    transform,
    leftOut: [...leftOut, ...learnt.leftOut],
    split,
    withoutTarget: table.inspection.rows - withTarget.length,
    withGaps: withTarget.length - whole.length,
    notDrawn: whole.length - used.length,
    ...(other && { other }),
  });
  return { target: target.name, train, ...(heldOut && { holdout: heldOut }), transform, report };
}

function holdoutFile(table: Table | undefined, target: string, transform: Transform): HoldoutFile {
  if (!table) throw new Error('a second file is held out, but its table was not given');
  const { columns, file, rows: count } = table.inspection;
  const found = columns.find((column) => column.name === target);
  const column = found && table.columns[found.index];
  if (!column || !('values' in column)) {
    const what = column ? `holds no numbers in "${target}"` : `lacks the target "${target}"`;
    throw new KernelscopeError(
      'model/columns',
      `${file.name}, the file to test on, ${what}. Use a file with the same columns.`,
    );
  }
  const y = column.values;
  const { complete } = applyTransform(table, transform);
  const rows = rowsWhere(count, (i) => !Number.isNaN(y[i]) && complete[i] === 1);
  if (rows.length === 0) {
    const message = `${file.name}, the file to test on, has no row with a target and all columns. Use another file.`;
    throw new KernelscopeError('data/too-few-rows', message, { rows: 0 });
  }
  return { table, rows, sample: sampleOf(table, transform, y, rows) };
}

function sampleOf(table: Table, transform: Transform, y: Float64Array, rows: Uint32Array): Sample {
  return {
    x: applyTransform(table, transform, rows).x,
    y: Float64Array.from(rows, (i) => y[i]),
    rows: rows.map((i) => i + 1),
    lines: rows.map((i) => table.lines[i]),
  };
}

function targetValues(column: Column): Float64Array {
  if ('values' in column) return column.values;
  throw new Error('the target is not numeric');
}

function rowsWhere(count: number, keep: (i: number) => boolean): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i).filter(keep);
}

function isGap(column: Column, i: number): boolean {
  if (column.kind === 'empty') return true;
  return 'values' in column ? Number.isNaN(column.values[i]) : column.codes[i] < 0;
}

function checkVaries(y: Float64Array, train: Uint32Array, target: string): void {
  if (train.some((i) => y[i] !== y[train[0]])) return;
  const message = `"${target}" cannot be the target: every value in the ${train.length} training rows is the same. Choose another column or more rows.`;
  throw new KernelscopeError('data/target-constant', message, { column: target });
}

function tooFewRows(table: Table, rows: number, withTarget: number, target: string): KernelscopeError {
  const { file, rows: total } = table.inspection;
  const gaps = withTarget - rows;
  const why =
    total < MIN_ROWS
      ? `the file has ${total}`
      : withTarget < MIN_ROWS
        ? `"${target}" has a value in ${withTarget} of ${total}`
        : `${gaps} of ${withTarget} have a gap in some column; fill gaps instead of dropping such rows, or leave the emptiest columns out`;
  const message = `${file.name} leaves ${rows} rows to fit, at least ${MIN_ROWS} are needed: ${why}.`;
  return new KernelscopeError('data/too-few-rows', message, { rows });
}
