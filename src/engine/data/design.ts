import type { RunContext } from '../contract/context';
import type { Design, DesignOptions, Sample } from '../contract/data';
import { KernelscopeError } from '../contract/failure';
import { chooseColumns } from './chooseColumns';
import { dataReport } from './dataReport';
import { divideRows, possibleGroups } from './divideRows';
import { heldOutFile } from './heldOutFile';
import { learnTransform } from './learnTransform';
import { type Response, responseOf } from './response';
import { meanWeight } from './rowWeights';
import { sampleOf } from './sample';
import type { RowSplit } from './splitRows';
import type { Table } from './table';

/**
 * From the columns of a file to (X, y), training and held out. Rows without a target or a weight are left out, under 'drop'
 * also those with a gap in a feature; then a seeded subsample is drawn, then the split, for classes level by level; then
 * everything that is learnt from the data is learnt on the training rows alone, where all rows count alike. `holdoutTable`
 * is the second file when the holdout is a file.
 */
export function buildDesign(table: Table, options: DesignOptions, context: RunContext, holdoutTable?: Table): Design {
  context.progress(0, 'preparing the columns');
  const chosen = chooseColumns(table, options);
  const names = chosen.targets.map((target) => target.name);
  const response = responseOf(table, chosen, options, context);
  context.check();

  const { holdout } = options;
  const { split, division } = divideRows(table, response.rows, options, response.levels && response.values[0]);
  checkTrain(split, response, names);
  const learnt = learnTransform(table, chosen.features, split.train, options, context);
  const { transform } = learnt;
  context.check();
  context.progress(0.5, 'preparing the columns');

  const { weights } = response;
  const mean = weights && meanWeight(Float64Array.from(split.train, (i) => weights[i]));
  const sample = (rows: Uint32Array): Sample => sampleOf(table, transform, { ...response, mean }, rows, context);
  const train = sample(split.train);
  const other =
    holdout.kind === 'file'
      ? heldOutFile(holdoutTable, { names, levels: response.levels, weights: chosen.weights, mean }, transform, context)
      : undefined;
  const heldOut = other?.sample ?? (split.holdout.length > 0 ? sample(split.holdout) : undefined);
  context.check();
  const leftOut = [...chosen.leftOut, ...learnt.leftOut];
  const groups = possibleGroups(table, split.train, chosen.targets);
  const report = dataReport(
    { table, chosen, response, task: options.task, transform, leftOut, split, train, ...(other && { other }) },
    context,
  );
  return {
    target: names[0],
    moreTargets: names.slice(1),
    ...(response.levels && { classes: response.levels }),
    train,
    ...(division ? { division } : groups.length > 0 && { groups }),
    ...(heldOut && { holdout: heldOut }),
    transform,
    report,
  };
}

/** Two rows or more to learn from, over which every target varies. */
function checkTrain({ train, holdout }: RowSplit, { values }: Response, names: readonly string[]): void {
  if (train.length < 2) {
    const message = `Holding out ${holdout.length} of ${train.length + holdout.length} rows leaves ${train.length} to learn from. Hold out fewer rows.`;
    throw new KernelscopeError('data/too-few-rows', message, { rows: train.length });
  }
  const constant = names.find((_, t) => train.every((i) => values[t][i] === values[t][train[0]]));
  if (constant === undefined) return;
  const message = `"${constant}" cannot be the target: every value in the ${train.length} training rows is the same. Choose another column or more rows.`;
  throw new KernelscopeError('data/target-constant', message, { column: constant });
}
