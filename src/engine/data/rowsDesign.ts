import { partOf, type RunContext } from '../contract/context';
import type { Design, DesignOptions } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { chooseRowColumns } from './chooseRowColumns';
import { dataReport, secondFile } from './dataReport';
import { divideRows } from './divideRows';
import { fileCallouts, gapCallouts } from './fileCallouts';
import { fileColumns, sameColumns } from './fileColumns';
import { byteSourceOf } from './fileReading';
import { heldOutFile } from './heldOutFile';
import { learnTransform } from './learnTransform';
import { rowsWhere, rowsWithout } from './response';
import { sampleOf } from './sample';
import { subsample } from './splitRows';
import type { Table } from './table';

/** The fewest rows that say anything about their variation. */
const LEAST_ROWS = 2;

/**
 * The rows of a file for methods without a target: as `buildDesign` but without a response, `y` being empty. Rows are
 * left out by the filter, for a gap in the ordering column and, under 'drop', for a gap in a feature. A named target is
 * no feature, and comes first among the columns to colour points by.
 */
export function buildRows(table: Table, options: DesignOptions, context: RunContext, holdoutTable?: Table): Design {
  context.progress(0, 'preparing the columns');
  const chosen = chooseRowColumns(table, options);
  const { rows: count, file } = table.inspection;
  const gaps = options.missing === 'drop' ? chosen.features.map((feature) => table.columns[feature.index]) : [];
  const { order } = chosen.splits;
  const chosenRows = rowsWhere(table, options.where, context);
  const placed = rowsWithout(order ? [table.columns[order.index]] : [], chosenRows, context);
  const whole = rowsWithout(gaps, placed, context);
  const rows = subsample(whole, options.maxRows, options.seed, undefined, context);
  context.check();

  const { holdout } = options;
  if (rows.length < LEAST_ROWS)
    throw tooFew(file.name, rows.length, placed.length - whole.length, count - chosenRows.length);
  const { split } = divideRows(table, rows, options, context);
  if (split.train.length < LEAST_ROWS) {
    const message = `Holding out ${split.holdout.length} of ${rows.length} rows leaves ${split.train.length} to learn from. Hold out fewer rows.`;
    throw new KernelscopeError('data/too-few-rows', message, { rows: split.train.length });
  }
  const learnt = learnTransform(table, chosen.features, split.train, options, partOf(context, 0.2, 0.6));
  const { transform } = learnt;

  const train = sampleOf(table, transform, { values: [] }, split.train, partOf(context, 0.6, 0.9));
  const last = partOf(context, 0.9, 1);
  const other =
    holdout.kind === 'file'
      ? heldOutFile(holdoutTable, { names: [], where: options.where }, transform, last)
      : undefined;
  const heldOut =
    other?.sample ??
    (split.holdout.length > 0 ? sampleOf(table, transform, { values: [] }, split.holdout, last) : undefined);
  context.check();
  const left = {
    withoutTarget: 0,
    withoutWeight: 0,
    zeroWeight: 0,
    filtered: count - chosenRows.length,
    withoutPlace: chosenRows.length - placed.length,
    withGaps: placed.length - whole.length,
    notDrawn: whole.length - rows.length,
  };
  const leftOut = [...chosen.leftOut, ...learnt.leftOut];
  const second = other && secondFile(other, { chosen, options, transform }, context);
  const response = { rows, values: [], left };
  const raw = fileColumns(table, chosen.colours, context);
  const facts = { table, chosen, options, response, transform, leftOut, split, train, other, second };
  return {
    target: '',
    moreTargets: [],
    train,
    ...(heldOut && { holdout: heldOut }),
    ...(second && { second }),
    transform,
    report: dataReport(facts, context),
    callouts: [...fileCallouts(table.inspection, undefined, chosen.leftOut), ...gapCallouts(chosen.features)],
    source: byteSourceOf(table, transform, { targets: [] }, other?.table),
    raw: { train: raw, ...(other && { holdout: sameColumns(other.table, raw, context) }) },
  };
}

function tooFew(file: string, rows: number, withGaps: number, filtered: number): KernelscopeError {
  const filter = filtered > 0 ? `: the filter does not hold for ${filtered}; loosen it` : '';
  const why =
    filter !== ''
      ? filter
      : withGaps > 0
        ? `: ${withGaps} have a gap in some column; fill gaps instead of dropping such rows`
        : '';
  const message = `${file} leaves ${rows} ${rows === 1 ? 'row' : 'rows'}, at least ${LEAST_ROWS} are needed${why}.`;
  return new KernelscopeError('data/too-few-rows', message, { rows });
}
