import { partOf, type RunContext } from '../contract/context';
import type { Design, DesignOptions, Sample } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { fewDifferent, learntToo, rowCopies } from '../words/rareCallouts';
import { chooseColumns } from './chooseColumns';
import { copiedRows, copiesAmong } from './copies';
import { dataReport, secondFile } from './dataReport';
import { divideRows, possibleGroups } from './divideRows';
import { fileCallouts } from './fileCallouts';
import { byteSourceOf } from './fileReading';
import { heldOutFile } from './heldOutFile';
import { everyRow, valuesAt } from './keptRows';
import { learnTransform } from './learnTransform';
import { checkClassesLeft, notLeftOut } from './leaveOut';
import { learntRows, repeatedRows } from './repeatedRows';
import { type Response, responseOf } from './response';
import { meanWeight } from './rowWeights';
import { sampleOf } from './sample';
import type { RowSplit } from './splitRows';
import type { Table } from './table';
import { targetCallouts } from './targetCallouts';

/**
 * Turns the columns of a file into (X, y), training and held out. Rows without a target or a weight are left out, under
 * 'drop' also those with a gap in a feature; then a seeded subsample is drawn; then the rows are split, for classes
 * level by level; then everything that is learnt from the data is learnt on the training rows alone, where all rows
 * count alike. `holdoutTable` is the second file when the holdout is a file.
 */
export function buildDesign(table: Table, options: DesignOptions, context: RunContext, holdoutTable?: Table): Design {
  context.progress(0, 'preparing the columns');
  const chosen = chooseColumns(table, options);
  const names = chosen.targets.map((target) => target.name);
  const response = responseOf(table, chosen, options, context);
  context.check();

  const { holdout } = options;
  const codes = response.levels && response.values[0];
  const features = chosen.features.map(({ index }) => table.columns[index]);
  const copied = copiedRows(features, { ...response, classes: codes !== undefined }, response.rows, context);
  const { split, division } = divideRows(table, response.rows, options, context, codes, copied);
  const copies = copied && copiesAmong(copied, split.train);
  if (options.without !== undefined && response.levels && codes)
    checkClassesLeft(split.train, response.levels, codes, names[0]);
  checkTrain(split, response, names, context);
  const learnt = learnTransform(table, chosen.features, split.train, options, partOf(context, 0.2, 0.6));
  const { transform } = learnt;

  const { weights } = response;
  const mean = weights && meanWeight(valuesAt(weights, split.train, context));
  const sample = (rows: Uint32Array, part: RunContext): Sample =>
    sampleOf(table, transform, { ...response, mean }, rows, part);
  const train = sample(split.train, partOf(context, 0.6, 0.9));
  const last = partOf(context, 0.9, 1);
  const other =
    holdout.kind === 'file'
      ? heldOutFile(
          holdoutTable,
          { names, levels: response.levels, weights: chosen.weights, mean, where: options.where },
          transform,
          last,
        )
      : undefined;
  const heldOut = other?.sample ?? (split.holdout.length > 0 ? sample(split.holdout, last) : undefined);
  context.check();
  const leftOut = [...chosen.leftOut, ...learnt.leftOut];
  const second = other && secondFile(other, { chosen, options, transform }, context);
  const groups = possibleGroups(table, split.train, chosen.targets, context);
  const facts = { table, chosen, options, response, transform, leftOut, split, train, other, second };
  const report = dataReport(facts, context);
  const { without } = options;
  const used = without === undefined ? response.rows : notLeftOut(table, response.rows, without, context);
  const learntAgain = other ? learntRows(train, other.sample, context) : 0;
  const again = copied ? repeatedRows(table, used, context) : [];
  return {
    target: names[0],
    moreTargets: names.slice(1),
    ...(response.levels && { classes: response.levels }),
    train,
    ...(copies && { copies }),
    ...(division ? { division } : groups.length > 0 && { groups }),
    ...(heldOut && { holdout: heldOut }),
    ...(second && { second }),
    transform,
    report,
    callouts: [
      ...(other && learntAgain > 0 ? [learntToo(learntAgain, other.rows.length)] : []),
      ...fileCallouts(table.inspection, used, chosen.leftOut),
      ...targetCallouts({ table, chosen, response: { ...response, rows: used }, options }),
      ...copiesCallouts(split.train.length, copies, again, used.length),
    ],
    source: byteSourceOf(
      table,
      transform,
      { targets: names, ...(chosen.weights && { weights: chosen.weights.name }) },
      other?.table,
    ),
  };
}

/** Fewer different rows than this leave folds with one or two each. */
const FEW_DIFFERENT = 20;

function copiesCallouts(train: number, copies: Int32Array | undefined, again: readonly number[], rows: number) {
  const different = new Set(copies).size;
  if (copies && different < FEW_DIFFERENT) return [fewDifferent(train, different)];
  return again.length === 0 ? [] : [rowCopies(again, rows)];
}

/** Throws unless there are two rows or more to learn from, over which every target varies. */
function checkTrain(
  { train, holdout }: RowSplit,
  { values }: Response,
  names: readonly string[],
  context: RunContext,
): void {
  if (train.length < 2) {
    const message = `Holding out ${holdout.length} of ${train.length + holdout.length} rows leaves ${train.length} to learn from. Hold out fewer rows.`;
    throw new KernelscopeError('data/too-few-rows', message, { rows: train.length });
  }
  const constant = names.find((_, t) => everyRow(train, (i) => values[t][i] === values[t][train[0]], context));
  if (constant === undefined) return;
  const message = `"${constant}" cannot be the target: every value in the ${train.length} training rows is the same. Choose another column or more rows.`;
  throw new KernelscopeError('data/target-constant', message, { column: constant });
}
