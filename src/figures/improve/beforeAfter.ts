import type { RunResult } from '../../engine/contract/run';
import { countLeftOut } from '../../engine/words/rowRanges';
import { counted } from '../../engine/words/sentence';
import { type ComparedRun, comparedRun } from '../compare/comparedRun';
import { type Comparison, comparisonOf } from '../compare/comparison';

/** A run beside the one that it was fitted from, both on the held-out rows that both have. */
export function beforeAfter(before: ComparedRun, run: RunResult): Comparison {
  const after = comparedRun(run, nameAfter(run));
  const ofAfter = new Set(after.targets[0]?.held?.rows);
  const common = new Set([...(before.targets[0]?.held?.rows ?? [])].filter((row) => ofAfter.has(row)));
  return comparisonOf([only(before, common), only(after, common)]);
}

/** "the fit without 19 rows" */
function nameAfter({ request: { design }, data }: RunResult): string {
  return design.without === undefined
    ? `the fit with ${counted(data.columns.length, 'column')}`
    : `the fit without ${counted(countLeftOut(design.without), 'row')}`;
}

/** The run as it is measured on these rows. */
function only(run: ComparedRun, rows: ReadonlySet<number>): ComparedRun {
  return {
    ...run,
    targets: run.targets.map((target) => {
      const { held } = target;
      if (!held || held.rows.length === rows.size) return target;
      const at = Uint32Array.from(held.rows.keys()).filter((j) => rows.has(held.rows[j]));
      const pick = (values: Float64Array) => Float64Array.from(at, (j) => values[j]);
      return {
        ...target,
        held: {
          ...held,
          rows: at.map((j) => held.rows[j]),
          lines: at.map((j) => held.lines[j]),
          observed: pick(held.observed),
          predicted: pick(held.predicted),
        },
      };
    }),
  };
}
