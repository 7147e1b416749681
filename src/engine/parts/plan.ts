import type { SummedId } from '../contract/cluster';
import type { Design, DesignOptions, FileColumn } from '../contract/data';
import type { Parameters } from '../contract/method';
import { columnsAt } from '../data/fileColumns';
import { MOST_COLUMNS } from '../fit/components/colours';
import type { FitContext } from '../fit/method';
import type { ColourCoding } from './codeRows';
import { SUMMED } from './families';
import type { Begun, RowsPlan } from './family';
import type { RowShares } from './rowShares';
import type { RowNeeds } from './usedRows';

interface PlanTask {
  readonly method: SummedId;
  readonly parameters: Parameters;
  readonly options: DesignOptions;
  readonly needs: RowNeeds;
  readonly shares: RowShares;
  /** Number of training rows, as far as it is known. */
  readonly rows: number;
}

/**
 * The plan for these rows. `sample` has only training rows, and held-out rows only if they are of another file. `begun`
 * is from an earlier plan.
 */
export function planOf(
  sample: Design,
  { method, parameters, options, needs, shares, rows }: PlanTask,
  context: FitContext,
  begun?: Begun,
): RowsPlan {
  const settled = SUMMED[method].settle(sample, { parameters, rows }, context, begun);
  const { train: _train, holdout, division: _division, groups: _groups, source: _source, raw, ...design } = sample;
  const { classes, transform } = design;
  return {
    ...settled,
    method,
    parameters,
    design,
    ...(holdout && { heldOutFile: holdout }),
    ...(holdout && raw?.holdout && { heldOutColumns: columnsAt(raw.holdout, holdout.rows) }),
    coding: {
      ...needs,
      transform,
      ...(classes && { classes }),
      ...(raw && { colours: raw.train.slice(0, MOST_COLUMNS).map(colourOf) }),
      shares,
    },
    options,
  };
}

const colourOf = (column: FileColumn): ColourCoding => ({
  column: column.name,
  ...(column.kind === 'category' && { levels: column.levels }),
});
